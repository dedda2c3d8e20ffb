"""The laws of a duel: a whole engine breaks none, and each law detects a state that was corrupted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.match.duels.scorer import CarScore, RunningScore
from rules.match.laws import LawBroken
from rules.rhad import engine
from rules.rhad.car.kills import update_kill_status
from rules.rhad.editions import EDITION, EDITIONS
from rules.rhad.match.match import Match
from rules.rhad.match.packet_setup import setup_from_packet
from rules.rhad.match.state import CarStatus, ControlLoss
from rules.rhad.play.laws import LAWS
from tests.rules.rhad.boards import PLAIN, Board, Car
from tests.rules.rhad.chance_matches import random_packet
from tests.rules.rhad.duels import dice
from tests.sampling import one_in

Spoil = Callable[[Match], Any]


@pytest.mark.parametrize("first", one_in(5, range(0, 200, 20)))
@pytest.mark.long
def test_matches_by_lot_break_no_law(first: int) -> None:
    for seed in range(first, first + 20):
        play = LAWS.watch_match(engine.start(setup_from_packet(random_packet(seed)), dice()))
        while not engine.is_over(play):
            engine.step(play)


def figure(name: str, value: object) -> Spoil:
    """A change of one figure of the first car."""
    return lambda play: setattr(play.state.cars["a"], name, value)


def several(**figures: object) -> Spoil:
    """A change of several figures of the first car."""

    def spoil(play: Match) -> None:
        for name, value in figures.items():
            setattr(play.state.cars["a"], name, value)

    return spoil


def crew(hits: int) -> Spoil:
    return lambda play: setattr(play.state.crew["a.d"], "hits", hits)


def gun(**figures: int) -> Spoil:
    def spoil(play: Match) -> None:
        for name, value in figures.items():
            setattr(play.state.cars["a"].guns[0], name, value)

    return spoil


def moment(**figures: object) -> Spoil:
    def spoil(play: Match) -> None:
        for name, value in figures.items():
            setattr(play.state.moment, name, value)

    return spoil


def twice(number: int, who: str) -> Spoil:
    """A change that logs two attacks of one car in one round."""

    def spoil(play: Match) -> None:
        play.note("attack", "RH-085", play.state.cars["a"], crew="a.d", number=0)
        play.note("attack", "RH-085", play.state.cars["a"], crew=who, number=number)

    return spoil


def put_on(side: str, points: int) -> Spoil:
    return lambda play: play.state.cars["a"].armor.__setitem__(side, points)


class Miscounted:
    """The score of a duel in which the first car has other figures."""

    def __init__(self, score: RunningScore, figures: Mapping[str, Any]) -> None:
        self._score, self._figures = score, figures

    def car_score(self, car: str) -> CarScore:
        score = self._score.car_score(car)
        return score._replace(**self._figures) if car == "a" else score

    def __getattr__(self, name: str) -> Any:
        return getattr(self._score, name)


def score(**figures: Any) -> Spoil:
    """A change of what the scorer has of the first car."""

    def spoil(play: Match) -> None:
        assert play.score is not None
        play.score = Miscounted(play.score, figures)

    return spoil


def two_purposes(play: Match) -> None:
    """Two dice for different things that no entry has recorded yet."""
    assert isinstance(play, Board)
    play.load(1, 2)
    for purpose in ("which tire", "crash table"):
        play.d6(purpose)


BROKEN = [
    ("an_entry_has_dice_of_one_purpose", two_purposes, "RH-080"),
    ("wrecks_and_undriven_cars_do_nothing", figure("status", CarStatus.COMPLETE_KILL), "RH-088"),
    ("cars_are_on_open_ground", figure("at", (42, 0)), "RH-003"),
    ("cars_are_on_open_ground", figure("at", (41, 0)), "RH-005"),
    ("one_car_fills_a_hex", figure("at", (6, 0)), "RH-003"),
    ("one_car_fills_a_hex", figure("at", (5, 0)), "RH-005"),
    ("facings_are_half_sides", figure("facing", 12), "RH-004"),
    ("facings_are_half_sides", figure("heading", -1), "RH-004"),
    ("only_uncontrolled_cars_face_corners", figure("facing", 1), "RH-004"),
    ("only_uncontrolled_cars_face_corners", figure("heading", 1), "RH-063"),
    ("speeds_stand_in_the_table", figure("speed", 33), "RH-022"),
    ("speeds_stand_in_the_table", figure("set_speed", 305), "RH-022"),
    ("half_steps_are_saved_one_at_a_time", figure("credit", 2), "RH-023"),
    ("half_steps_are_saved_one_at_a_time", figure("credit", -1), "RH-023"),
    ("points_are_never_negative", put_on("top", -1), "RH-085"),
    ("points_are_never_negative", put_on("top", 11), "RH-085"),
    ("points_are_never_negative", figure("tires", [8, 8, 8, 9]), "RH-077"),
    ("points_are_never_negative", figure("power_plant", 9), "RH-085"),
    ("points_are_never_negative", gun(dp=4), "RH-085"),
    ("shots_are_counted", gun(shots=-2), "RH-085"),
    ("shots_are_counted", gun(shots=-1), "RH-085"),
    ("shots_are_counted", gun(shots=21), "RH-085"),
    ("nobody_loses_more_points_than_they_have", crew(4), "RH-076"),
    ("nobody_loses_more_points_than_they_have", crew(-1), "RH-076"),
    ("lost_tires_lower_the_base", figure("tires", [0, 8, 8, 8]), "RH-077"),
    ("lost_tires_lower_the_base", figure("base_hc", 3), "RH-077"),
    ("only_uncontrolled_cars_have_rolls_left", figure("rolls_left", 1), "RH-062"),
    ("only_uncontrolled_cars_have_rolls_left", several(rolls_left=-1, pending=ControlLoss.SPIN), "RH-062"),
    ("cars_lie_on_a_side", figure("rest_side", "under"), "RH-066"),
    ("kills_are_scored_once", figure("status", CarStatus.MOBILITY_KILL), "RH-090"),
    ("kills_are_scored_once", score(mobility_kill={"b": Fraction(1)}, kills=Fraction(-20)), "RH-090"),
    ("points_of_kills_add_up", score(kills=Fraction(20)), "RH-090"),
    ("points_of_kills_add_up", score(kills=Fraction(-40), mobility_kill={"b": Fraction(1)}), "RH-090"),
    ("nobody_scores_against_their_own_team", score(mobility_kill={"a": Fraction(1)}), "RH-090"),
    ("phases_are_five", moment(phase=6), "RH-020"),
    ("phases_are_five", moment(turn=31), "RH-089"),
    ("cars_act_in_the_order_of_their_ids", moment(queue=["b", "a"]), "RH-088"),
    ("one_attack_a_round", twice(1, "a.d"), "RH-088"),
    ("one_attack_a_round", twice(0, "a.g"), "RH-088"),
    ("recovery_never_passes_the_base", figure("hc", 5), "RH-037"),
    ("stuck_cars_are_scored", figure("power_plant", 0), "RH-067"),
    ("skids_have_rolls_left", figure("pending", ControlLoss.SKID), "RH-062"),
    ("skids_have_rolls_left", figure("pending", ControlLoss.FISHTAIL), "RH-062"),
    ("stopped_cars_keep_no_half_step", figure("credit", 1), "RH-023"),
    ("every_round_has_a_digest", lambda play: play.log.digests.append((1, 2, "")), "RH-080"),
]


BROKEN_IN_THE_FIRST_EDITION = [
    ("kills_are_scored_once", figure("status", CarStatus.MOBILITY_KILL)),
    ("kills_are_scored_once", figure("killed_by", ["b"])),
    ("points_of_kills_add_up", figure("points", 20)),
    (
        "nobody_scores_against_their_own_team",
        several(status=CarStatus.MOBILITY_KILL, killed_by=["a"], points=0),
    ),
]


WATCHED = pytest.mark.rule(
    "RH-003", "RH-004", "RH-005", "RH-020", "RH-022", "RH-023", "RH-030", "RH-037", "RH-062", "RH-063", "RH-066",
    "RH-067", "RH-076", "RH-077", "RH-080", "RH-085", "RH-088", "RH-089", "RH-090",
)  # fmt: skip


def standing(switches: Mapping[str, Any] | None = None, *, edition: int = EDITION) -> Board:
    """Two cars at rest at the end of their first round."""
    play = Board(Car("a"), Car("b", at=(3, 0)), phase=5, switches=switches, edition=edition)
    play.log.digests.append((1, 1, "0"))
    return play


@WATCHED
def test_the_board_itself_breaks_no_law() -> None:
    play = LAWS.watch_match(standing())
    play.note("turn_end", "RH-020")
    assert [entry.kind for entry in play.log.entries] == ["turn_end"]


@WATCHED
@pytest.mark.parametrize(
    "spoil",
    [
        several(credit=1, speed=5),
        figure("power_plant", 0),
        put_on("top", 0),
        put_on("top", 10),
        gun(dp=0),
        gun(shots=0),
        gun(shots=20),
        crew(3),
        several(rolls_left=1, pending=ControlLoss.SKID),
        figure("hc", 4),
        figure("hc", -9),
    ],
)
def test_a_figure_at_its_edge_breaks_no_law(spoil: Spoil) -> None:
    play = standing()
    spoil(play)
    LAWS.watch_match(play)
    play.note("step", "RH-003")
    assert len(play.log.entries) == 1


@pytest.mark.rule("RH-088")
def test_two_of_a_crew_with_a_weapon_each_break_no_law() -> None:
    play = LAWS.watch_match(standing())
    twice(1, "a.g")(play)
    assert len(play.log.entries) == 2


@pytest.mark.rule("RH-090")
def test_kills_that_the_scorer_scored_break_no_law() -> None:
    play = standing()
    LAWS.watch_match(play)
    victim = play.state.cars["a"]
    victim.power_plant = 0
    update_kill_status(play, victim, by="b")
    play.close()
    play.note("turn_end", "RH-020")
    victim.speed, victim.guns[0].shots = 0, 0
    play.close(turn=2)
    play.log.digests.append((1, 2, "0"))
    play.note("turn_end", "RH-020")
    assert play.points() == {"a": -40, "b": 40}


@pytest.mark.rule("RH-002", "RH-090")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("law", ["kills", "points"])
def test_a_car_whose_figures_a_commissioner_set_breaks_no_law_of_kills(edition: int, law: str) -> None:
    play = standing(edition=edition)
    spoil = figure("points", 20) if edition == 1 else score(kills=Fraction(20))
    (figure("status", CarStatus.MOBILITY_KILL) if law == "kills" else spoil)(play)
    play.overridden.add("a")
    LAWS.watch_match(play)
    play.note("turn_end", "RH-020")
    assert len(play.log.entries) == 1


@pytest.mark.rule("RH-090")
def test_kills_that_the_first_edition_scored_break_no_law() -> None:
    play = standing(edition=1)
    car, victim = play.state.cars.values()
    car.status, car.killed_by, car.points, victim.points = CarStatus.MOBILITY_KILL, ["b"], -20, 20
    LAWS.watch_match(play)
    play.note("turn_end", "RH-020")
    car.status, car.killed_by, car.points = CarStatus.COMPLETE_KILL, ["b", ""], -40
    play.note("turn_end", "RH-020")
    assert [entry.kind for entry in play.log.entries] == ["turn_end"] * 2


@pytest.mark.rule("RH-020", "RH-089")
def test_the_last_phase_of_the_last_round_breaks_no_law() -> None:
    play = LAWS.watch_match(standing())
    play.state.moment.turn, play.state.moment.phase = 30, 5
    play.note("step", "RH-003")
    play.state.moment.phase = 0
    play.note("step", "RH-003")
    assert len(play.log.entries) == 2


@pytest.mark.rule(
    "RH-003",
    "RH-004",
    "RH-005",
    "RH-020",
    "RH-022",
    "RH-023",
    "RH-037",
    "RH-062",
    "RH-063",
    "RH-066",
    "RH-067",
    "RH-076",
    "RH-077",
    "RH-080",
    "RH-085",
    "RH-088",
    "RH-089",
    "RH-090",
)
@pytest.mark.parametrize(("law", "spoil"), [(law, spoil) for law, spoil, _ in BROKEN])
def test_a_law_sees_what_is_wrong(law: str, spoil: Spoil) -> None:
    play = standing()
    spoil(play)
    LAWS.watch_match(play)
    last = "attack" if law in {"one_attack_a_round", "wrecks_and_undriven_cars_do_nothing"} else "turn_end"
    with pytest.raises(LawBroken) as broken:
        play.note(last, "RH-085", play.state.cars["a"], crew="b.d", number=7)
    assert law in broken.value.laws


@pytest.mark.rule("RH-089", "RH-090")
@pytest.mark.parametrize(("law", "spoil"), BROKEN_IN_THE_FIRST_EDITION)
def test_a_law_sees_what_is_wrong_in_the_first_edition(law: str, spoil: Spoil) -> None:
    play = standing(edition=1)
    spoil(play)
    LAWS.watch_match(play)
    with pytest.raises(LawBroken) as broken:
        play.note("turn_end", "RH-085")
    assert law in broken.value.laws


@pytest.mark.rule("RH-089", "RH-090")
def test_matches_of_the_first_edition_break_no_law() -> None:
    for seed in range(8):
        packet = replace(random_packet(seed), edition=1)
        play = LAWS.watch_match(engine.start(setup_from_packet(packet), dice()))
        while not engine.is_over(play):
            engine.step(play)
        assert play.record is play.score is None


def test_every_law_was_seen_broken_and_there_are_enough_of_them() -> None:
    assert set(LAWS.names) == {law for law, _, _ in BROKEN}
    assert len(LAWS.names) == len(set(LAWS.names)) >= 15


@pytest.mark.rule("RH-085")
def test_a_weapon_without_end_keeps_it() -> None:
    design = PLAIN.weapons[0]
    play = Board(Car("a"), Car("b", at=(3, 0)))
    assert design.shots == 20
    play.designs["a"] = type(PLAIN)(
        **{name: getattr(PLAIN, name) for name in PLAIN.__slots__} | {"weapons": (_endless(design),)}
    )
    LAWS.watch_match(play)
    with pytest.raises(LawBroken, match="had no end of shots and has 20"):
        play.note("step", "RH-003")


def _endless(weapon: Any) -> Any:
    return type(weapon)(**{name: getattr(weapon, name) for name in weapon.__slots__} | {"shots": None})
