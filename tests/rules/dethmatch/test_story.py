"""The story and box score of a match, made from its log."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed
from rules.dethmatch import engine
from rules.dethmatch.log.box_score import box_score
from rules.dethmatch.log.entry_groups import group_entries, group_of, narrate_group
from rules.dethmatch.log.log_messages import LOG_MESSAGES
from rules.dethmatch.log.story import narrate, narrate_entry
from rules.dethmatch.match.match import Match
from rules.dethmatch.ruleset import RULESET
from rules.dethmatch.setup.match_errors import MatchImpossible
from rules.dethmatch.setup.match_spec import match_from
from rules.match.engine import play_match
from rules.match.ruleset import LogContradicted, OtherEdition
from tests.rules.dethmatch.matches import match
from tests.rules.dethmatch.test_match_file import EXAMPLES

NUMBER = re.compile(r"(?<![\w.\-])\d+")
DUEL = next(file for file in EXAMPLES if file.name == "street-duel.json").read_bytes()


def played(file: Any) -> Match:
    """The match of a file, played."""
    setup = match_from(file.read_bytes())
    return play_match(engine, setup, Dice(KeyRing(b"abc", {setup.match: ""})))


@pytest.mark.rule("DM-M-001")
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_die_of_a_match_stands_in_its_story(file: Any) -> None:
    play = played(file)
    untold = []
    for together in group_entries(play.log.entries, is_shown=lambda entry: bool(narrate_entry(entry))):
        sentence = narrate_group(together, speeds={}) if group_of(together[0]) else narrate_entry(together[0])
        faces = Counter(str(face) for entry in together for roll in entry.rolls for face in roll.faces)
        if faces - Counter(NUMBER.findall(sentence)):
            untold.append((sentence, [roll for entry in together for roll in entry.rolls]))
    assert untold == []


def test_every_check_in_the_log_is_told_with_what_it_needed() -> None:
    told_alone = [entry for entry in played(EXAMPLES[0]).log.entries if entry.rolls and not group_of(entry)]
    checks = [entry for entry in told_alone if entry.more.get("needed") not in (None, [0], [0, 0])]
    assert len(checks) > 50
    assert [
        sentence for entry in checks if not {"needs", "breaks"} & set((sentence := narrate_entry(entry)).split())
    ] == []


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_is_played_told_and_played_again_the_same(file: Any) -> None:
    exhibition = RULESET.play_exhibition(file.read_bytes(), secret=b"abc")
    assert exhibition == RULESET.replay_exhibition(exhibition.log)
    assert exhibition.match == file.stem
    assert exhibition.story[0].startswith("Heat 1 of ")
    assert exhibition.story[-1].startswith("The match is over: ")
    points = [int(number) for number in re.findall(r" (\d+)(?=[, ])", exhibition.story[-1])]
    assert points == sorted(points, reverse=True)
    assert [line for line in exhibition.story if re.search(r"from (-?\d+) to \1\b|[a-z]_[a-z]", line)] == []


def test_the_same_secret_gives_the_same_bytes_and_another_another_match() -> None:
    assert RULESET.play_exhibition(DUEL, secret=b"abc") == RULESET.play_exhibition(DUEL, secret=b"abc")
    assert RULESET.play_exhibition(DUEL, secret=b"abc").log != RULESET.play_exhibition(DUEL, secret=b"abd").log


def test_a_log_that_was_changed_is_seen() -> None:
    log = RULESET.play_exhibition(DUEL, secret=b"abc").log
    with pytest.raises(LogContradicted, match="comes out otherwise"):
        RULESET.replay_exhibition(log.replace(b'"digests":[[1,1,"', b'"digests":[[1,1,"0', 1))
    with pytest.raises(Malformed):
        RULESET.replay_exhibition(b"{}")
    with pytest.raises(MatchImpossible, match="There is no event 'chess'"):
        RULESET.replay_exhibition(log.replace(b'"event":"lap_race"', b'"event":"chess"'))
    with pytest.raises(OtherEdition, match="played by edition 77"):
        RULESET.replay_exhibition(json.dumps(json.loads(log) | {"edition": 77}).encode())


def test_the_turns_are_headed_by_the_cars_that_move() -> None:
    story = RULESET.play_exhibition(DUEL, secret=b"abc").story
    headings = [line for line in story if line.startswith("Turn ")]
    assert headings[0] == "Turn 1 of heat 1"
    assert re.fullmatch(r"Turn 3 of heat 1 \(Speeds: [\w.]+ \d+(, [\w.]+ \d+)*\)", headings[2])
    assert len(headings) == len(set(headings))


def test_the_track_is_called_by_its_title() -> None:
    title = played(next(file for file in EXAMPLES if file.name == "street-duel.json")).track.name
    assert RULESET.play_exhibition(DUEL, secret=b"abc").story[0] == f"Heat 1 of 1: a lap race on {title} [DM-M-040]"


def test_a_track_whose_id_stands_in_its_heading_besides_is_called_by_its_title() -> None:
    file = json.loads(next(file for file in EXAMPLES if file.name == "own-track.json").read_bytes())
    file["track"]["id"] = "lap"
    heading = RULESET.play_exhibition(json.dumps(file).encode(), secret=b"abc").story[0]
    assert heading == f"Heat 1 of 2: a lap race on {file['track']['name']} [DM-M-040]"


def test_the_tables_hold_every_team_car_and_competitor() -> None:
    teams, cars, crew = box_score(match())
    assert [table.title for table in (teams, cars, crew)] == ["Teams", "Cars", "Competitors"]
    assert len(teams.rows) == 2
    assert {row[1] for row in teams.rows} == {row[1] for row in crew.rows}
    assert [row[0] for row in (*cars.rows, *crew.rows)] == ["c1", "b1", "ada", "bob"]


def test_a_match_that_has_not_begun_has_no_story() -> None:
    assert narrate(match()) == []
    assert set(LOG_MESSAGES) >= {
        "heat_start",
        "collision",
        "critical",
        "destroyed",
        "ooa",
        "score",
        "finish",
        "flagged",
    }
