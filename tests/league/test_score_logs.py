"""`manage.py score`: a duel from its file or from the log of a match, scored, printed, and refused in a sentence."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules.core.refusals import Unknown
from rules.match.logged_duel import NoDuel, duel_of_log, is_match_log
from tests.rules.rhad.duels import SIX, dice, played
from tests.rules.rhad.test_first_edition import RULESET, kept_log

CHECKOUT = Path(__file__).parents[2]


def scored(file: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("score", str(file), *options, stdout=out)
    return out.getvalue()


@pytest.mark.rule("RH-080", "RH-090")
def test_the_log_of_a_match_is_scored_as_the_match_was(tmp_path: Path) -> None:
    file = tmp_path / "six.log"
    file.write_bytes(RULESET.resolve(SIX, dice()).log)
    sheet = json.loads(scored(file, "--json"))
    play = played()
    assert play.score is not None
    totals = {team: str(points) for team, points in play.score.team_totals().items()}
    teams: dict[str, int] = {}
    for duelist in sheet["duelists"]:
        teams[duelist["team"]] = teams.get(duelist["team"], 0) + int(duelist["total"])
    assert {team: str(points) for team, points in teams.items()} == totals
    assert sheet["end"]["reason"] == play.state.why_over
    assert "The duel ended at the close of" in scored(file)


def test_a_duel_of_a_table_is_scored_from_its_file() -> None:
    assert "vehicle" in scored(CHECKOUT / "examples" / "duels" / "three-cars.json")


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (kept_log("pan-pair"), "pan-pair was played by the first edition of RHAD, which kept no events of a duel"),
        (b'{"digests": []}', "The log is of no match that was scored as a duel: give the file of a duel"),
        (b'{"digests": [], "packet": {"ruleset": "formule"}}', "The log is of no match that was scored as a duel"),
        (b'{"digests": [], "packet": {"ruleset": "chess"}}', "There is no ruleset 'chess'"),
        (b'{"digests": [], "packet": {"ruleset": "rhad"}}', "This is no log of a RHAD match"),
    ],
)
def test_a_log_without_a_duel_is_refused_in_a_sentence(log: bytes, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "some.log"
    file.write_bytes(log)
    with pytest.raises(CommandError) as refused:
        scored(file)
    assert sentence in str(refused.value)


def test_a_log_is_told_from_the_file_of_a_duel_by_its_digests() -> None:
    assert [is_match_log(document) for document in ({"digests": []}, {"events": []}, ["digests"], None)] == [
        True, False, False, False,
    ]  # fmt: skip
    with pytest.raises(NoDuel):
        duel_of_log(b"[]")
    with pytest.raises(Unknown):
        duel_of_log(b'{"ruleset": "chess"}')
