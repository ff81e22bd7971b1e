"""Changes the rules one spot at a time and asks whether the tests notice (docs/testing.md).

    python tools/mutants.py [--tree .] [--out out/mutants] [--sample 100] [--seed 1] [--minutes 60] [--workers 2]
                            [chapter ...]

For each chapter a seeded sample of its mutants is tried, each with the tests that run the changed line, quickest
first, on the plain sources. The tests are read once; for each mutant the process forks, and the copy gives the changed
function its new code. Every verdict is written down at once; the next run goes on where this one stopped. `--tree`
may be a work tree of an older commit: what it lacks of the modules is left out. `--report` only prints the score.
Neither mutmut nor cosmic-ray both samples by seed and chooses tests by coverage.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import hashlib
import json
import math
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import coverage
import pytest
from hypothesis import Phase, settings

#: a chapter of the rules and the modules it lies in; any other name is a chapter of one module
CHAPTERS = {
    "movement": ("movement", "restrictions"),
    "objectives": ("objectives",),
    "combat": ("combat", "duel"),
    "retreat": ("retreat",),
    "supply": ("supply",),
    "recruitment": ("recruitment", "muster"),
    "fate": ("fate", "fate_cards", "fate_moves", "fate_troops", "effects"),
}
#: what these mutants change nobody could ever see; each line: the mutant, a tab, why
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.txt")
#: what a test may take beside three times its own time, in seconds of the processor like all times here
START = 2.0
#: bytes that it may take, for a loop that gathers without end
MEMORY = 4 << 30
SURVIVED, KILLED, BROKEN = 0, 1, 2
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


class Mutant(NamedTuple):
    """One changed spot: its name, where its function and its statement begin, its lines, the module's changed text."""

    name: str
    module: str
    function: tuple[str, int]
    statement: int
    lines: range
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


def called_on_import(tree: ast.Module) -> set[str]:
    """What the module itself calls when it is read: that is over before any test begins, so it is left out."""
    outside = (node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef))
    calls = (node.func for top in outside for node in ast.walk(top) if isinstance(node, ast.Call))
    return {name for func in calls if isinstance(func, ast.Name) for name in (func.id, f"{func.id}.__init__")}


def mutants_of(source: str, module: str) -> list[Mutant]:
    """All mutants of the functions and methods of a module, in their order."""
    whole = source.encode()
    offsets = [0]
    for line in whole.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    found: list[Mutant] = []
    names: dict[str, int] = {}
    tree = ast.parse(source)
    early = called_on_import(tree)
    for called, function in functions_of(tree):
        if called in early:
            continue
        begins = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
        for node, statement in (spot for body in function.body for spot in spots(body, body)):
            for old, new in changes(node):
                assert isinstance(old, ast.expr | ast.stmt) and isinstance(statement, ast.stmt)
                assert old.end_lineno is not None and old.end_col_offset is not None
                begin = offsets[old.lineno - 1] + old.col_offset
                end = offsets[old.end_lineno - 1] + old.end_col_offset
                was, now = whole[begin:end].decode(), ast.unparse(ast.fix_missing_locations(new))
                if isinstance(old, ast.expr):
                    now = f"({now})"
                name = f"{module}.{called}: {' '.join(was.split())} -> {' '.join(now.split())}"
                names[name] = names.get(name, 0) + 1
                text = (whole[:begin] + now.encode() + whole[end:]).decode()
                lines = range(old.lineno, old.end_lineno + 1)
                found.append(Mutant(f"{name} #{names[name]}", module, (called, begins), statement.lineno, lines, text))
    return found


def sample(sources: dict[str, str], size: int, seed: str) -> list[Mutant]:
    """A seeded sample of the modules of a chapter; the same sources and seed give the same one."""
    everything = [mutant for module, source in sources.items() for mutant in mutants_of(source, module)]
    return random.Random(seed).sample(everything, min(size, len(everything)))


# ---------------------------------------------------------------- trying them


def code_of(function: tuple[str, int], codes: CodeType) -> CodeType:
    """The code of a function in that of its module, by its name and the line it begins on."""
    inner = [code for code in codes.co_consts if isinstance(code, CodeType)]
    for code in inner:
        if (code.co_qualname, code.co_firstlineno) == function:
            return code
    (found,) = (code_of(function, code) for code in inner if function[0].startswith(f"{code.co_qualname}."))
    return found


def named(function: FunctionType) -> tuple[str, int]:
    """A function's name with that of its class, and the line it begins on."""
    return function.__code__.co_qualname, function.__code__.co_firstlineno


