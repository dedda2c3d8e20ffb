"""Every collected test goes to one worker once, longest files first, and files split by the table go in parts."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.durations import TABLE, main, read_table
from tests.longest_first import LongestFirst

CHECKOUT = Path(__file__).parents[2]
MADE_UP = [f"tests/{room}/test_{file}.py::test_{test}" for room in "ab" for file in range(30) for test in range(file)]
CASES = [f"tests/test_cases.py::test_{name}[{case}@x]" for name in ("one", "other") for case in range(5)]
NOTHING_KNOWN: Mapping[str, float] = {}


@dataclass(eq=False)
class Worker:
    """A stand-in for an xdist worker: it starts a test only once it knows the next one, or that there is none."""

    name: str
    collected: Sequence[str]
    queue: deque[int] = field(default_factory=deque)
    ran: list[str] = field(default_factory=list)
    shutting_down: bool = False

    @property
    def gateway(self) -> SimpleNamespace:
        """An object with the worker's ID."""
        return SimpleNamespace(id=self.name)

    def send_runtest_some(self, indices: Sequence[int]) -> None:
        """Queue these tests."""
        assert not self.shutting_down
        self.queue.extend(indices)

    def shutdown(self) -> None:
        """Accept no more tests."""
        self.shutting_down = True

    def run_one(self) -> int | None:
        """Run a test and return its index, or return None while waiting for another."""
        if not self.queue or (len(self.queue) == 1 and not self.shutting_down):
            return None
        place = self.queue.popleft()
        self.ran.append(self.collected[place])
        return place


def scheduled(
    config: pytest.Config, tests: Sequence[str], *, workers: int = 2, seconds: Mapping[str, float] = NOTHING_KNOWN
) -> tuple[LongestFirst, list[Worker]]:
    """A started run with that many workers."""
    numbered: Any = SimpleNamespace(
        option=SimpleNamespace(loadscopereorder=True), getvalue=lambda _: ["popen"] * workers
    )
    scheduler = LongestFirst(numbered, SimpleNamespace(loadscopesched=lambda *_: None), seconds)  # type: ignore[arg-type]
    nodes = [Worker(f"gw{number}", tests) for number in range(workers)]
    for worker in nodes:
        scheduler.add_node(worker)  # type: ignore[arg-type]
    for worker in nodes:
        scheduler.add_node_collection(worker, tests)  # type: ignore[arg-type]
    scheduler.schedule()
    return scheduler, nodes


def run_to_the_end(scheduler: LongestFirst, workers: Sequence[Worker]) -> None:
    """Let the workers run their tests in turn until all are done."""
    progressed = True
    while progressed:
        progressed = False
        for worker in workers:
            if (place := worker.run_one()) is not None:
                scheduler.mark_test_complete(worker, place)  # type: ignore[arg-type]
                progressed = True
    assert not scheduler.has_pending
    assert scheduler.tests_finished


def files_of(worker: Worker) -> list[str]:
    """The files of the tests a worker ran, in order."""
    return list(dict.fromkeys(test.partition("::")[0] for test in worker.ran))


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_test_that_this_run_collected_is_run_once(request: pytest.FixtureRequest, workers: int) -> None:
    tests = [*(item.nodeid for item in request.session.items), *MADE_UP, *CASES]
    scheduler, nodes = scheduled(request.config, tests, workers=workers, seconds=read_table())
    run_to_the_end(scheduler, nodes)
    assert sorted(test for worker in nodes for test in worker.ran) == sorted(tests)


def test_a_file_goes_to_one_worker_whole_and_in_its_order(request: pytest.FixtureRequest) -> None:
    scheduler, nodes = scheduled(request.config, MADE_UP, workers=3)
    run_to_the_end(scheduler, nodes)
    for worker in nodes:
        for file in files_of(worker):
            tests = [test for test in worker.ran if test.startswith(f"{file}::")]
            assert tests == [test for test in MADE_UP if test.startswith(f"{file}::")]
    assert sum(len(files_of(worker)) for worker in nodes) == len({test.partition("::")[0] for test in MADE_UP})


