"""Every law of a skirmish reports when it is broken, and reports nothing while it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rules.carcult.match.match import Match
from rules.carcult.match.state import EXPLODED, IMMOBILE, LEFT, OFF_TABLE, CarState, DamagePlacement
from rules.carcult.play.laws import DICE_ENTRIES, LAWS
from rules.match.laws import LawBroken
from tests.rules.carcult.boards import Board, Car, mine

Change = Callable[[Match, CarState, CarState], None]
CARDS = ("dangerous_driver", "machine_gun", "mines", "armor_2")


def table(**switches: Any) -> Board:
    """Two cars with tokens on them, in the first activation of the first round."""
    return Board(
        Car(id="a1", cards=CARDS, at=(1000, 1000), tracks={"engine": "SS...", "machine_gun": "S."}, driver="ada"),
        Car(id="b1", cards=CARDS, at=(3000, 3000), tracks={"engine": "SSS.."}),
        switches=switches,
    )  # fmt: skip


def broken_by(
    change: Change,
    kind: str = "look",
    *,
    of: str = "a1",
    rule: str = "CC-010",
    more: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
) -> frozenset[str]:
    """The laws that a change breaks, checked at an entry of that kind."""
    play = table(**(switches or {}))
    LAWS.watch_match(play)
    change(play, play.car(), play.car("b1"))
    try:
        play.note(kind, rule, play.state.cars[of] if of else None, **(more or {}))
    except LawBroken as broken:
        return broken.laws
    return frozenset()


def nothing(play: Match, first: CarState, second: CarState) -> None:
    return None


def held(name: str, *track: int) -> Change:
    def change(play: Match, first: CarState, second: CarState) -> None:
        first.tracks[name] = list(track)

    return change


def being(name: str, value: Any) -> Change:
    def change(play: Match, first: CarState, second: CarState) -> None:
        setattr(first, name, value)

    return change


def marked(**fields: Any) -> Change:
    def change(play: Match, first: CarState, second: CarState) -> None:
        play.state.markers.append(mine(1000, 1000, **fields))
        play.state.laid = 1

    return change


def marked_at(x: int, y: int) -> Change:
    def change(play: Match, first: CarState, second: CarState) -> None:
        play.state.markers.append(mine(x, y))
        play.state.laid = 1

    return change


def after(*kinds: str) -> Change:
    """A change that first logs entries of those kinds for the first car."""

    def change(play: Match, first: CarState, second: CarState) -> None:
        play.watch = None
        first.acted = second.acted = True
        for kind in kinds:
            play.note(kind, "CC-010", first)
        LAWS.watch_match(play)

    return change


def done(play: Match, first: CarState, second: CarState) -> None:
    first.acted = second.acted = True


def then(*changes: Change) -> Change:
    def change(play: Match, first: CarState, second: CarState) -> None:
        for single_change in changes:
            single_change(play, first, second)

    return change


def late(play: Match, first: CarState, second: CarState) -> None:
    play.moment.turn = 13


def last_round(play: Match, first: CarState, second: CarState) -> None:
    play.moment.turn = 12


def hurt(play: Match, first: CarState, second: CarState) -> None:
    play.state.crew["ada"].wounds = 1


def back_in_time(play: Match, first: CarState, second: CarState) -> None:
    after("look")(play, first, second)
    play.moment.phase = 0


def thrown(play: Match, first: CarState, second: CarState) -> None:
    assert play.stream is not None
    play.stream._loaded = [4]
    play.die(20, "for nothing")


def thrown_for_two(play: Match, first: CarState, second: CarState) -> None:
    """Two dice for different things that no entry has recorded yet."""
    assert play.stream is not None
    play.stream._loaded = [4, 5]
    for purpose in ("attack on b1", "reroll"):
        play.die(20, purpose)


def wounded(play: Match, first: CarState, second: CarState) -> None:
    done(play, first, second)
    play.state.crew["ada"].wounds = 2


def out_and_wounded(play: Match, first: CarState, second: CarState) -> None:
    done(play, first, second)
    play.state.crew["ada"].out, play.state.crew["ada"].wounds = True, 1


def guessed(play: Match, first: CarState, second: CarState) -> None:
    done(play, first, second)
    play.state.guesses = {"b1": 3}


def asked(play: Match, first: CarState, second: CarState) -> None:
    done(play, first, second)
    play.state.placing = DamagePlacement(car="a1", side="owner", components=["engine", "mines"])


def covered(play: Match, first: CarState, second: CarState) -> None:
    done(play, first, second)
    for track in first.tracks.values():
        track[:] = [2] * len(track)


ENGINE = {"engine": [1, 1, 0, 0, 0]}
DAMAGED = {"component": "engine", "az": 5, "by": "", "why": "brakes", "placed_by": "owner"}


def told(before: list[int], after_damage: list[int], **more: Any) -> dict[str, Any]:
    """The fields of an entry for damage on the engine."""
    return {"before": {"engine": before}, "after": {"engine": after_damage}, **DAMAGED, **more}


SOUND, HURT = [1, 1, 0, 0, 0], [1, 1, 0, 0, 2]
PUT = {"generated": 5, "lost": 0}

BROKEN: list[tuple[str, Change, dict[str, Any]]] = [
    ("tracks_are_as_long_as_their_cards", held("engine", 1, 1, 0, 0), {}),
    ("tracks_are_as_long_as_their_cards", held("wings", 0), {}),
    ("one_token_lies_on_an_az", held("engine", 1, 4, 0, 0, 0), {}),
    ("armor_holds_no_speed", held("armor", 1, 0), {}),
    ("only_droppers_are_used_up", held("engine", 3, 3, 3, 3, 3), {}),
    ("guns_fire_and_droppers_lay", nothing, {"kind": "attack", "more": {"weapon": "ram"}}),
    ("guns_fire_and_droppers_lay", nothing, {"kind": "hits", "more": {"weapon": "mines"}}),
    ("guns_fire_and_droppers_lay", nothing, {"kind": "lay", "more": {"card": "machine_gun"}}),
    ("cards_are_printed", held("machine_gun", 1), {}),
    ("every_car_has_a_valid_status", being("status", "asleep"), {}),
    ("every_car_has_a_valid_status", being("status", LEFT), {}),
    ("an_immobile_car_has_a_dead_engine", being("status", IMMOBILE), {}),
    ("an_immobile_car_has_a_dead_engine", held("engine", 2, 2, 2, 2, 2), {}),
    ("exploded_cars_were_covered", being("status", EXPLODED), {}),
    ("cars_off_the_table_do_nothing", being("status", EXPLODED), {"kind": "move"}),
    ("cars_off_the_table_do_nothing", being("status", EXPLODED), {"kind": "hits"}),
    ("cars_stay_on_the_table", being("x", -1), {}),
    ("cars_stay_on_the_table", being("x", 4801), {}),
    ("cars_stay_on_the_table", being("y", -1), {}),
    ("cars_stay_on_the_table", being("y", 4801), {}),
    ("cars_stay_on_the_table", being("heading", 360), {}),
    ("cars_stay_on_the_table", being("heading", -1), {}),
    ("a_dead_engine_moves_nothing", being("status", IMMOBILE), {"kind": "move"}),
    (
        "acceleration_is_within_the_plug",
        nothing,
        {"kind": "allocate", "more": {"before": ENGINE, "after": {"engine": [1, 1, 1, 1, 1]}, **PUT}},
    ),
    (
        "acceleration_is_within_the_plug",
        being("shifted", True),
        {"kind": "allocate", "more": {"before": ENGINE, "after": {"engine": [1, 1, 1, 0, 0]}, **PUT, "lost": 4}},
    ),
    (
        "allocated_tokens_were_generated",
        nothing,
        {"kind": "allocate", "more": {"before": ENGINE, "after": {"engine": [1, 1, 1, 0, 0]}, **PUT}},
    ),
    (
        "allocated_tokens_were_generated",
        nothing,
        {
            "kind": "allocate",
            "more": {"before": ENGINE, "after": {"engine": [1, 1, 1, 1, 0]}, "generated": 1, "lost": -1},
        },
    ),
    *(
        (
            "bonus_tokens_match_the_setting",
            nothing,
            {"kind": "allocate", "more": {"before": {}, "after": {}, **PUT, "bonus": {giver: 1}}},
        )
        for giver in ("the scenario", "a1", "b1", "z9")
    ),
    ("damage_is_one_token_at_a_time", nothing, {"kind": "damage", "more": told(SOUND, SOUND)}),
    ("damage_is_one_token_at_a_time", nothing, {"kind": "damage", "more": told(SOUND, [1, 1, 0, 2, 2])}),
    ("damage_is_one_token_at_a_time", nothing, {"kind": "damage", "more": told(SOUND, [1, 1, 0, 0, 1])}),
    ("damage_is_one_token_at_a_time", nothing, {"kind": "damage", "more": told(SOUND, HURT)}),
    ("nobody_is_credited_for_their_own_side", being("caused", 1), {"kind": "turn_end", "of": ""}),
    (
        "nobody_is_credited_for_their_own_side",
        nothing,
        {"kind": "damage", "rule": "CC-041", "more": told(SOUND, HURT, by="b1")},
    ),
    ("markers_belong_to_a_car_with_the_card", marked(id=2), {}),
    ("markers_belong_to_a_car_with_the_card", marked(id=0), {}),
    ("markers_belong_to_a_car_with_the_card", marked(kind="oil"), {}),
    ("markers_belong_to_a_car_with_the_card", marked_at(-1, 0), {}),
    ("markers_belong_to_a_car_with_the_card", marked_at(4801, 0), {}),
    ("markers_belong_to_a_car_with_the_card", marked_at(0, -1), {}),
    ("markers_belong_to_a_car_with_the_card", marked_at(0, 4801), {}),
    ("markers_belong_to_a_car_with_the_card", then(marked(), marked()), {}),
    ("a_car_activates_once_a_round", after("acted"), {"kind": "acted"}),
    ("every_roll_has_its_entry", nothing, {"rule": "CC-1"}),
    ("every_roll_has_its_entry", thrown, {"kind": "move"}),
    ("an_entry_has_dice_of_one_purpose", thrown_for_two, {"kind": "hits"}),
    ("time_goes_on", back_in_time, {}),
    ("rounds_end_in_time", then(done, late), {"kind": "turn_end", "of": ""}),
    ("everybody_has_acted", nothing, {"kind": "turn_end", "of": ""}),
    ("covered_cars_have_exploded", covered, {"kind": "turn_end", "of": ""}),
    ("guesses_are_forgotten", guessed, {"kind": "turn_end", "of": ""}),
    ("guesses_are_forgotten", asked, {"kind": "turn_end", "of": ""}),
    ("crew_conditions_are_consistent", wounded, {"kind": "turn_end", "of": ""}),
    ("crew_conditions_are_consistent", out_and_wounded, {"kind": "turn_end", "of": ""}),
    ("damage_is_never_undone", then(done, held("engine", 1, 1, 0, 0, 2)), {"kind": "turn_end", "of": ""}),
]
"""Laws, a change that breaks each, and the entry at which it is detected."""


@pytest.mark.rule(
    "CC-002", "CC-010", "CC-015", "CC-016", "CC-018", "CC-031", "CC-042", "CC-049", "CC-060", "CC-062", "CC-063",
    "CC-064", "CC-065", "CC-067", "CC-073", "CC-074", "CC-075", "CC-076", "CC-077", "CC-078", "CC-090", "CC-098",
    "CC-102",
)  # fmt: skip
@pytest.mark.parametrize(("law", "change", "seen"), BROKEN, ids=[f"{n} {row[0]}" for n, row in enumerate(BROKEN)])
def test_a_law_that_is_broken_is_named(law: str, change: Change, seen: dict[str, Any]) -> None:
    assert law in broken_by(change, **seen)


def test_every_law_has_something_that_breaks_it() -> None:
    assert {law for law, _, _ in BROKEN} == set(LAWS.names)
    assert len(LAWS.names) == len(set(LAWS.names)) >= 15


@pytest.mark.rule(
    "CC-002", "CC-010", "CC-015", "CC-016", "CC-018", "CC-031", "CC-042", "CC-049", "CC-060", "CC-062", "CC-063",
    "CC-064", "CC-065", "CC-067", "CC-073", "CC-074", "CC-075", "CC-076", "CC-077", "CC-078", "CC-090", "CC-098",
    "CC-102",
)  # fmt: skip
@pytest.mark.parametrize(
    ("change", "seen"),
    [
        (nothing, {}),
        (done, {"kind": "turn_end", "of": ""}),
        (after("look"), {"kind": "acted"}),
        (marked(), {}),
        (being("heading", 359), {}),
        (being("heading", 0), {}),
        (being("x", 4800), {}),
        (being("x", 0), {}),
        (being("y", 4800), {}),
        (being("y", 0), {}),
        (marked_at(0, 4800), {}),
        (marked_at(4800, 0), {}),
        (then(done, last_round), {"kind": "turn_end", "of": ""}),
        (then(done, hurt), {"kind": "turn_end", "of": ""}),
        (being("status", LEFT), {"switches": {"carcult.edge": "leave_play"}}),
        (held("mines", 3, 3, 3, 3), {}),
        (nothing, {"kind": "lay", "more": {"card": "mines"}}),
        (nothing, {"kind": "attack", "more": {"weapon": "machine_gun"}}),
        (nothing, {"kind": "damage", "rule": "CC-041", "more": told(SOUND, HURT)}),
        (nothing, {"kind": "damage", "more": told(SOUND, HURT), "switches": {"carcult.armor_scope": "attacks_only"}}),
        (held("armor", 2, 2), {"kind": "damage", "more": told(SOUND, HURT)}),
        (thrown, {"kind": "hits", "more": {"weapon": "machine_gun"}}),
        (
            nothing,
            {"kind": "allocate", "more": {"before": ENGINE, "after": {"engine": [1, 1, 1, 1, 0]}, **PUT, "lost": 3}},
        ),
        (
            being("shifted", True),
            {
                "kind": "allocate",
                "more": {"before": ENGINE, "after": {"engine": [1, 1, 1, 0, 0]}, **PUT, "lost": 4},
                "switches": {"carcult.shift_then_accelerate": True},
            },
        ),
    ],
)
def test_what_is_allowed_breaks_no_law(change: Change, seen: dict[str, Any]) -> None:
    assert broken_by(change, **seen) == frozenset()


def test_the_kinds_that_tell_dice_are_told_by_the_engine() -> None:
    assert {"look", "tie", "shift_dice", "hits", "toughness"} <= DICE_ENTRIES
    assert set(OFF_TABLE) == {EXPLODED, LEFT}