class Trials:
    """A pytest plugin: it reads the tests once, then tries each mutant in a copy of this process."""

    def __init__(self, rules: Path, out: Path, most: float) -> None:
        self.out, self.most = out, most
        self.paths = {path.stem: path for path in sorted(rules.glob("*.py"))}
        self.sources = {name: path.read_text(encoding="utf-8") for name, path in self.paths.items()}
        self.mutants: list[tuple[str, Mutant]] = []
        self.workers, self.end = 1, math.inf
        self.session: pytest.Session

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """In the place of running the tests."""
        if session.testsfailed:
            return None  # pytest says which of them cannot be read
        self.session = session
        every = gc.get_objects()
        self.functions = [one for one in every if type(one) is FunctionType]
        self.caches = [one for one in every if isinstance(one, functools._lru_cache_wrapper)]
        self.known = self._watched()
        gc.freeze()
        self._try_all()
        return True

    def _apart(self, work: Callable[[], int]) -> int:
        """Work done in a copy of this process, whose number is given; it ends with what the work gives."""
        child = os.fork()
        if child:
            return child
        ended = BROKEN
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nothing, stream)
            ended = work()
        finally:
            os._exit(ended)

    def _passes(self, item: pytest.Item, following: pytest.Item | None = None) -> bool:
        """Whether a test passes that finds nothing which was worked out before it."""
        for cache in self.caches:
            cache.cache_clear()
        failed = self.session.testsfailed
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        return self.session.testsfailed == failed

    def _watched(self) -> dict[str, Any]:
        """Which test runs which line, and how long it takes; kept beside the verdicts."""
        read = {Path(item.path).read_text(encoding="utf-8") for item in self.session.items}
        names = [item.nodeid for item in self.session.items]
        texts = json.dumps([self.sources, sorted(read), names])
        kept = self.out / f"watched-{hashlib.sha256(texts.encode()).hexdigest()[:12]}.json"
        if not kept.exists():
            print("mutants: all tests twice, to see which lines they run and how long they take", flush=True)
            os.waitpid(self._apart(lambda: self._watch(kept)), 0)
        found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {"fail": names}
        if found["fail"]:
            kept.unlink(missing_ok=True)
            raise RuntimeError(f"these tests fail on the sources as they are: {found['fail']}")
        return found

    def _watch(self, kept: Path) -> int:
        watch = coverage.Coverage(data_file=None, include=list(map(str, self.paths.values())), config_file=False)
        fail: list[str] = []
        seconds: list[float] = []
        watch.start()
        for number, item in enumerate(self.session.items):
            watch.switch_context(str(number))
            if not self._passes(item):
                fail.append(item.nodeid)
        watch.stop()
        for item in self.session.items:
            begun = time.process_time()
            self._passes(item)
            seconds.append(time.process_time() - begun)
        data = watch.get_data()
        found = {module: data.contexts_by_lineno(str(path)) for module, path in self.paths.items()}
        lines = {
            module: {line: sorted(int(test) for test in tests if test) for line, tests in of_line.items()}
            for module, of_line in found.items()
        }
        kept.write_text(json.dumps({"fail": fail, "seconds": seconds, "lines": lines}), encoding="utf-8")
        return SURVIVED

    def tests_of(self, mutant: Mutant) -> list[int]:
        """The tests that run a line, quickest first, as far as the time for one mutant goes."""
        seconds, lines = self.known["seconds"], self.known["lines"][mutant.module]
        reach = {test for line in mutant.lines for test in lines.get(str(line), [])}
        chosen: list[int] = []
        takes = 0.0
        for test in sorted(reach or lines.get(str(mutant.statement), []), key=lambda test: float(seconds[test])):
            if chosen and takes + seconds[test] > self.most:
                break
            chosen.append(test)
            takes += seconds[test]
        return chosen

    def _try(self, mutant: Mutant, tests: list[int]) -> int:
        """In a copy of the process: whether one of the tests fails with the mutant."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        path = str(self.paths[mutant.module])
        code = code_of(mutant.function, compile(mutant.text, path, "exec", dont_inherit=True))
        changed = [one for one in self.functions if one.__code__.co_filename == path and named(one) == mutant.function]
        if not changed:
            return BROKEN
        for one in changed:
            one.__code__ = code
        items = [self.session.items[test] for test in tests]
        for test, item, following in zip(tests, items, [*items[1:], None], strict=True):
            # of the processor, so that a busy machine kills no mutant
            most = math.ceil(time.process_time() + START + 3 * self.known["seconds"][test])
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
            try:
                if not self._passes(item, following):
                    return KILLED
            except BaseException:
                return KILLED
        return SURVIVED

    def _try_all(self) -> None:
        """Try them until the time is over, a few side by side; every verdict is written down at once."""
        left = list(reversed(self.mutants))
        tried: dict[int, tuple[str, Mutant]] = {}
        while tried or (left and time.monotonic() < self.end):
            while left and len(tried) < self.workers and time.monotonic() < self.end:
                chapter, mutant = left.pop()
                tests = self.tests_of(mutant)
                if tests:
                    tried[self._apart(functools.partial(self._try, mutant, tests))] = chapter, mutant
                else:
                    self._write(chapter, mutant, "nobody", 0.0)
            if tried:
                child, status, used = os.wait4(-1, 0)
                if child in tried:
                    self._write(*tried.pop(child), self._said(status), used.ru_utime + used.ru_stime)

    @staticmethod
    def _said(status: int) -> str:
        """killed, time (it never ends), or survived; beside them there is nobody (no test runs the line)."""
        if os.WIFSIGNALED(status):
            return "time" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "killed"
        if os.WEXITSTATUS(status) not in (SURVIVED, KILLED):
            raise RuntimeError("a mutant could not be put in the place of its function")
        return "killed" if os.WEXITSTATUS(status) == KILLED else "survived"

    def _write(self, chapter: str, mutant: Mutant, verdict: str, seconds: float) -> None:
        line = {"mutant": mutant.name, "line": mutant.statement, "verdict": verdict, "seconds": round(seconds, 1)}
        with (self.out / f"{chapter}.jsonl").open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(line, ensure_ascii=False) + "\n")


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


def verdicts(out: Path, chapter: str) -> dict[str, str]:
    """What was written down about a chapter, the last word on each mutant."""
    path = out / f"{chapter}.jsonl"
    if not path.exists():
        return {}
    kept = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {one["mutant"]: one["verdict"] for one in kept}


def report(out: Path, chapters: list[str], survivors: bool) -> None:
    """The score of each chapter and of all: killed of those not shown to be equivalent, with its interval."""
    known = equivalent()
    hits = trials = 0
    for chapter in [*chapters, ""]:
        if chapter:
            found = {name: said for name, said in verdicts(out, chapter).items() if name not in known}
            killed, tried = sum(said in ("killed", "time") for said in found.values()), len(found)
            hits, trials = hits + killed, trials + tried
        else:
            found, killed, tried = {}, hits, trials
        low, high = interval(killed, tried)
        share = killed / tried if tried else 0.0
        print(f"{chapter or 'all':12} {killed:4} of {tried:4} killed  {share:6.1%}  ({low:.1%} to {high:.1%})")
        if survivors:
            for name, said in found.items():
                if said in ("survived", "nobody"):
                    print(f"    {said:9} {name}")


def waiting(
    sources: dict[str, dict[str, str]], out: Path, size: int, seed: str, again: bool
) -> list[tuple[str, Mutant]]:
    """The sampled mutants without a verdict: the chapters in turn, so that a run which is stopped tells of each."""
    samples = {chapter: sample(modules, size, f"{seed}/{chapter}") for chapter, modules in sources.items()}
    said = {chapter: verdicts(out, chapter) for chapter in sources}
    wanted = ("survived", "nobody") if again else (None,)
    shown = equivalent() if again else {}
    return [
        (chapter, mutants[number])
        for number in range(size)
        for chapter, mutants in samples.items()
        if number < len(mutants)
        and said[chapter].get(mutants[number].name) in wanted
        and mutants[number].name not in shown
    ]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapters", nargs="*", default=list(CHAPTERS))
    parser.add_argument("--tree", type=Path, default=Path(__file__).parents[1], help="whose sources and tests")
    parser.add_argument("--out", type=Path, default=Path("out/mutants"), help="where verdicts are kept")
    parser.add_argument("--sample", type=int, default=100, help="mutants of each chapter")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--most", type=float, default=25.0, help="seconds of tests for one mutant")
    parser.add_argument("--workers", type=int, default=2, help="mutants tried at the same time")
    parser.add_argument("--tests", nargs="+", default=["tests/friedrich", "tests/kept"], help="which may be chosen")
    parser.add_argument("--again", action="store_true", help="try those anew that survived and should not")
    parser.add_argument("--report", action="store_true", help="print the score and the survivors")
    asked = parser.parse_args()
    out: Path = asked.out.absolute()
    if asked.report:
        report(out, asked.chapters, True)
        return
    end = time.monotonic() + 60 * asked.minutes
    out.mkdir(parents=True, exist_ok=True)
    tree: Path = asked.tree.absolute()
    os.chdir(tree)
    sys.path.insert(0, str(tree / "src"))
    os.environ |= {"PYTHONPATH": str(tree / "src"), "SANSSOUCI_EXPECT": "pure"}
    # the same examples for every mutant, and none that it takes time to make small
    settings.register_profile(
        "mutants", derandomize=True, database=None, deadline=None, phases=[Phase.explicit, Phase.generate]
    )
    settings.load_profile("mutants")
    engine = tree / "src" / "sanssouci" / "friedrich"
    # decisions have modules of the same names; commits from before the rooms have no room of the rules
    trials = Trials(engine / "rules" if (engine / "rules").exists() else engine, out, asked.most)
    modules = {chapter: CHAPTERS.get(chapter, (chapter,)) for chapter in asked.chapters}
    sources = {
        chapter: {name: trials.sources[name] for name in names if name in trials.sources}
        for chapter, names in modules.items()
    }
    trials.mutants = waiting(sources, out, asked.sample, asked.seed, asked.again)
    trials.workers, trials.end = asked.workers, end
    # asserts as they are: what a failing test would say is of no interest
    plain = ["-q", "-s", "-p", "no:cacheprovider", "--tb=no", "--assert=plain", "--rootdir", str(tree)]
    ended = pytest.main([*plain, *(name for name in asked.tests if Path(name).exists())], plugins=[trials])
    if ended != 0:
        raise SystemExit(f"mutants: pytest ended with {int(ended)}")
    report(out, asked.chapters, False)


if __name__ == "__main__":
    main()
