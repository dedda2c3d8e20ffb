"""Tries mutants in processes forked from one that has imported all rules and collected all their tests.

Each process puts one mutant in place (`tools.mutant_in_place`) and runs the tests of its rules: first those that
noticed another mutant of its module, then those beside the module, the shortest first. A mutant is noticed if a test
fails or its module can no longer be imported. Everything else is left to `tools.mutant_run`, which imports the
broken module from scratch.

Before the first mutant, every table that would be assigned again is assigned its own value, and all tests run on
that, last to first. A file in which one fails then judges nothing here.
"""

import ast
import contextlib
import gc
import importlib
import json
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TextIO

import pytest

from tools.mutant_in_place import ImportFails, LoadedModules, MutantPlace, record_running_code
from tools.mutant_run import (
    MOST_SECONDS,
    BrokenFinder,
    RuleMarkFilter,
    limit_resources,
    prepare_imports,
    pytest_options,
    silence_output,
)
from tools.mutants import Mutant, is_beside
from tools.source_index import source_files
from tools.table_dependencies import CannotPutInPlace, Spot

NOTICED_EXIT_CODE = 1  # the exit code of a process in which a test failed; any other proves nothing


@dataclass(frozen=True)
class MutantVerdict:
    """Whether a mutant was noticed, and in which test file; if it was not, the full trial decides."""

    number: int
    noticed: bool
    file: str


@dataclass(frozen=True)
class QuickRun:
    """A run in progress: the test files that must not judge in it, and the verdicts as they come."""

    failing: frozenset[str]
    verdicts: Iterator[MutantVerdict]


@dataclass
class TrialTask:
    """What to try: the mutants, the files with their tests, and how."""

    root: Path
    mutants: Sequence[Mutant]
    files: Sequence[str]
    settings: Path
    processes: int
    whole: bool


