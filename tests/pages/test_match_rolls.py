"""Every roll of a match that was resolved here, by dice path."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from journal import entry_body as bodies
from league.models import MatchLog, Season
from league.pages.matches.rolls import RollPart, count_dice, reason_without_id, rolls_for, rolls_of
from league.queries.dice_keys import dice_of_match
from rules.match.registry import temporarily_installed
from rules.match.ruleset import LogContradicted
from tests.league.resolved_leagues import climbing, resolved
from tests.rules.ladder import LADDER

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    rolls_of.cache_clear()
    with temporarily_installed(LADDER):
        yield


def rolled(secret: str = "") -> tuple[tuple[RollPart, ...], dict[str, list[int]]]:
    """The rolls of the only match, and the faces in its log."""
    log = MatchLog.objects.select_related("match").get()
    text = bodies.decompress(log.log)
    row = Season.objects.get()
    dice = dice_of_match(row, "m1", words=log.match.words)
    dice = replace(dice, secret=bytes.fromhex(secret)) if secret else dice
    return rolls_of("ladder", 1, bodies.decompress(log.packet), text, dice), json.loads(text)["faces"]


def test_every_face_that_was_thrown_is_shown_under_its_path() -> None:
    resolved(climbing())
    parts, faces = rolled()
    faces_by_path = {
        procedure.path: [face for throw in procedure.throws for face in throw.faces]
        for part in parts
        for procedure in part.procedures
    }
    assert faces_by_path == faces
    assert count_dice(parts) == sum(map(len, faces.values()))
    assert {throw.why for part in parts for procedure in part.procedures for throw in procedure.throws} == {"a coin"}


def test_paths_that_begin_alike_stand_together() -> None:
    resolved(climbing(heats=2))
    parts, _ = rolled()
    assert [(part.heading, part.anchor) for part in parts] == [("heat1", "rolls-heat1"), ("heat2", "rolls-heat2")]
    assert parts[0].procedures[0].name == "razors.car1"


def test_the_rolls_of_one_car_are_those_whose_path_or_reason_names_it() -> None:
    resolved(climbing(heats=2))
    parts, faces = rolled()
    car_parts = list(rolls_for(parts, frozenset({"razors.car1", "razors.d1"})))
    paths = [procedure.path for part in car_parts for procedure in part.procedures]
    assert paths == ["m1/heat1/razors.car1", "m1/heat2/razors.car1"]
    assert count_dice(car_parts) == sum(len(faces[path]) for path in paths)
    assert list(rolls_for(parts, frozenset({"razors.car9"}))) == []


def test_a_match_whose_faces_did_not_come_of_those_keys_is_contradicted() -> None:
    resolved(climbing())
    with pytest.raises(LogContradicted):
        rolled(secret="1234")


@pytest.mark.parametrize(
    ("why", "who", "told"),
    [
        ("razors.c1 judges distances", "razors.c1", "judges distances"),
        ("collision of razors.c1", "razors.c1", "collision"),
        ("collision of saints.c1", "razors.c1", "collision of saints.c1"),
        ("turn of razors.c10", "razors.c1", "turn of razors.c10"),
        ("turn of razors.c1", "", "turn of razors.c1"),
    ],
)
def test_beside_whom_dice_were_thrown_for_he_is_not_named_again(why: str, who: str, told: str) -> None:
    assert reason_without_id(why, who) == told
