"""docs/dice-paths.md lists every dice path as the rules define it."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from rules.campaign.core.command import COMMAND_TYPES, Giver
from rules.campaign.core.dice_by_hand import COMMISSIONERS, EVERYBODY, NOBODY
from rules.campaign.core.dice_paths import PROCEDURES
from tests.guards.findings import report
from tests.rules.films import EXAMPLES, log_of
from tools import verifier
from tools.dice_document import (
    ENTERED_BY,
    document,
    match_procedures,
    modules_throwing,
    path_pattern,
    rules_in_short,
    season_cells,
)
from tools.rulebook import rule_mentions

ROOT = Path(__file__).parents[2]
RUN = "run python -m tools.verifier"


def test_the_document_and_the_program_are_as_the_rules_have_them() -> None:
    stale = verifier.stale_files()
    report((f"{path.name} is not as the rules have it: {RUN}." for path in stale), seen=1, of="files")


def test_every_procedure_of_a_season_stands_in_the_document_once() -> None:
    text = document()
    wanted = [f"| `{procedure.path}` |" for procedure in PROCEDURES]
    report(
        (f"{row} is not in docs/dice-paths.md once: {RUN}." for row in wanted if text.count(f"\n{row}") != 1),
        seen=wanted,
        of="procedures",
    )


def test_the_module_that_throws_cites_the_rule_that_has_it_throw() -> None:
    problems = []
    for procedure in PROCEDURES:
        modules = modules_throwing(procedure)
        cited = {rule for path in modules for _, rule in rule_mentions((ROOT / path).read_text(encoding="utf-8"))}
        if not modules:
            problems.append(f"No module throws {procedure.path}: take it out of rules/campaign/core/dice_paths.py.")
        elif procedure.rule not in cited:
            where = " and ".join(modules)
            problems.append(f"{where} throws {procedure.path} and does not cite {procedure.rule}: name it there.")
    report(problems, seen=PROCEDURES, of="procedures")


def test_who_may_enter_faces_is_said_of_everybody_who_gives_commands() -> None:
    assert ENTERED_BY.keys() == set(Giver)
    by = {procedure.path: COMMAND_TYPES[procedure.commands[0]].by for procedure in PROCEDURES}
    assert {path: season_cells(row)[5] for path, row in ((row.path, row) for row in PROCEDURES)} == {
        path: "commissioners, and the owner" if giver is Giver.OWNER else "commissioners"
        for path, giver in by.items()
    }
    text = document()
    assert all(f"`{setting}`" in text for setting in (NOBODY, COMMISSIONERS, EVERYBODY))


@pytest.mark.parametrize(("book", "file"), EXAMPLES)
def test_every_path_that_a_match_throws_on_stands_in_the_document(book: str, file: str) -> None:
    rows = [procedure.path for procedure in match_procedures(ROOT / "rules") if f"rules/{book}/" in procedure.module]
    patterns = [re.compile(re.sub(r"\\\{\w+\\\}", "[a-z0-9._/-]*", re.escape(row))) for row in rows]
    faces = json.loads(log_of(book, file))["faces"]
    sentence = "A match of {} throws on {}, which docs/dice-paths.md has not: {}, and look at tools/dice_document.py."
    unknown = (path for path in faces if not any(pattern.fullmatch(path) for pattern in patterns))
    report((sentence.format(book, path, RUN) for path in unknown), seen=faces, of="paths")


def test_what_is_out_of_date_is_named_and_then_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program, page = tmp_path / "verify.py", tmp_path / "dice-paths.md"
    monkeypatch.setattr(verifier, "PROGRAM", program)
    monkeypatch.setattr(verifier, "DOCUMENT", page)
    program.write_text(f"before\n{verifier.BEGINS}PROCEDURES = []\n{verifier.ENDS}after\n", encoding="utf-8")
    assert verifier.main(["--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"verify.py is not as the rules have it: {RUN}",
        f"dice-paths.md is not as the rules have it: {RUN}",
    ]
    assert not page.exists()
    assert verifier.main([]) == 0
    assert capsys.readouterr().out.splitlines() == ["wrote verify.py", "wrote dice-paths.md"]
    assert page.read_text(encoding="utf-8") == document()
    assert verifier.tables() in program.read_text(encoding="utf-8")
    assert verifier.main(["--check"]) == 0
    assert capsys.readouterr().out == "Everything is as the rules have it.\n"


@pytest.mark.parametrize(
    ("code", "path"),
    [
        ('"grid"', "grid"),
        ("GRID", "grid"),
        ('f"t{play.state.moment.turn}/start/{car.id}"', "t{turn}/start/{car}"),
        ('f"r{moment.turn}/a{moment.phase + 1}/order"', "r{turn}/a{phase}/order"),
        ('f"{path}/look"', "r{turn}/look"),
        ('f"{car.id}{part}"', "{car}{part}"),
    ],
)
def test_a_path_is_read_off_the_code_that_opens_it(code: str, path: str) -> None:
    scope = ast.parse('GRID = "grid"\npath = f"r{moment.turn}"\npart = choose()\n').body
    assert path_pattern(ast.parse(code, mode="eval").body, scope) == path


def test_a_path_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^made\(\) is no path that tools/dice_document\.py can read"):
        path_pattern(ast.parse("made()", mode="eval").body, [])


@pytest.mark.parametrize(
    ("ids", "short"),
    [
        ([], ""),
        (["DM-M-041"], "DM-M-041"),
        (["CC-010", "CC-011"], "CC-010, CC-011"),
        (["CC-010", "CC-011", "CC-012", "CC-030"], "CC-010 to CC-012, CC-030"),
        (["FW-009", "RH-010", "RH-011", "RH-012"], "FW-009, RH-010 to RH-012"),
    ],
)
def test_rules_that_follow_each_other_are_written_as_a_range(ids: list[str], short: str) -> None:
    assert rules_in_short(ids) == short
