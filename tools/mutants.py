"""Changes the rules one spot at a time and asks whether the tests notice (docs/testing.md).

    python tools/mutants.py [--tree .] [--out out/mutants] [--sample 100] [--seed 1] [--minutes 60] [--workers 2]
                            [module ...]

For each module a seeded sample of its mutants is tried, each with the tests that run the changed line, quickest
first, on the plain sources. Every verdict is written down at once; the next run goes on where this one stopped.
`--tree` may be a work tree of an older commit: what it lacks of the modules is left out. `--report` only prints the
score. Neither mutmut nor cosmic-ray both samples by seed and chooses tests by coverage.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import hashlib
import json
import math
import os
import queue
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

MODULES = (
    "movement", "restrictions", "objectives", "combat", "duel", "retreat", "supply", "recruitment", "muster",
    "fate", "fate_cards", "fate_moves", "fate_troops", "effects",
)  # fmt: skip
#: what these mutants change nobody could ever see; each line: the mutant, a tab, why
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.txt")
#: what starting Python and reading the tests takes, in seconds of the processor like all times here
START = 10.0
OUT_OF_TIME = (-signal.SIGXCPU, -signal.SIGKILL)
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


class Mutant(NamedTuple):
    """One changed spot: its name, the line its statement begins on, and the module's text with the change."""

    name: str
    line: int
    text: str


# ---------------------------------------------------------------- the changes


def _only_acts(node: ast.AST) -> bool:
    """A call whose answer nobody takes, or something written into the state."""
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def changes(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What may be put in the place of a node, with the node that is replaced."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield node, ast.Compare(node.left, [COMPARISONS[type(node.ops[0])](), *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield node, ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node, ast.Constant(node.value + 1)
    elif isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
        yield node, ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value)
        yield node, ast.Pass()
    elif _only_acts(node):
        yield node, ast.Pass()
    elif isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(node.test, ast.Constant):
        yield node.test, ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Break):
        yield node, ast.Continue()
    elif isinstance(node, ast.Continue):
        yield node, ast.Break()


def spots(node: ast.AST, statement: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Every node below with the statement it belongs to; annotations are no code."""
    yield node, statement
    for name, value in ast.iter_fields(node):
        if name == "annotation":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from spots(child, child if isinstance(child, ast.stmt) else statement)


def functions_of(node: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, by their names."""
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef):
            yield prefix + inner.name, inner
        elif isinstance(inner, ast.ClassDef):
            yield from functions_of(inner, f"{prefix}{inner.name}.")


def mutants_of(source: str) -> list[Mutant]:
    """All mutants of the functions and methods of a module, in their order."""
    whole = source.encode()
    offsets = [0]
    for line in whole.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    found: list[Mutant] = []
    names: dict[str, int] = {}
    for called, function in functions_of(ast.parse(source)):
        for node, statement in (spot for body in function.body for spot in spots(body, body)):
            for old, new in changes(node):
                assert isinstance(old, ast.expr | ast.stmt) and isinstance(statement, ast.stmt)
                assert old.end_lineno is not None and old.end_col_offset is not None
                begin = offsets[old.lineno - 1] + old.col_offset
                end = offsets[old.end_lineno - 1] + old.end_col_offset
                was, now = whole[begin:end].decode(), ast.unparse(ast.fix_missing_locations(new))
                if isinstance(old, ast.expr):
                    now = f"({now})"
                name = f"{called}: {' '.join(was.split())} -> {' '.join(now.split())}"
                names[name] = names.get(name, 0) + 1
                text = (whole[:begin] + now.encode() + whole[end:]).decode()
                found.append(Mutant(f"{name} #{names[name]}", statement.lineno, text))
    return found


def sample(source: str, size: int, seed: str) -> list[Mutant]:
    """A seeded sample; the same source and seed give the same one."""
    everything = mutants_of(source)
    return random.Random(seed).sample(everything, min(size, len(everything)))


