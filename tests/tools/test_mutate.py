"""The mutation run reports which mutants the tests catch, and which they do not."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants import SPARE_COMMENT, draw_sample, find_mutants, idle_spare_comments
from tools.mutate import split_by_nearness
from tools.source_index import source_files

pytestmark = pytest.mark.long

CHECKOUT = Path(__file__).parents[2]

OVERHEAD = '''"""Overhead. Rule DM-C-100."""

UP_TO = (20, 50)
NAMES = ("low", "high")


def column(size: int) -> int:
    """The column of a size (DM-C-099)."""
    return 0 if size <= 8 else 1
'''

TESTS_OF_EVERYTHING = """import pytest
from rules.overhead import NAMES, UP_TO, column


@pytest.mark.rule("DM-C-100")
def test_the_table_stands_as_printed():
    assert UP_TO == (20, 50)
    assert NAMES == ("low", "high")


@pytest.mark.rule("DM-C-099")
@pytest.mark.parametrize(("size", "expected"), [(7, 0), (8, 0), (9, 1)])
def test_eight_is_the_last_of_the_first_column(size, expected):
    assert column(size) == expected
"""

TESTS_OF_LITTLE = """import pytest
from rules.overhead import NAMES, UP_TO, column


@pytest.mark.rule("DM-C-100")
def test_the_table_has_two_rows():
    assert UP_TO[0] == 20
    assert len(UP_TO) == len(NAMES)


@pytest.mark.rule("DM-C-099")
def test_a_small_franchise_stands_in_the_first_column():
    assert column(3) == 0
