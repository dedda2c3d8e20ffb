"""Runs one mutant against the tests marked with its rules, in each process that `make mutate` forks."""

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

MOST_SECONDS = 30  # seconds a mutant may work before it counts as noticed, since an endless loop is a failure too
MOST_MEMORY = 4 * 2**30  # bytes a mutant may take, so that a runaway one does not take all memory
NO_TESTS = 5  # pytest's exit code if it found no test to run

QUICK_PROFILE = hypothesis.settings(
    max_examples=30,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
)


def warm_up(settings: Path) -> None:
    """Load once, before the first fork, whatever every run of pytest loads; no test and no rule is imported."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with Path(os.devnull).open("w") as devnull, contextlib.redirect_stdout(devnull):
        pytest.main(["--version", "--noconftest", "-c", str(settings), "--rootdir", str(settings.parent)])


class BrokenModule(importlib.machinery.SourceFileLoader):
    """Loads one module from a syntax tree instead of its file."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, _fullname: str) -> types.CodeType:
        """The code compiled from the tree."""
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
        """The broken module, if that is the module requested."""
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

    Tests that only `make nightly` runs are left out, unless `whole` is set.
    """

    def __init__(self, rules: Sequence[str], notice: Path, *, whole: bool) -> None:
        self.rules = frozenset(rules)
        self.notice = notice
        self.whole = whole

    def pytest_configure(self, config: pytest.Config) -> None:
        """Register the marks, since the run does not have the project's settings."""
        for mark in ("rule(*ids): the rules a test would catch being broken", "nightly: left out of CI"):
            config.addinivalue_line("markers", mark)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop every test that is not marked with a wanted rule."""
        items[:] = [
            item
            for item in items
            if any(self.rules.intersection(mark.args) for mark in item.iter_markers("rule"))
            and (self.whole or item.get_closest_marker("nightly") is None)
        ]

    def pytest_assertrepr_compare(self) -> list[str]:
        """Replace the comparison of two values, since finding where they differ takes longer than most tests."""
        return ["they differ"]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down the file of a failed test."""
        if report.failed:
            self.notice.write_text(report.nodeid.partition("::")[0], encoding="utf-8")


def limit_resources(patience: int) -> None:
    """End this process once it has worked for so many seconds, and limit its memory to that of a mutant."""
    signal.setitimer(signal.ITIMER_PROF, patience)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def prepare_imports(root: Path) -> None:
    """Prepare this process to import the rules and tests of a checkout."""
    hypothesis.settings.register_profile("mutant", QUICK_PROFILE)
    hypothesis.settings.load_profile("mutant")
    sys.path.insert(0, str(root))
    os.chdir(root)


@contextlib.contextmanager
def silence_output() -> Iterator[None]:
    """Discard all output of this process."""
    with Path(os.devnull).open("w") as devnull:
        os.dup2(devnull.fileno(), 1)
        os.dup2(devnull.fileno(), 2)
        with contextlib.redirect_stdout(devnull), contextlib.redirect_stderr(devnull):
            yield


def pytest_options(root: Path, settings: Path) -> list[str]:
    """The arguments of pytest that precede the test files."""
    return [
        *("-q", "-c", str(settings), "--rootdir", str(root), "--import-mode=importlib"),
        *("--confcutdir", str(root / "tests" / "rules")),
        *("-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--tb=native"),  # failures are not read
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
    """End this process with pytest's exit code for the marked tests of the files, run on the broken tree.

    The files come in batches; a batch with a failing test is the last to run. A batch without a marked test counts
    for nothing: the code is that of the last batch that had one. `marked` keeps only the tests of the mutant's rules.
    """
    code = 3
    try:
        prepare_imports(root)
        sys.meta_path.insert(0, BrokenFinder(root, path, tree))
        with silence_output():
            code = NO_TESTS
            for batch in filter(None, batches):
                exit_code = int(pytest.main(["-x", *pytest_options(root, settings), *batch], plugins=[marked]))
                code = code if exit_code == NO_TESTS else exit_code
                if exit_code not in (0, NO_TESTS):
                    break
    finally:
        os._exit(code)