def test_the_longest_files_are_given_first_and_those_not_in_the_table_by_their_number_of_tests(
    request: pytest.FixtureRequest,
) -> None:
    known = {"tests/a/test_2.py": 60.0, "tests/b/test_1.py": 300.0}
    scheduler, (worker,) = scheduled(request.config, MADE_UP, workers=1, seconds=known)
    run_to_the_end(scheduler, [worker])
    first, second, third, *_ = files_of(worker)
    assert (first, second) == ("tests/b/test_1.py", "tests/a/test_2.py")
    assert third in {"tests/a/test_29.py", "tests/b/test_29.py"}


def test_a_file_that_the_table_splits_goes_function_by_function_with_all_their_cases(
    request: pytest.FixtureRequest,
) -> None:
    scheduler, nodes = scheduled(request.config, CASES, seconds={"tests/test_cases.py::test_one": 9.0})
    run_to_the_end(scheduler, nodes)
    assert [worker.ran for worker in nodes] == [CASES[:5], CASES[5:]]


def test_what_a_dead_worker_left_is_run_by_another(request: pytest.FixtureRequest) -> None:
    scheduler, (dying, other) = scheduled(request.config, MADE_UP)
    for _ in range(40):
        place = dying.run_one()
        assert place is not None
        scheduler.mark_test_complete(dying, place)  # type: ignore[arg-type]
    died_of = scheduler.remove_node(dying)  # type: ignore[arg-type]
    assert died_of not in dying.ran
    run_to_the_end(scheduler, [other])
    assert sorted(dying.ran + other.ran) == sorted(MADE_UP)


def test_the_table_names_units_that_there_are_the_longest_first() -> None:
    table = read_table()
    assert list(table.values()) == sorted(table.values(), reverse=True)
    assert len(TABLE.read_text(encoding="utf-8").splitlines()) == len(table) > 20
    for unit in table:
        file, _, function = unit.partition("::")
        source = CHECKOUT / file
        assert source.is_file(), unit
        functions = {
            node.name
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        }
        assert not function or function in functions, unit
        split = {unit.partition("::")[2] for unit in table if unit.startswith(f"{file}::")}
        assert split in (set(), functions), f"{file} is split in some of its functions only"
        assert not split or file not in table, f"{file} is listed whole and split"


def test_the_table_is_made_anew_of_what_was_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "durations.tsv"
    table.write_text("9\ttests/test_split.py::test_a\n5\ttests/test_gone.py\n", encoding="utf-8")
    monkeypatch.setattr("tests.durations.TABLE", table)
    for number, factor in enumerate((1, 2)):
        cases = "".join(
            f'<testcase classname="tests.test_{file}" name="test_{name}" time="{seconds * factor}"/>'
            for file, name, seconds in (
                ("whole", "a[1]", 2.0),
                ("whole", "b", 3.0),
                ("short", "a", 0.1),
                ("split", "a[x]", 0.1),
                ("split", "a[y]", 1.0),
            )
        )
        (tmp_path / f"{number}.xml").write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    main([str(tmp_path / "0.xml"), str(tmp_path / "1.xml")])
    assert table.read_text(encoding="utf-8") == "10\ttests/test_whole.py\n2\ttests/test_split.py::test_a\n"


@pytest.mark.parametrize(
    ("options", "chosen"), [((), "LongestFirst"), (("--dist", "loadfile"), "LoadFileScheduling")]
)
def test_workers_of_a_real_run_run_each_test_once(tmp_path: Path, options: tuple[str, ...], chosen: str) -> None:
    for name in "abc":
        (tmp_path / f"test_{name}.py").write_text(
            "import pytest\nfrom pathlib import Path\n"
            "@pytest.mark.parametrize('number', range(20))\n"
            f"def test_it(number):\n    with Path('ran').open('a') as ran:\n"
            f"        ran.write(f'{name}{{number}}\\n')\n"
        )
    hook = "pytest_xdist_make_scheduler"
    (tmp_path / "conftest.py").write_text(f"from tests.longest_first import scheduler_of as {hook}\n")
    command = [sys.executable, "-m", "pytest", "-v", "-p", "xdist", "-n", "2", *options]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(CHECKOUT)}
    environment.pop("PYTEST_ADDOPTS", None)
    completed = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert f"scheduling tests via {chosen}" in completed.stdout
    tests_run = (tmp_path / "ran").read_text().splitlines()
    assert sorted(tests_run) == sorted(f"{name}{number}" for name in "abc" for number in range(20))
