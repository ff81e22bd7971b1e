"""Build the engine's modules with mypyc where a C compiler is at hand; the same files run without.

`SANSSOUCI_PURE=1` asks for the plain build.
"""

import os

from setuptools import setup

#: What self-play touches.
ENGINE = [
    f"src/sanssouci/friedrich/rules/{name}.py"
    for name in (
        "names", "options", "board", "cards", "happening", "state_made", "state", "steps", "encoding", "effects",
        "events", "troops", "victory", "objectives", "restrictions", "movement", "supply", "retreat", "decks", "duel",
        "combat", "muster", "recruitment", "expert", "scenario", "scenarios", "fate_troops", "fate_cards", "fate_moves",
        "fate", "stages", "allotment", "turn", "playout",
    )
]  # fmt: skip
BOTS = [
    f"src/sanssouci/bots/{name}.py"
    for name in (
        "belief", "clash", "goals", "value", "solver", "purse", "battle", "marches", "levy", "policy", "arena",
        "inputs_table", "inputs", "net",
    )
]  # fmt: skip
#: What every order at a table runs through as well; the rest of the surface stays plain Python.
SURFACE = [
    f"src/sanssouci/friedrich/{name}.py"
    for name in ("played", "decisions/walks", "files/position_write", "knowledge/view", "knowledge/view_json")
]
ENV = [f"src/sanssouci/env/{name}.py" for name in ("rows", "fields", "sight", "play", "rewards", "games")]
COMPILED = ENGINE + SURFACE + BOTS + ENV


def extensions():
    if os.environ.get("SANSSOUCI_PURE"):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    built = mypycify(
        ["--follow-imports=silent", *COMPILED], opt_level="3", debug_level="0", group_name="sanssouci_friedrich"
    )
    for extension in built:
        extension.optional = True
        if os.name == "posix":
            # all of it is one file: nothing else calls in, so small functions may be written out where they are called
            extension.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]
    return built


setup(ext_modules=extensions())