@contextlib.contextmanager
def start_quick_run(task: TrialTask) -> Iterator[QuickRun]:
    """Start a process that tries every mutant; if it fails as a whole, no verdict comes.

    Before the first verdict it reports the test files that fail with nothing broken, or all if it could not run them.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgrp()  # lets its own processes be ended with it
        os.close(reading)
        _run_in_child(task, os.fdopen(writing, "w", encoding="utf-8", buffering=1))
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as lines:
        first = lines.readline()
        failing = json.loads(first) if first else task.files
        try:
            yield QuickRun(frozenset(failing), (MutantVerdict(*json.loads(line)) for line in lines))
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGTERM)
            os.waitpid(child, 0)


def _run_in_child(task: TrialTask, output: TextIO) -> NoReturn:
    try:
        prepare_imports(task.root)
        with silence_output():
            judging = JudgingPlugin(task, output)
            with record_running_code() as judging.ran:
                for path in source_files(task.root / "rules"):
                    parts = path.relative_to(task.root).with_suffix("").parts
                    importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
            pytest.main([*pytest_options(task.root, task.settings), *task.files], plugins=[judging])
    finally:
        os._exit(0)


class JudgingPlugin(RuleMarkFilter):
    """Replaces the loop over the collected tests: a baseline with nothing broken, then every mutant."""

    def __init__(self, task: TrialTask, output: TextIO) -> None:
        rules = sorted({rule for mutant in task.mutants for rule in mutant.rules})
        super().__init__(rules, task.settings.parent / "quick", whole=task.whole)
        self.task, self.told = task, output
        self.ran: set[Any] = set()
        self.heard: Callable[[pytest.TestReport], None] = lambda _report: None

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        """Record the code that runs while test modules are imported."""
        with record_running_code() as ran:
            result = yield
        self.ran |= ran
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Pass on the report of a test."""
        self.heard(report)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant, instead of running the tests once; do nothing if a file could not be collected."""
        if session.testsfailed:
            return True
        loaded = LoadedModules(self.task.root, self.ran)
        gc.collect()
        gc.freeze()
        QuickTrial(self, loaded, session.items).run()
        return True


@dataclass
class QuickTrial:
    """Tries the mutants on the collected tests."""

    judging: JudgingPlugin
    loaded: LoadedModules
    items: Sequence[pytest.Item]
    failing: set[str] = field(default_factory=set)
    took: dict[str, float] = field(default_factory=dict)
    noticed_last: dict[tuple[str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the tests of each rule."""
        self.task = self.judging.task
        self.by_rule: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in self.items:
            for rule in dict.fromkeys(rule for mark in item.iter_markers("rule") for rule in mark.args):
                self.by_rule[rule].append(item)

    def run(self) -> None:
        """Run the baseline, report which files fail, and try every mutant."""
        places = list(self._places())
        tables = list(dict.fromkeys(place for place in places if place and place.order))
        alike = self._result(
            self._fork(lambda: [self._reruns_alike(place) for place in tables]), [False] * len(tables)
        )
        refused = {place for place, same in zip(tables, alike, strict=True) if not same}
        self._run_baseline([place for place in tables if place not in refused])
        self._send(sorted(self.failing))
        running: dict[int, int] = {}
        waiting = list(reversed(range(len(places))))
        while waiting or running:
            while waiting and len(running) < self.task.processes:
                number = waiting.pop()
                place = places[number]
                tests = self._tests_for(self.task.mutants[number], place) if place and place not in refused else []
                if place and tests:
                    running[self._fork(partial(self._try_mutant, number, place, tests))] = number
                else:
                    self._send([number, False, ""])
            if running:
                child, status = os.wait()
                number = running.pop(child)
                self._report_verdict(number, child, status)

    def _report_verdict(self, number: int, child: int, status: int) -> None:
        file = self._result_file(child)
        test = file.read_text(encoding="utf-8") if file.exists() else ""
        file.unlink(missing_ok=True)
        hung = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
        noticed = hung or (os.WIFEXITED(status) and os.WEXITSTATUS(status) == NOTICED_EXIT_CODE)
        if noticed and test:
            self.noticed_last[self.task.mutants[number].path, test] = number + 1
        self._send([number, noticed, test.partition("::")[0] if noticed else ""])

    def _places(self) -> Iterator[MutantPlace | None]:
        """Where each mutant goes, in their order; None if it cannot be put in place."""
        found: dict[tuple[Spot, bool], MutantPlace | None] = {}
        path, nodes, spots = "", [], {}
        for mutant in self.task.mutants:
            try:
                module = self.loaded.module_of(mutant)
            except CannotPutInPlace:
                yield None
                continue
            if mutant.path != path:
                path, tree = mutant.path, self.loaded.trees[module]
                nodes, spots = list(ast.walk(tree)), locate_nodes(tree)
            place, inside = spots[id(nodes[mutant.node])]
            key = Spot(module, place), inside
            if key not in found:
                try:
                    found[key] = self.loaded.place_for(key[0], in_function=inside)
                except CannotPutInPlace:
                    found[key] = None
            yield found[key]

    def _reruns_alike(self, place: MutantPlace) -> bool:
        try:
            return self.loaded.reruns_alike(place)
        except Exception:  # noqa: BLE001 - whatever it raises, the table cannot be assigned again here
            return False

    def _run_baseline(self, tables: Sequence[MutantPlace]) -> None:
        """Run all tests with every table assigned again; note how long each took, and the files that fail."""
        files = list(dict.fromkeys(file_of_test(item) for item in self.items))
        shares = [frozenset(files[first :: self.task.processes]) for first in range(self.task.processes)]
        children = [self._fork(partial(self._baseline_results, tables, share)) for share in shares if share]
        for child, share in zip(children, shares, strict=False):
            results = self._result(child, None)
            if results is None:
                self.failing |= share
            else:
                self.failing.update(results["failing"])
                self.took.update(results["took"])

    def _baseline_results(self, tables: Sequence[MutantPlace], files: frozenset[str]) -> dict[str, Any]:
        for place in tables:
            self.loaded.put_in_place(place, None)
        failing: set[str] = set()
        took: dict[str, float] = defaultdict(float)

        def hear(report: pytest.TestReport) -> None:
            took[report.nodeid] += report.duration
            if report.failed:
                failing.add(report.nodeid.partition("::")[0])

        self.judging.heard = hear
        self._run_tests([item for item in reversed(self.items) if file_of_test(item) in files])
        return {"failing": sorted(failing), "took": took}

    def _tests_for(self, mutant: Mutant, place: MutantPlace) -> list[pytest.Item]:
        """The tests marked with a mutant's rules that can judge it, the likeliest and then the shortest first."""
        items = dict.fromkeys(item for rule in mutant.rules for item in self.by_rule[rule])

        def order(item: pytest.Item) -> tuple[int, bool, float]:
            last = self.noticed_last.get((mutant.path, item.nodeid), 0)
            return -last, not is_beside(file_of_test(item), mutant.path), self.took.get(item.nodeid, 0.0)

        return sorted((item for item in items if self._can_judge(item, place)), key=order)

    def _can_judge(self, item: pytest.Item, place: MutantPlace) -> bool:
        return module_of_test(item) not in place.blind and file_of_test(item) not in self.failing

    def _try_mutant(self, number: int, place: MutantPlace, wanted: Sequence[pytest.Item]) -> None:
        mutant = self.task.mutants[number]
        limit_resources(MOST_SECONDS)
        try:
            self.loaded.put_in_place(place, mutant)
        except ImportFails as error:
            self._notice_import(str(error), wanted)
        tree = self.loaded.trees[place.spot.module]
        sys.meta_path.insert(0, BrokenFinder(self.task.root, mutant.path, tree))

        def hear(report: pytest.TestReport) -> None:
            if report.failed:
                self._result_file(os.getpid()).write_text(report.nodeid, encoding="utf-8")
                os._exit(NOTICED_EXIT_CODE)

        self.judging.heard = hear
        self._run_tests(wanted)

    def _notice_import(self, module: str, wanted: Sequence[pytest.Item]) -> NoReturn:
        """End the trial of a mutant whose module cannot be imported; it is noticed if a test file imports it."""
        files = [
            file_of_test(item) for item in wanted if module in self.loaded.readers.imported_by(module_of_test(item))
        ]
        if files:
            self._result_file(os.getpid()).write_text(files[0], encoding="utf-8")
        os._exit(NOTICED_EXIT_CODE if files else 0)

    def _run_tests(self, items: Sequence[pytest.Item]) -> None:
        for item, following in zip(items, [*items[1:], None], strict=True):
            signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def _fork(self, work: Callable[[], object]) -> int:
        """Do this work in a new process, which leaves the result in a file; return the process's id."""
        child = os.fork()
        if child == 0:
            try:
                result = work()
                if result is not None:
                    self._result_file(os.getpid()).write_text(json.dumps(result), encoding="utf-8")
            finally:
                os._exit(0)
        return child

    def _result(self, child: int, otherwise: Any) -> Any:
        os.waitpid(child, 0)
        file = self._result_file(child)
        if not file.exists():
            return otherwise
        text = file.read_text(encoding="utf-8")
        file.unlink()
        return json.loads(text)

    def _result_file(self, child: int) -> Path:
        return self.task.settings.parent / f"quick-{child}"

    def _send(self, message: object) -> None:
        print(json.dumps(message), file=self.judging.told, flush=True)


def file_of_test(item: pytest.Item) -> str:
    """The file of a test, relative to the checkout."""
    return item.nodeid.partition("::")[0]


def module_of_test(item: pytest.Item) -> str:
    """The name of a test's module."""
    return str(item.module.__name__)  # type: ignore[attr-defined]


def locate_nodes(tree: ast.Module) -> dict[int, tuple[int, bool]]:
    """By the identity of each node: the index of its top-level statement, and whether it is in a function's body."""
    found: dict[int, tuple[int, bool]] = {}
    waiting: list[tuple[ast.AST, int, bool]] = [(node, place, False) for place, node in enumerate(tree.body)]
    while waiting:
        node, place, inside = waiting.pop()
        found[id(node)] = place, inside
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                body: Iterable[ast.AST] = node.body
            case ast.Lambda():
                body = [node.body]
            case _:
                body = ()
        entered = {id(child) for child in body}
        waiting += [(child, place, inside or id(child) in entered) for child in ast.iter_child_nodes(node)]
    return found
