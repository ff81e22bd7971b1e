"""What the pages for players say is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sanssouci import voice
from sanssouci.friedrich.decisions.orders import VERBS, parse
from sanssouci.text.asking import completions
from sanssouci.text.questions import HELP

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "CHANGELOG.md", "NOTICE.md", "docs/orders.md", "docs/messages.md", "docs/architecture.md"]


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_example_of_the_readme_runs_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", page("README.md"), re.S)
    exec(compile(code, "README.md", "exec"), {})
    said = capsys.readouterr().out
    assert "FORCED_DISCARD" in said
    promised = re.search(r"print\(game.check\(\"end\"\)\)  # (.*)", code)
    assert promised and said.splitlines()[-1] == promised.group(1)


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    folder = (ROOT / name).parent
    written = re.sub(r"`[^`]*`", "", page(name))  # what stands in code is no link
    for target in re.findall(r"\[[^\]]*\]\(([^)#]+)\)", written):
        if not target.startswith("http") and not target.endswith(".png"):
            assert (folder / target).exists(), target


def test_every_order_on_the_page_can_be_read() -> None:
    shown = re.findall(r"`([a-z]+(?: [^`]*)?)`", page("docs/orders.md").split("## When an order")[0])
    tried = [text for text in shown if text.split()[0] in VERBS and "…" not in text and " " in text]
    assert len(tried) > 25
    for text in tried:
        parse(text)


def test_every_module_of_the_engine_is_on_the_map() -> None:
    """docs/architecture.md names each module, so that it stays true."""
    text = page("docs/architecture.md")
    named = set(re.findall(r"`([a-z_]+)(\*?)`", text))
    folder = ROOT / "src" / "sanssouci" / "friedrich"
    for path in folder.rglob("*.py"):
        if path.stem != "__init__":
            known = any(path.stem == name or (star and path.stem.startswith(name)) for name, star in named)
            assert known, path.stem


def test_the_help_names_what_can_be_typed() -> None:
    """In every language: what is typed stays English. French sets a space before the colon."""
    for language in voice.languages():
        lines = [voice.catalogue(language)[f"text.help.{topic}"] for topic in HELP]
        assert {"undo", "menu", "my hand", "quit"} <= {line.partition(":")[0].rstrip() for line in lines}


def test_words_are_completed() -> None:
    assert completions("bresl") == ["breslau"]
    assert completions("Friedrich+winter") == ["Friedrich+winterfeldt"]
    assert "move" in completions("mo")
