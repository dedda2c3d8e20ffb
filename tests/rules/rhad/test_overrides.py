"""A commissioner's override sets one figure, is logged, and is applied again when the match is replayed."""

from __future__ import annotations

import pytest

from rules.match.recording import digest_of_state
from rules.match.stepwise_play import MatchOver, OrderIllegal
from rules.rhad import engine
from rules.rhad.car.damage import wear_tires
from rules.rhad.editions import EDITIONS
from rules.rhad.match.state import CarStatus
from tests.rules.rhad.boards import Board, Car, chance, setup_for
from tests.rules.rhad.test_engine import started, until


@pytest.mark.rule("RH-002")
@pytest.mark.parametrize(
    ("field", "value"),
    [("speed", 55), ("hc", -3), ("base_hc", 5), ("power_plant", 0), ("left", 7), ("top", 1000)],
)
def test_a_word_sets_one_figure_and_is_logged(field: str, value: int) -> None:
    play = until(started(), "r1/p1.a")
    engine.override(play, car="a", field=field, value=value, reason="the map was misread")
    sheet = play.car()
    assert (sheet.armor[field] if field in sheet.armor else getattr(sheet, field)) == value
    (entry,) = play.entries_of("override")
    assert (entry.rule, entry.after, entry.more["reason"]) == ("RH-002", {field: value}, "the map was misread")
    words = {"field": field, "value": value, "reason": "the map was misread"}
    assert play.log.orders[-1] == ("r1/p1.a/override", "a", words)


@pytest.mark.rule("RH-002")
def test_a_word_has_its_consequences() -> None:
    play = until(started(), "r1/p1.a")
    engine.override(play, car="a", field="power_plant", value=0, reason="misread")
    assert play.car().status is CarStatus.MOBILITY_KILL
    play.car().credit = 1
    engine.override(play, car="a", field="speed", value=0, reason="misread")
    assert (play.car().set_speed, play.car().credit) == (0, 0)
    engine.override(play, car="a", field="base_hc", value=6, reason="misread")
    wear_tires(play, play.car(), [9, 0, 0, 0], why="test")
    assert (play.car().built_hc, play.car().base_hc) == (6, 4)


@pytest.mark.rule("RH-002")
@pytest.mark.parametrize(
    ("id", "field", "value", "reason"),
    [
        ("z", "hc", 1, "why"),
        ("a", "id", 1, "why"),
        ("a", "speed", 31, "why"),
        ("a", "speed", 305, "why"),
        ("a", "power_plant", -1, "why"),
        ("a", "front", 1001, "why"),
        ("a", "hc", -1001, "why"),
        ("a", "hc", 1, "  "),
    ],
)
def test_a_word_that_cannot_be_is_refused(id: str, field: str, value: int, reason: str) -> None:
    play = until(started(), "r1/p1.a")
    before = digest_of_state(play.state)
    with pytest.raises(OrderIllegal):
        engine.override(play, car=id, field=field, value=value, reason=reason)
    assert digest_of_state(play.state) == before


@pytest.mark.rule("RH-002", "RH-090")
@pytest.mark.parametrize("edition", EDITIONS)
def test_duel_points_are_the_scorers_alone_from_the_second_edition_on(edition: int) -> None:
    play = Board(Car("a"), Car("b", at=(9, 0)), edition=edition, dice=chance(), begun=False)
    if edition == 1:
        engine.override(play, car="a", field="points", value=-40, reason="misread")
        assert play.car().points == -40
        return
    with pytest.raises(OrderIllegal, match="'points' cannot be set by a commissioner's word: set speed, hc, "):
        engine.override(play, car="a", field="points", value=-40, reason="misread")


@pytest.mark.rule("RH-002", "RH-085")
def test_whoever_sets_what_cannot_be_set_is_told_what_can() -> None:
    play = until(started(), "r1/p1.a")
    with pytest.raises(OrderIllegal) as raised:
        engine.override(play, car="a", field="color", value=1, reason="why")
    assert raised.value.sentence == (
        "'color' cannot be set by a commissioner's word: set speed, hc, base_hc, power_plant, front, left, right, "
        "back, top, under."
    )


@pytest.mark.rule("RH-002")
def test_a_match_with_a_word_in_it_comes_out_again() -> None:
    setup = setup_for(Car("a", at=(-6, 0)), Car("b", at=(6, 0), facing=3))
    play = until(engine.start(setup, chance()), "r2/p3.b")
    engine.override(play, car="b", field="front", value=1, reason="misread")
    engine.override(play, car="a", field="hc", value=4, reason="misread")
    while not engine.is_over(play):
        engine.step(play)
    overrides = [order for order in play.log.orders if order[0].endswith(engine.OVERRIDE_SUFFIX)]
    assert [(step, id) for step, id, _ in overrides] == [("r2/p3.b/override", "b"), ("r2/p3.b/override", "a")]
    again = engine.start(setup, chance())
    while not engine.is_over(again):
        step = engine.step_path(again) + engine.OVERRIDE_SUFFIX
        for _, id, word in (override for override in overrides if override[0] == step):
            engine.override(again, car=id, **word)
        engine.step(again)
    assert (again.log.digests, again.log.orders) == (play.log.digests, play.log.orders)
    with pytest.raises(MatchOver):
        engine.override(play, car="a", field="hc", value=1, reason="late")
