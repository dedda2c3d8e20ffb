"""The rule coverage report: what counts as tested, and which IDs fail the run."""

from pathlib import Path

import pytest

from tools.rule_coverage import coverage, main, unknown_rule_errors
from tools.rulebook import RULE_ID, UnreadableMark, read_table, rule_ids_in, rule_marks, rule_prefixes

MARKED = """import pytest

pytestmark = [pytest.mark.rule("DM-C-001")]


@pytest.mark.rule("DM-C-002", "DM-C-003")
@pytest.mark.parametrize("die", [1, pytest.param(6, marks=pytest.mark.rule("DM-C-005"))])
def test_dice(die):
    pass
"""


def a_house(
    folder: Path,
    *,
    tests: str = MARKED,
    code: str = "",
    recorded: str = "",
    partial: str = "",
    in_match: str = "",
) -> Path:
    """A checkout with five rules of one system, one test file and one module."""
    for name in ("docs/rules", "tests/rules", "rules"):
        (folder / name).mkdir(parents=True)
    titles = "".join(f"DM-C-00{number}\tRule {number}\n" for number in range(1, 6))
    (folder / "docs/rules/campaign.tsv").write_text(f"id\ttitle\n{titles}", encoding="utf-8")
    (folder / "docs/rules/recorded.tsv").write_text(f"id\treason\n{recorded}", encoding="utf-8")
    (folder / "docs/rules/partial.tsv").write_text(f"id\tmissing\n{partial}", encoding="utf-8")
    (folder / "docs/rules/in_match.tsv").write_text(f"id\tacts\n{in_match}", encoding="utf-8")
    (folder / "tests/rules/test_dice.py").write_text(tests, encoding="utf-8")
    (folder / "rules/__init__.py").touch()
    (folder / "rules/dice.py").write_text(code, encoding="utf-8")
    return folder


def test_every_rule_has_one_standing(tmp_path: Path) -> None:
    house = a_house(
        tmp_path,
        recorded="DM-C-004\tA table of names\n",
        partial="DM-C-003\tThe tens die\n",
        in_match="DM-C-005\tHits\n",
    )
    assert [system.by_standing for system in coverage(house)] == [
        {
            "tested": ["DM-C-001", "DM-C-002"],
            "in match": ["DM-C-005"],
            "partial": ["DM-C-003"],
            "recorded": ["DM-C-004"],
            "untested": [],
        }
    ]


def test_a_partial_rule_without_a_test_is_untested(tmp_path: Path) -> None:
    house = a_house(tmp_path, tests="", partial="DM-C-003\tThe tens die\n")
    assert coverage(house)[0].by_standing["untested"] == [f"DM-C-00{number}" for number in range(1, 6)]


def test_the_report_counts_by_system_and_names_each_rule_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = a_house(tmp_path, recorded="DM-C-004\tA table of names\n")
    assert main(["--root", str(house), "--ids"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "system                    tested  in match   partial  recorded  untested     rules",
        "campaign                       4         0         0         1         0         5",
        "tested    DM-C-001  Rule 1",
        "tested    DM-C-002  Rule 2",
        "tested    DM-C-003  Rule 3",
        "tested    DM-C-005  Rule 5",
        "recorded  DM-C-004  Rule 4 (A table of names)",
    ]


def test_a_scenario_file_is_marked_by_its_rules(tmp_path: Path) -> None:
    house = a_house(tmp_path, tests="")
    (house / "tests/rules/scenarios").mkdir()
    (house / "tests/rules/scenarios/one.json").write_text('{"rules": ["DM-C-004"]}', encoding="utf-8")
    assert coverage(house)[0].by_standing["tested"] == ["DM-C-004"]


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (
            {"tests": 'import pytest\n\n@pytest.mark.rule("DM-C-999")\ndef test_one(): ...\n'},
            "tests/rules/test_dice.py:3: DM-C-999 is marked, but in no list under docs/rules.",
        ),
        (
            {"code": '"""Dice.\n\nRule DM-C-998.\n"""\n'},
            "rules/dice.py:1: DM-C-998 is cited, but in no list under docs/rules.",
        ),
        (
            {"code": 'FACT = "DM-C-997"\n'},
            "rules/dice.py:1: DM-C-997 is cited, but in no list under docs/rules.",
        ),
        (
            {"recorded": "DM-C-996\tNo such rule\n"},
            "docs/rules/recorded.tsv: DM-C-996 is in no other list under docs/rules.",
        ),
    ],
)
def test_an_id_that_no_list_has_fails_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], parts: dict[str, str], sentence: str
) -> None:
    house = a_house(tmp_path, **parts)
    assert list(unknown_rule_errors(house)) == [sentence]
    assert main(["--root", str(house)]) == 1
    assert capsys.readouterr().err == f"{sentence}\n"


@pytest.mark.parametrize("mark", ["IDS", "*IDS", '"DM-C-001", reason="dice"', ""])
def test_a_mark_that_cannot_be_read_is_refused(tmp_path: Path, mark: str) -> None:
    tests = f"import pytest\n\n@pytest.mark.rule({mark})\ndef test_one(): ...\n"
    with pytest.raises(UnreadableMark):
        list(rule_marks(a_house(tmp_path, tests=tests)))


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Rule DM-C-100.", ["DM-C-100"]),
        ("Rules DM-C-098 to DM-C-100.", ["DM-C-098", "DM-C-099", "DM-C-100"]),
        ("Rules DM-C-098 to 100, HOUSE-001", ["DM-C-098", "DM-C-099", "DM-C-100", "HOUSE-001"]),
        ("Rules FW-001–FW-003", ["FW-001", "FW-002", "FW-003"]),
        ("DM-C-014, DM-M-135 and DM-C-014 again", ["DM-C-014", "DM-M-135"]),
        ("DM-C-1000 and DM-D-100", []),
    ],
)
def test_the_ids_of_a_text_are_read_in_order_and_ranges_in_full(text: str, rules: list[str]) -> None:
    assert rule_ids_in(text) == rules


def test_an_id_begins_as_the_listed_rules_do(tmp_path: Path) -> None:
    folder = tmp_path / "docs" / "rules"
    folder.mkdir(parents=True)
    (folder / "drag.tsv").write_text("id\ttitle\nDR-A-001\tThe strip\nDR-A-002\tThe throttle\n", encoding="utf-8")
    (folder / "recorded.tsv").write_text("id\treason\nXX-001\tA note\n", encoding="utf-8")
    assert rule_prefixes(tmp_path) == ["DR-A"]
    assert not RULE_ID.search("DR-A-001")


@pytest.mark.parametrize("line", ["DM-C-001", "DM-C-001\t", "DM-C-001\ta\tb", "DM-C-002\tDice\nDM-C-002\tDice"])
def test_a_list_with_a_crooked_line_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "list.tsv"
    path.write_text(f"id\ttitle\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"^list\.tsv, line \d: one new ID and one text are wanted"):
        read_table(path)
