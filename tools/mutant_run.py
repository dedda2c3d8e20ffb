"""One mutant against the tests marked with its rules: what runs in each process that `make mutate` forks."""

import ast
import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
import types
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import hypothesis
import msgspec  # noqa: F401 - imported before the fork, so that no mutant waits for it
import pytest

MOST_SECONDS = 30  # seconds a mutant may work before it counts as noticed: a loop without end is a failure too
MOST_MEMORY = 4 * 2**30  # bytes it may take, so that one without end takes the machine from nobody
NO_TESTS = 5  # pytest's exit code when it found none to run

QUICK_PROFILE = hypothesis.settings(
    max_examples=30,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
)


def warm_up(settings: Path) -> None:
    """Loads what every run of pytest loads, once, before the first fork; no test and no rule is imported."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        pytest.main(["--version", "--noconftest", "-c", str(settings), "--rootdir", str(settings.parent)])


class BrokenModule(importlib.machinery.SourceFileLoader):
    """Loads one module from a syntax tree instead of its file."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, _fullname: str) -> types.CodeType:
        """The code of the tree."""
        return compile(self.tree, self.path, "exec")


class BrokenFinder(importlib.abc.MetaPathFinder):
    """Finds the one broken module, ahead of every other finder."""

    def __init__(self, root: Path, path: str, tree: ast.Module) -> None:
        parts = Path(path).with_suffix("").parts
        self.package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.package else parts)
        self.path = str(root / path)
        self.tree = tree

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The broken module when it is the one asked for."""
        if fullname != self.name:
            return None
        folders = [str(Path(self.path).parent)] if self.package else None
        return importlib.util.spec_from_file_location(
            fullname,
            self.path,
            loader=BrokenModule(fullname, self.path, self.tree),
            submodule_search_locations=folders,
        )


class RuleMarkFilter:
    """Keeps the tests marked with one of the rules, and writes down the file of a test that fails.

    What only `make nightly` runs is left out unless `whole` is asked for.
    """

    def __init__(self, rules: Sequence[str], notice: Path, *, whole: bool) -> None:
        self.rules = frozenset(rules)
        self.notice = notice
        self.whole = whole

    def pytest_configure(self, config: pytest.Config) -> None:
        """Makes the marks known to a run without the project's settings."""
        for mark in ("rule(*ids): the rules a test would catch being broken", "nightly: left out of CI"):
            config.addinivalue_line("markers", mark)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drops every test that no wanted rule marks."""
        items[:] = [
            item
            for item in items
            if any(self.rules.intersection(mark.args) for mark in item.iter_markers("rule"))
            and (self.whole or item.get_closest_marker("nightly") is None)
        ]

    def pytest_assertrepr_compare(self) -> list[str]:
        """Nobody reads where two values differ: finding it takes longer than most tests."""
        return ["they differ"]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Writes down where a mutant was noticed."""
        if report.failed:
            self.notice.write_text(report.nodeid.partition("::")[0], encoding="utf-8")


def limit_resources(patience: int) -> None:
    """Ends this process when it has worked so many seconds, and gives it no more memory than a mutant may take."""
    signal.setitimer(signal.ITIMER_PROF, patience)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def prepare_imports(root: Path) -> None:
    """Makes this process ready to import the rules and tests of a checkout."""
    hypothesis.settings.register_profile("mutant", QUICK_PROFILE)
    hypothesis.settings.load_profile("mutant")
    sys.path.insert(0, str(root))
    os.chdir(root)


@contextlib.contextmanager
def silence_output() -> Iterator[None]:
    """Sends all that this process says nowhere."""
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            yield


def pytest_options(root: Path, settings: Path) -> list[str]:
    """What pytest is told before the files of tests."""
    return [
        *("-q", "-c", str(settings), "--rootdir", str(root), "--import-mode=importlib"),
        *("--confcutdir", str(root / "tests" / "rules")),
        *("-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--tb=native"),  # nobody reads a failure
    ]


def run_and_exit(
    root: Path,
    path: str,
    tree: ast.Module,
    *,
    batches: Sequence[Sequence[str]],
    marked: RuleMarkFilter,
    settings: Path,
) -> NoReturn:
    """Ends this process with pytest's exit code for the marked tests of the files, run on the broken tree.

    The files come in batches, and the first batch in which a test fails is the last. A batch without a marked test
    says nothing: the code is that of the last batch that had one. `marked` keeps the tests of the mutant's rules.
    """
    code = 3
    try:
        prepare_imports(root)
        sys.meta_path.insert(0, BrokenFinder(root, path, tree))
        with silence_output():
            code = NO_TESTS
            for batch in filter(None, batches):
                ended = int(pytest.main(["-x", *pytest_options(root, settings), *batch], plugins=[marked]))
                code = code if ended == NO_TESTS else ended
                if ended not in (0, NO_TESTS):
                    break
    finally:
        os._exit(code)