# ---------------------------------------------------------------- trying them


class Trial:
    """A copy of the sources in which mutants are tried with the tests of a tree; one for each worker."""

    def __init__(self, tree: Path, out: Path, most: float, tests: list[str], number: int = 0) -> None:
        self.tree, self.out, self.most = tree, out, most
        self.tests = [str(path.relative_to(tree)) for pattern in tests for path in sorted(tree.glob(pattern))]
        self.copy = out / f"tree-{number}"
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(tree / "src", self.copy, ignore=shutil.ignore_patterns("*.so", "__pycache__", "static"))
        compileall.compile_dir(self.copy, quiet=2)
        engine = self.copy / "sanssouci" / "friedrich"
        # decisions have modules of the same names; commits from before the rooms have no room of the rules
        self.rules = engine / "rules" if (engine / "rules").exists() else engine
        self.paths = {path.stem: path for path in self.rules.glob("*.py")}
        self.known = self._watch()

    def _pytest(self, arguments: list[str], limit: float, **more: str) -> int:
        """How pytest ended; the limit is in seconds of the processor, so that a busy machine kills no mutant."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *arguments]
        path = os.pathsep.join([str(self.copy), str(Path(__file__).parent)])
        more |= {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "SANSSOUCI_EXPECT": "pure"}
        quiet = subprocess.DEVNULL
        with subprocess.Popen(
            command, cwd=self.tree, env=os.environ | more, stdin=quiet, stdout=quiet, stderr=quiet
        ) as process:
            # from outside: nothing may run between fork and exec where several threads start processes
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 5))
            return process.wait()

    def _watch(self) -> dict[str, Any]:
        """Which test runs which line, and how long it takes; kept beside the verdicts."""
        texts = "".join(path.read_text(encoding="utf-8") for _, path in sorted(self.paths.items()))
        kept = self.out / f"watched-{hashlib.sha256(texts.encode()).hexdigest()[:12]}.json"
        if not kept.exists():
            print("mutants: all tests once, to see which lines they run", flush=True)
            arguments = ["-p", "mutant_watch", *self.tests]
            ended = self._pytest(arguments, 36_000, MUTANTS_WATCH=str(self.rules), MUTANTS_OUT=str(kept))
            if ended != 0:
                kept.unlink(missing_ok=True)
                raise SystemExit("mutants: the tests fail on the sources as they are")
        found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
        return found

    def tests_of(self, module: str, line: int) -> tuple[list[str], float]:
        """The tests that run a line, quickest first, as far as the time for one mutant goes; and what they take."""
        seconds = self.known["seconds"]
        chosen: list[str] = []
        takes = 0.0
        for name in sorted(self.known["lines"][module].get(str(line), []), key=lambda name: float(seconds[name])):
            if chosen and takes + seconds[name] > self.most:
                break
            chosen.append(name)
            takes += seconds[name]
        return chosen, takes

    def verdict(self, module: str, mutant: Mutant) -> str:
        """killed, time (it never ends), survived, or nobody (no test runs the line)."""
        tests, takes = self.tests_of(module, mutant.line)
        if not tests:
            return "nobody"
        path = self.paths[module]
        sound = path.read_text(encoding="utf-8")
        for compiled in path.parent.glob(f"__pycache__/{module}.*.pyc"):
            compiled.unlink()
        path.write_text(mutant.text, encoding="utf-8")
        try:
            ended = self._pytest(tests, START + 3 * takes)
        finally:
            path.write_text(sound, encoding="utf-8")
        return "time" if ended in OUT_OF_TIME else "survived" if ended == 0 else "killed"


def interval(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's interval, 95 %."""
    if not trials:
        return 0.0, 1.0
    z = 1.96
    share, weight = hits / trials, z * z / trials
    middle = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(share * (1 - share) / trials + weight / (4 * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def equivalent() -> dict[str, str]:
    """The mutants shown to be equivalent, with the reason."""
    if not EQUIVALENT.exists():
        return {}
    lines = (line for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if "\t" in line)
    return dict(line.split("\t", 1) for line in lines)


def verdicts(out: Path, module: str) -> dict[str, str]:
    """What was written down about a module."""
    path = out / f"{module}.jsonl"
    if not path.exists():
        return {}
    kept = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {one["mutant"]: one["verdict"] for one in kept}


def report(out: Path, modules: list[str], survivors: bool) -> None:
    """The score of each module and of all: killed of those not shown to be equivalent, with its interval."""
    known = equivalent()
    hits = trials = 0
    for module in [*modules, ""]:
        if module:
            found = {name: said for name, said in verdicts(out, module).items() if f"{module}.{name}" not in known}
            killed, tried = sum(said in ("killed", "time") for said in found.values()), len(found)
            hits, trials = hits + killed, trials + tried
        else:
            found, killed, tried = {}, hits, trials
        low, high = interval(killed, tried)
        share = killed / tried if tried else 0.0
        print(f"{module or 'all':12} {killed:4} of {tried:4} killed  {share:6.1%}  ({low:.1%} to {high:.1%})")
        if survivors:
            for name, said in found.items():
                if said in ("survived", "nobody"):
                    print(f"    {said:9} {name}")


def waiting(trial: Trial, out: Path, modules: list[str], size: int, seed: str) -> list[tuple[str, Mutant]]:
    """The sampled mutants without a verdict: the modules in turn, so that a run which is stopped tells of each."""
    samples = {module: sample(trial.paths[module].read_text("utf-8"), size, f"{seed}/{module}") for module in modules}
    said = {module: verdicts(out, module) for module in modules}
    return [
        (module, mutants[number])
        for number in range(size)
        for module, mutants in samples.items()
        if number < len(mutants) and mutants[number].name not in said[module]
    ]


def try_all(trials: list[Trial], mutants: list[tuple[str, Mutant]], out: Path, end: float) -> None:
    """Try them until the time is over, each trial in a thread of its own; every verdict is written down at once."""
    left: queue.SimpleQueue[tuple[str, Mutant]] = queue.SimpleQueue()
    for one in mutants:
        left.put(one)
    pen = threading.Lock()

    def work(trial: Trial) -> None:
        while time.monotonic() < end:
            try:
                module, mutant = left.get_nowait()
            except queue.Empty:
                return
            begun = time.perf_counter()
            line = {"mutant": mutant.name, "line": mutant.line, "verdict": trial.verdict(module, mutant)}
            line["seconds"] = round(time.perf_counter() - begun, 1)
            with pen, (out / f"{module}.jsonl").open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(line, ensure_ascii=False) + "\n")

    threads = [threading.Thread(target=work, args=(trial,)) for trial in trials]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=list(MODULES))
    parser.add_argument("--tree", type=Path, default=Path(__file__).parents[1], help="whose sources and tests")
    parser.add_argument("--out", type=Path, default=Path("out/mutants"), help="where verdicts are kept")
    parser.add_argument("--sample", type=int, default=100, help="mutants of each module")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--most", type=float, default=60.0, help="seconds of tests for one mutant")
    parser.add_argument("--workers", type=int, default=2, help="mutants tried at the same time")
    parser.add_argument("--tests", nargs="+", default=["tests/friedrich", "tests/kept"], help="which may be chosen")
    parser.add_argument("--report", action="store_true", help="print the score and the survivors")
    asked = parser.parse_args()
    out: Path = asked.out.absolute()
    if asked.report:
        report(out, asked.modules, True)
        return
    out.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * asked.minutes
    trials = [Trial(asked.tree.absolute(), out, asked.most, asked.tests, number) for number in range(asked.workers)]
    modules = [module for module in asked.modules if module in trials[0].paths]
    try_all(trials, waiting(trials[0], out, modules, asked.sample, asked.seed), out, end)
    report(out, modules, False)


if __name__ == "__main__":
    main()
