"""Cuts the type face down to what the page needs, with lining figures as the ordinary ones.

    python tools/fonts.py FOLDER    # FOLDER: the files of the npm package @fontsource/alegreya

Needs fonttools and brotli; only run when the type face itself changes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

LATIN = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    0x2013,
    0x2014,
    0x2018,
    0x2019,
    0x201C,
    0x201D,
    0x2022,
    0x2026,
    0x2212,
]
EXTENDED = [ord(letter) for letter in "ĄąĆćĘęŁłŃńŚśŹźŻżČčŠšŽžŘřĚěŮůŐőŰű"]
FIGURES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def cut(source: Path, target: Path, letters: list[int]) -> None:
    """Write the part of a font that holds these letters."""
    font = TTFont(source)
    names = set(font.getGlyphOrder())
    for table in font["cmap"].tables:
        for digit, name in enumerate(FIGURES):
            if ord("0") + digit in table.cmap and f"{name}.lf" in names:
                table.cmap[ord("0") + digit] = f"{name}.lf"
    options = subset.Options(flavor="woff2", layout_features=["kern", "liga"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(target)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    fonts = Path(__file__).parent.parent / "src" / "fonts"
    for style in ("400-normal", "400-italic", "700-normal"):
        cut(folder / f"alegreya-latin-{style}.woff2", fonts / f"alegreya-{style}.woff2", LATIN)
        cut(folder / f"alegreya-latin-ext-{style}.woff2", fonts / f"alegreya-ext-{style}.woff2", EXTENDED)