"""


def a_house(folder: Path, tests: str) -> Path:
    """A checkout with one rule module and its tests."""
    for name in ("rules", "tests/rules"):
        (folder / name).mkdir(parents=True)
    (folder / "rules" / "__init__.py").touch()
    (folder / "rules" / "overhead.py").write_text(OVERHEAD, encoding="utf-8")
    (folder / "tests" / "rules" / "test_overhead.py").write_text(tests, encoding="utf-8")
    return folder


def mutate(folder: Path, *arguments: str) -> tuple[int, list[str]]:
    """The exit code of the run and its sorted output lines, without the last, which tells the time."""
    command = [sys.executable, "-m", "tools.mutate", "--root", str(folder), *arguments]
    completed = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert completed.stderr == ""
    return completed.returncode, sorted(completed.stdout.splitlines()[:-1])


def test_a_table_tested_cell_by_cell_leaves_no_mutant_alive(tmp_path: Path) -> None:
    assert mutate(a_house(tmp_path, TESTS_OF_EVERYTHING)) == (0, [])


def test_a_weak_test_is_shown_what_it_does_not_notice(tmp_path: Path) -> None:
    assert mutate(a_house(tmp_path, TESTS_OF_LITTLE)) == (
        1,
        [
            "survived  rules/overhead.py:3: 50 → 49 (DM-C-100)",
            "survived  rules/overhead.py:3: 50 → 51 (DM-C-100)",
            "survived  rules/overhead.py:4: 'low' ↔ 'high' (DM-C-100)",
            "survived  rules/overhead.py:9: 1 → 0 (DM-C-099)",
            "survived  rules/overhead.py:9: 1 → 2 (DM-C-099)",
            "survived  rules/overhead.py:9: 8 → 7 (DM-C-099)",
            "survived  rules/overhead.py:9: 8 → 9 (DM-C-099)",
            "survived  rules/overhead.py:9: size <= 8: <= → < (DM-C-099)",
        ],
    )


def test_a_table_whose_rule_no_test_is_marked_with_is_called_untested(tmp_path: Path) -> None:
    code, lines = mutate(a_house(tmp_path, TESTS_OF_EVERYTHING.replace("DM-C-099", "DM-C-098")), "--most", "11")
    assert code == 1
    assert {line.split()[0] for line in lines} == {"untested"}


def test_what_the_tests_beside_a_module_do_not_notice_those_elsewhere_may(tmp_path: Path) -> None:
    house = a_house(tmp_path, TESTS_OF_LITTLE)
    (house / "tests" / "rules" / "test_elsewhere.py").write_text(TESTS_OF_EVERYTHING, encoding="utf-8")
    assert mutate(house) == (0, [])


def test_tests_beside_a_module_that_are_marked_with_other_rules_leave_it_to_those_elsewhere(tmp_path: Path) -> None:
    house = a_house(tmp_path, TESTS_OF_EVERYTHING.replace("DM-C-100", "DM-C-098").replace("DM-C-099", "DM-C-097"))
    (house / "tests" / "rules" / "test_elsewhere.py").write_text(TESTS_OF_LITTLE, encoding="utf-8")
    code, lines = mutate(house)
    assert (code, len(lines)) == (1, 8)
    assert {line.split()[0] for line in lines} == {"survived"}


def test_a_test_that_only_the_nightly_run_has_counts_when_the_whole_suite_is_asked_for(tmp_path: Path) -> None:
    house = a_house(
        tmp_path, TESTS_OF_EVERYTHING.replace("@pytest.mark.rule(", "@pytest.mark.nightly\n@pytest.mark.rule(")
    )
    (house / "tests" / "rules" / "test_of_ci.py").write_text(TESTS_OF_LITTLE, encoding="utf-8")
    code, lines = mutate(house)
    assert (code, len(lines)) == (1, 8)
    assert mutate(house, "--whole") == (0, [])


def test_a_seed_draws_the_same_mutants_again_after_lines_have_moved(tmp_path: Path) -> None:
    house = a_house(tmp_path, TESTS_OF_EVERYTHING)
    once = draw_sample(find_mutants(house, None), 5, "a seed")
    path = house / "rules" / "overhead.py"
    path.write_text(path.read_text(encoding="utf-8").replace("UP_TO", "\n\nUP_TO", 1), encoding="utf-8")
    again = draw_sample(find_mutants(house, None), 5, "a seed")
    assert len(once) == 5
    assert [mutant.change for mutant in again] == [mutant.change for mutant in once]
    assert [mutant.line for mutant in again] != [mutant.line for mutant in once]
    assert draw_sample(find_mutants(house, None), 5, "another") != again


def test_the_tests_named_after_a_module_or_known_to_notice_come_first() -> None:
    elsewhere = ["tests/rules/test_hex.py", "tests/rules/test_hexesandmore.py", "tests/rules/test_scenarios.py"]
    beside = ["tests/rules/test_hexes.py", "tests/rules/test_hexes_of_arenas.py"]
    assert split_by_nearness([*elsewhere, *beside], "rules/hexes.py", set()) == (beside, elsewhere)
    known = {"tests/rules/test_scenarios.py", "tests/rules/test_of_another_rule.py"}
    assert split_by_nearness([*beside, *elsewhere], "rules/hexes.py", known) == (
        [*beside, elsewhere[2]],
        elsewhere[:2],
    )


def test_files_and_folders_may_be_named_together_and_each_is_broken_once(tmp_path: Path) -> None:
    for name in ("deep/one.py", "deep/two.py", "three.py"):
        path = tmp_path / "rules" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('"""Rule DM-C-001."""\nFLAG = True\n', encoding="utf-8")
    only = [Path("rules/deep/two.py"), Path("rules/deep")]
    assert [mutant.path for mutant in find_mutants(tmp_path, only)] == ["rules/deep/two.py", "rules/deep/one.py"]


def test_the_run_changes_no_file(tmp_path: Path) -> None:
    house = a_house(tmp_path, TESTS_OF_EVERYTHING)
    before = {path: path.read_bytes() for path in house.rglob("*.py")}
    mutate(house)
    assert {path: path.read_bytes() for path in house.rglob("*.py")} == before


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("PRICE = 5", ["5 → 6", "5 → 4"]),
        ("PRICE = 5  # no mutant: a ceiling no price comes near", []),
        ("price = 5", ["5 → 6", "5 → 4"]),
        ("FLAG = True", ["True → False"]),
        ("flag = True", []),
        ('RULES = (Rule("a", ("a", "b")),)', ["'a' → 'b'", "'a' ↔ 'b'"]),
        ('RULES = (Rule("c", ("a", "b")),)', ["'a' ↔ 'b'"]),
        ('NAME = "one"', []),
        ('KINDS = {"a": X, "b": Y}', ["X ↔ Y"]),
        ('KINDS = {"b", "a"}', []),
        ("FAILURES = (LookupError, TypeError, OSError)", []),
        ("FAILURES = [LookupError, TypeError]", ["LookupError ↔ TypeError"]),
        ("FAILURES = (LookupError, Malformed)", ["LookupError ↔ Malformed"]),
        ("FAILURES = (int, TypeError)", ["int ↔ TypeError"]),
        ("RANKS = {X: LookupError, Y: TypeError}", ["LookupError ↔ TypeError"]),
        ("LAST = ROWS[-1]", []),
        ("FIRST = path.split('/', 2)", []),
    ],
)
def test_what_is_broken_and_what_is_left_alone(tmp_path: Path, line: str, changes: list[str]) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "one.py").write_text(f'"""Rule DM-C-001."""\n{line}\n', encoding="utf-8")
    assert [mutant.change for mutant in find_mutants(tmp_path, None)] == changes


WRAPPED = '''"""Rule DM-C-001."""
PRICE = 5  # no mutant: a ceiling no price comes near
PRICES = (
    6
)  # no mutant: it stands a line too low
names = "a"  # no mutant: a name is no figure
'''


def test_a_line_that_asks_to_be_left_alone_and_has_nothing_to_break_is_found(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "one.py").write_text(WRAPPED, encoding="utf-8")
    assert idle_spare_comments(tmp_path) == ["rules/one.py:5", "rules/one.py:6"]


def test_whatever_asks_to_be_left_alone_in_the_rules_would_be_broken_otherwise() -> None:
    spared = sum(path.read_text(encoding="utf-8").count(SPARE_COMMENT) for path in source_files(CHECKOUT / "rules"))
    assert spared > 0
    assert idle_spare_comments(CHECKOUT) == []


def test_code_that_cites_no_rule_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "one.py").write_text("PRICE = 5\n", encoding="utf-8")
    assert find_mutants(tmp_path, None) == []


RULES_AT_EVERY_LEVEL = '''"""Rules DM-C-014 to DM-C-016."""
# DM-C-060
MOST = 1
LEAST = 2
"""DM-C-065: the least of cars."""


def won() -> int:
    """DM-C-017."""
    return 2


FEE = 3
ROWS = (row("DM-C-018", 4), row(rule="DM-C-019", price=5))
NAMES = ("low", "high")
"""In the order of DM-C-020."""
'''


def test_the_rule_cited_nearest_is_the_one_a_mutant_should_break(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "one.py").write_text(RULES_AT_EVERY_LEVEL, encoding="utf-8")
    lines_and_rules = [(mutant.line, mutant.rules) for mutant in find_mutants(tmp_path, None)]
    assert lines_and_rules.pop() == (15, ("DM-C-020",))
    assert lines_and_rules[::2] == [
        (3, ("DM-C-060",)),
        (4, ("DM-C-065",)),
        (10, ("DM-C-017",)),
        (13, ("DM-C-014", "DM-C-015", "DM-C-016")),
        (14, ("DM-C-018",)),
        (14, ("DM-C-019",)),
        (14, ("DM-C-014", "DM-C-015", "DM-C-016")),
    ]


def test_no_mutant_is_judged_by_tests_that_fail_anyway(tmp_path: Path) -> None:
    house = a_house(tmp_path, TESTS_OF_EVERYTHING.replace("(20, 50)", "(20, 60)"))
    command = [sys.executable, "-m", "tools.mutate", "--root", str(house)]
    completed = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert (completed.returncode, completed.stdout, completed.stderr) == (
        1,
        "",
        "The marked tests fail before anything is broken: see make quick.\n",
    )
