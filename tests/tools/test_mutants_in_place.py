"""Mutants applied in an already imported module: what is caught there is real, and the rest is imported afresh."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.test_mutate import CHECKOUT, TESTS_OF_EVERYTHING, a_house, mutate
from tools.mutants import find_mutants

pytestmark = pytest.mark.long

RECKONED = '''"""Fees. Rule DM-C-100."""

from dataclasses import dataclass
from functools import cache

FEE = 4
DOUBLE = FEE * 2
MOST = 9
SHARE = 5


def price() -> int:
    """The price (DM-C-099)."""
    return 7


def asked() -> int:
    """What is asked (DM-C-098)."""
    return 3


def lowest() -> int:
    """The lowest fee (DM-C-096)."""
    return 2


@cache
def remembered() -> int:
    """What is asked, remembered."""
    return asked()


PRICES = (price(),)


@dataclass(frozen=True)
class Fees:
    """Fees (DM-C-097)."""

    amount: int = 6
    most: int = MOST
    least: int = lowest()
'''

AGREEING = """import pytest
from rules import reckoned
from rules.reckoned import DOUBLE, FEE, MOST, PRICES, SHARE, Fees, asked, lowest, price, remembered

EXPECTED = SHARE


@pytest.mark.rule("DM-C-100")
def test_what_is_reckoned_from_a_table_agrees_with_it():
    assert DOUBLE in (FEE * 2, FEE * 2 + 1, FEE * 2 - 1, FEE * 2 + FEE, FEE)
    assert Fees().most == MOST
    assert reckoned.SHARE == EXPECTED


@pytest.mark.rule("DM-C-099")
def test_the_prices_are_the_price():
    assert PRICES == (price(),)


@pytest.mark.rule("DM-C-096")
def test_the_least_is_the_lowest():
    assert Fees().least == lowest()


@pytest.mark.rule("DM-C-098")
def test_what_is_remembered_is_what_is_asked():
    assert remembered() == asked()


@pytest.mark.rule("DM-C-097")
def test_fees_are_alike():
    assert Fees() == Fees()
"""

EXACT = """import pytest
from rules.reckoned import DOUBLE, FEE, MOST, SHARE, Fees, lowest, price, remembered


@pytest.mark.rule("DM-C-100")
def test_the_fees_as_printed():
    assert (FEE, DOUBLE, MOST, SHARE) == (4, 8, 9, 5)


@pytest.mark.rule("DM-C-096", "DM-C-097", "DM-C-098", "DM-C-099")
def test_the_others_as_printed():
    assert (Fees().amount, lowest(), price(), remembered()) == (6, 2, 7, 3)
"""

IN_PLACE = """import sys, tempfile
from pathlib import Path
from tools.mutants import find_mutants
from tools.mutate import FullTrial
from tools.mutant_quick_run import TrialTask, start_quick_run

root = Path(sys.argv[1])
mutants = find_mutants(root, None)
with tempfile.TemporaryDirectory() as folder:
    trial = FullTrial(root, Path(folder), 2, whole=False)
    files = trial.test_files(sorted({rule for mutant in mutants for rule in mutant.rules}))
    with start_quick_run(TrialTask(root, mutants, files, trial.settings, 2, False)) as quick:
        for verdict in quick.verdicts:
            if verdict.noticed:
                print(mutants[verdict.number].line, mutants[verdict.number].change)
"""


def noticed_in_place(folder: Path) -> list[str]:
    """The mutants that a test catches when they are applied in place, sorted."""
    command = [sys.executable, "-c", IN_PLACE, str(folder)]
    completed = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert (completed.returncode, completed.stderr) == (0, "")
    return sorted(completed.stdout.splitlines())


def names_of(folder: Path) -> list[str]:
    """The line and change of every mutant."""
    return [f"{mutant.line} {mutant.change}" for mutant in find_mutants(folder, None)]


def a_reckoning_house(folder: Path, *tests: str) -> Path:
    """A checkout with a module whose tables and classes depend on each other, and its tests."""
    for name in ("rules", "tests/rules"):
        (folder / name).mkdir(parents=True)
    (folder / "rules" / "__init__.py").touch()
    (folder / "rules" / "reckoned.py").write_text(RECKONED, encoding="utf-8")
    for number, text in enumerate(tests):
        (folder / "tests" / "rules" / f"test_reckoned_{number}.py").write_text(text, encoding="utf-8")
    return folder


def test_what_would_fail_only_because_it_was_put_in_place_is_not_noticed(tmp_path: Path) -> None:
    house = a_reckoning_house(tmp_path, AGREEING)
    assert noticed_in_place(house) == []
    code, lines = mutate(house)
    assert code == 1
    assert {line.split()[0] for line in lines} == {"survived"}
    assert len(lines) == len(find_mutants(house, None))


def test_functions_and_tables_are_noticed_in_place_and_the_others_when_imported_anew(tmp_path: Path) -> None:
    house = a_reckoning_house(tmp_path, AGREEING, EXACT)
    in_place = set(noticed_in_place(house))
    assert {name for name in names_of(house) if name not in in_place} == {
        *("8 9 → 10", "8 9 → 8"),  # the table from which a class takes a default
        *("24 2 → 3", "24 2 → 1"),  # a function that returns another one
        *("40 6 → 7", "40 6 → 5"),  # a default value itself
    }
    assert mutate(house) == (0, [])


PROVED = '''"""Proved. Rule DM-C-100."""


def proved(rows):
    if rows != (1, 2):
        raise ValueError(rows)
    return rows


ROWS = proved((1, 2))
'''


def test_no_mutant_is_judged_beside_a_file_of_tests_that_cannot_be_collected(tmp_path: Path) -> None:
    house = a_house(tmp_path, TESTS_OF_EVERYTHING)
    broken = 'import pytest\nimport rules.nowhere\n\n\n@pytest.mark.rule("DM-C-100")\ndef test_nothing():\n    pass\n'
    (house / "tests" / "rules" / "test_nowhere.py").write_text(broken, encoding="utf-8")
    command = [sys.executable, "-m", "tools.mutate", "--root", str(house)]
    completed = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert (completed.returncode, completed.stdout, completed.stderr) == (
        1,
        "",
        "The marked tests fail before anything is broken: see make quick.\n",
    )


def test_tests_that_fail_where_they_share_a_process_judge_only_what_is_imported_anew(tmp_path: Path) -> None:
    house = a_house(tmp_path, TESTS_OF_EVERYTHING)
    alone = TESTS_OF_EVERYTHING.replace("import pytest", "import sys\n\nimport pytest").replace(
        "    assert UP_TO", '    assert "rules.besides" not in sys.modules\n    assert UP_TO'
    )
    (house / "tests" / "rules" / "test_overhead.py").write_text(alone, encoding="utf-8")
    (house / "rules" / "besides.py").touch()
    assert noticed_in_place(house) == []
    assert mutate(house) == (0, [])


@pytest.mark.parametrize(
    ("head", "noticed"),
    [("from rules.proved import ROWS\n\n", True), ("", False)],
    ids=["imported at the top", "not imported"],
)
def test_a_table_that_fails_when_it_is_imported_is_noticed_where_a_test_imports_it(
    tmp_path: Path, head: str, noticed: bool
) -> None:
    house = a_house(tmp_path, TESTS_OF_EVERYTHING)
    (house / "rules" / "overhead.py").unlink()
    (house / "tests" / "rules" / "test_overhead.py").unlink()
    (house / "rules" / "proved.py").write_text(PROVED, encoding="utf-8")
    marked = f'import pytest\n{head}@pytest.mark.rule("DM-C-100")\ndef test_nothing():\n    pass\n'
    (house / "tests" / "rules" / "test_proved.py").write_text(marked, encoding="utf-8")
    changes = names_of(house)
    assert len(changes) == 8
    assert noticed_in_place(house) == (sorted(changes) if noticed else [])
    assert mutate(house)[0] == (0 if noticed else 1)
