"""The laws of a match: a whole engine breaks none, and each law detects an engine broken on purpose."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.core.dice import Dice, KeyRing
from rules.dethmatch import engine
from rules.dethmatch.combat import attacks, dropped_weapons, shooting
from rules.dethmatch.crew import checks, initiative
from rules.dethmatch.damage import criticals, damage, injuries
from rules.dethmatch.driving import movement_points, out_of_control, speed, standstill, uncontrolled
from rules.dethmatch.editions import EDITION
from rules.dethmatch.events import lap_race
from rules.dethmatch.events.flags import FlagsEvent
from rules.dethmatch.events.lap_race import LapRace
from rules.dethmatch.events.last_car import LastCar
from rules.dethmatch.first_autopilot import pilot
from rules.dethmatch.match.match import Match
from rules.dethmatch.movement import moves
from rules.dethmatch.play import heats
from rules.dethmatch.play.laws import LAWS
from rules.dethmatch.weapons import weapon_use
from rules.match.laws import LawBroken
from tests.rules.dethmatch import breakages
from tests.rules.dethmatch.breakages import Breakage, all_of, first, instead
from tests.rules.dethmatch.chance_matches import random_match

BROKEN = [
    pytest.param(
        Breakage("every_die_fits_its_entry", instead(Match, "has_unrecorded_dice", False), "last_car"),
        id="a die for the nearest that the next entry tells",
        marks=pytest.mark.rule("DM-M-001", "DM-M-088", "DM-M-118"),
    ),
    pytest.param(
        Breakage("what_is_knocked_out_checks_nothing", instead(checks, "KNOCKED_OUT", frozenset()), "last_car"),
        id="a wreck that checks",
        marks=pytest.mark.rule("DM-M-079", "DM-M-110"),
    ),
    pytest.param(
        Breakage("stands_on_the_track", instead(moves, "SIDES", 7), "last_car"),
        id="a seventh side to turn to",
        marks=pytest.mark.rule("DM-M-008"),
    ),
    pytest.param(
        Breakage(
            "stands_on_the_track",
            instead(LastCar, "place_on_grid", breakages.inside_the_wall),
            "last_car",
            track="the_sump",
        ),
        id="a grid inside the walls",
        marks=pytest.mark.rule("DM-M-079"),
    ),
    pytest.param(
        Breakage("one_car_fills_a_hex", instead(moves, "move_into", breakages.through_others), "last_car", 1),
        id="cars that go through one another",
        marks=pytest.mark.rule("DM-M-008", "DM-M-079"),
    ),
    pytest.param(
        Breakage("speed_is_never_negative", instead(speed, "slow", breakages.below_nothing), "last_car", 3),
        id="speed lost that was not there",
        marks=pytest.mark.rule("DM-M-047"),
    ),
    pytest.param(
        Breakage(
            "handling_is_within_its_maximum", instead(engine, "recover_handling", breakages.one_too_many), "flags"
        ),
        id="handling recovered without end",
        marks=pytest.mark.rule("DM-M-067"),
    ),
    pytest.param(
        Breakage(
            "handling_is_within_its_maximum", instead(engine, "recover_handling", breakages.broken_and_well), "", 5
        ),
        id="a broken suspension that recovers",
        marks=pytest.mark.rule("DM-M-034"),
    ),
    pytest.param(
        Breakage("fuel_is_within_its_tank", instead(speed, "spend_fuel", breakages.on_an_empty_tank), "flags", 2),
        id="an engine that runs on nothing",
        marks=pytest.mark.rule("DM-M-048"),
    ),
    pytest.param(
        Breakage("fuel_is_within_its_tank", first(heats, "begin", breakages.over_the_brim), "flags", 2),
        id="a tank filled over the brim",
        marks=pytest.mark.rule("DM-M-048"),
    ),
    pytest.param(
        Breakage(
            "armor_is_what_the_body_has_lost", instead(criticals, "_body", breakages.twice_the_armor), "last_car", 1
        ),
        id="armor that goes by twos",
        marks=pytest.mark.rule("DM-M-107"),
    ),
    pytest.param(
        Breakage(
            "armor_is_what_the_body_has_lost", instead(criticals, "_body", breakages.below_the_skin), "last_car", 1
        ),
        id="armor below none",
        marks=pytest.mark.rule("DM-M-107"),
    ),
    pytest.param(
        Breakage("magazines_stop_at_nothing", instead(attacks, "spend", breakages.by_twos), "last_car"),
        id="two rounds a shot",
        marks=pytest.mark.rule("DM-M-093"),
    ),
    pytest.param(
        Breakage("points_are_never_owed", instead(movement_points, "_take", breakages.owed), "last_car", 1),
        id="points taken that are not there",
        marks=pytest.mark.rule("DM-M-051", "DM-M-052"),
    ),
    pytest.param(
        Breakage("points_are_never_owed", instead(movement_points, "PHASES_PER_TURN", 4), "last_car", 4),
        id="thirds by four",
        marks=pytest.mark.rule("DM-M-051"),
    ),
    pytest.param(
        Breakage(
            "points_are_never_owed", instead(movement_points, "_use_option", breakages.two_for_one), "lap_race", 3
        ),
        id="options at twice the price",
        marks=pytest.mark.rule("DM-M-054"),
    ),
    pytest.param(
        Breakage("what_stands_has_no_points", instead(speed, "drop_points", breakages.nothing), "last_car", 1),
        id="points kept by who has stopped",
        marks=pytest.mark.rule("DM-M-052"),
    ),
    pytest.param(
        Breakage(
            "what_stands_is_under_control",
            instead(standstill, "stop_losing_control", breakages.nothing),
            "last_car",
            1,
        ),
        id="skids that never end",
        marks=pytest.mark.rule("DM-M-070", "DM-M-074"),
    ),
    pytest.param(
        Breakage("wrecks_do_not_move", instead(uncontrolled, "roll_on", breakages.a_wreck_at_once), "", 4),
        id="wrecks that roll on",
        marks=pytest.mark.rule("DM-M-092", "DM-M-134"),
    ),
    pytest.param(
        Breakage("weapons_keep_their_rate", instead(shooting, "weapon_refusal", lambda *args, **kwargs: None), "", 4),
        id="guns that never rest",
        marks=pytest.mark.rule("DM-M-093"),
    ),
    pytest.param(
        Breakage(
            "one_weapon_each", instead(shooting, "competitor_refusal", lambda *args, **kwargs: None), "last_car", 2
        ),
        id="all guns at once",
        marks=pytest.mark.rule("DM-M-094"),
    ),
    pytest.param(
        Breakage(
            "abilities_are_used_up",
            instead(checks, "may_use", lambda play, crew, source: bool(play.talent_count(crew.id, source))),
            "last_car",
            9,
        ),
        id="second throws without end",
        marks=pytest.mark.rule("DM-M-113", "DM-M-116"),
    ),
    pytest.param(
        Breakage(
            "everybody_sits_once",
            instead(heats, "initial_car_sheet", breakages.one_for_all(heats.initial_car_sheet)),
            "",
            4,
        ),
        id="one driver for every car",
        marks=pytest.mark.rule("DM-M-038"),
    ),
    pytest.param(
        Breakage("flags_are_in_one_place", instead(FlagsEvent, "_bring_in", breakages.still_in_hand), "flags", 2),
        id="a flag brought in and kept",
        marks=pytest.mark.rule("DM-M-137"),
    ),
    pytest.param(
        Breakage("flags_are_in_one_place", instead(FlagsEvent, "_take", breakages.on_the_ground_as_well), "flags", 2),
        id="a flag taken and left",
        marks=pytest.mark.rule("DM-M-137"),
    ),
    pytest.param(
        Breakage(
            "markers_lie_on_the_track", instead(dropped_weapons, "_behind", breakages.beyond_the_map), "last_car", 2
        ),
        id="markers that fall off the map",
        marks=pytest.mark.rule("DM-M-101"),
    ),
    pytest.param(
        Breakage(
            "heats_end_in_time",
            instead(LastCar, "is_over", breakages.never),
            "last_car",
            4,
            switches={"dethmatch.arena_turn_limit": 2},
        ),
        id="a heat without end",
        marks=pytest.mark.rule("DM-M-128"),
    ),
    pytest.param(
        Breakage(
            "teams_have_points",
            instead(LastCar, "points", breakages.in_debt),
            "last_car",
            4,
            switches={"dethmatch.arena_turn_limit": 2},
        ),
        id="points taken from a team",
        marks=pytest.mark.rule("DM-M-135"),
    ),
    pytest.param(
        Breakage(
            "points_were_spent", instead(movement_points, "must_spend_remainder", lambda *args: False), "last_car", 1
        ),
        id="remainders put by",
        marks=pytest.mark.rule("DM-M-051"),
    ),
    pytest.param(
        Breakage("damage_has_come_to_criticals", instead(damage, "suffer", breakages.no_criticals), "last_car", 4),
        id="hits that come to nothing",
        marks=pytest.mark.rule("DM-M-106"),
    ),
    pytest.param(
        Breakage("the_wounded_are_out", instead(injuries, "put_out_of_action", breakages.not_yet), "last_car", 1),
        id="wounds nobody minds",
        marks=pytest.mark.rule("DM-M-108"),
    ),
    pytest.param(
        Breakage("nobody_drives_out_of_action", instead(uncontrolled, "roll_on", breakages.nothing), "last_car", 1),
        id="the dead at the wheel",
        marks=pytest.mark.rule("DM-M-092"),
    ),
    pytest.param(
        Breakage("oil_and_smoke_are_gone", instead(dropped_weapons, "clear_up", breakages.nothing), "last_car", 4),
        id="smoke that stays",
        marks=pytest.mark.rule("DM-M-102", "DM-M-104"),
    ),
    pytest.param(
        Breakage("the_order_is_by_initiative", first(initiative, "roll_initiative", breakages.but_one), "flags", 2),
        id="somebody who never acts",
        marks=pytest.mark.rule("DM-M-042"),
    ),
    pytest.param(
        Breakage(
            "the_order_is_by_initiative", first(initiative, "roll_initiative", breakages.the_quick_first), "flags", 2
        ),
        id="the quick before the slow",
        marks=pytest.mark.rule("DM-M-042"),
    ),
    pytest.param(
        Breakage("a_car_moves_one_hex_at_a_time", instead(moves, "move_into", breakages.two_hexes), "last_car"),
        id="two hexes a point",
        marks=pytest.mark.rule("DM-M-055"),
    ),
    pytest.param(
        Breakage("a_car_turns_one_side_at_a_time", instead(moves, "turn", breakages.about_turn), "last_car"),
        id="two sides a turn",
        marks=pytest.mark.rule("DM-M-055"),
    ),
    pytest.param(
        Breakage("nobody_moves_without_a_point", first(out_of_control, "recover", breakages.for_nothing), "last_car"),
        id="a hex for nothing",
        marks=pytest.mark.rule("DM-M-050"),
    ),
    pytest.param(
        Breakage("one_point_per_entry", instead(moves, "spend_point", breakages.untold), "last_car"),
        id="points spent without a word",
        marks=pytest.mark.rule("DM-M-050"),
    ),
    pytest.param(
        Breakage("time_goes_on", first(dropped_weapons, "clear_up", breakages.a_turn_left_out), "last_car"),
        id="a turn left out",
        marks=pytest.mark.rule("DM-M-041"),
    ),
    pytest.param(
        Breakage("every_roll_has_its_entry", instead(Match, "note", breakages.forgets_rolls), "last_car"),
        id="rolls nobody is told of",
        marks=pytest.mark.rule("DM-M-001"),
    ),
    pytest.param(
        Breakage("every_entry_cites_its_rule", instead(Match, "note", breakages.by_no_rule), "last_car"),
        id="what happens by no rule",
        marks=pytest.mark.rule("DM-M-001"),
    ),
    pytest.param(
        Breakage(
            "cars_that_are_out_do_nothing", first(injuries, "put_out_of_action", breakages.fires_on), "last_car", 1
        ),
        id="the dead who fight on",
        marks=pytest.mark.rule("DM-M-109"),
    ),
    pytest.param(
        Breakage(
            "an_undriven_car_does_nothing",
            instead(lap_race, "can_make_progress", lambda *args: True),
            "lap_race",
            edition=EDITION,
        ),
        id="a lap that nobody drives",
        marks=pytest.mark.rule("DM-M-092", "DM-M-136"),
    ),
    pytest.param(
        Breakage(
            "weapons_are_held",
            all_of(
                instead(weapon_use, "event_of", breakages.without_a_hold),
                instead(pilot, "event_of", breakages.without_a_hold),
            ),
            "lap_race",
            3,
        ),
        id="shots on the first lap",
        marks=pytest.mark.rule("DM-M-133"),
    ),
    pytest.param(
        Breakage("triggers_lay_their_markers", instead(dropped_weapons, "_fall", breakages.falls_on), "last_car", 5),
        id="a trigger that sticks",
        marks=pytest.mark.rule("DM-M-101"),
    ),
    pytest.param(
        Breakage(
            "a_lap_is_every_checkpoint",
            instead(LapRace, "on_hex_entered", breakages.without_checkpoints),
            "lap_race",
            3,
        ),
        id="laps by the shortest way",
        marks=pytest.mark.rule("DM-M-136"),
    ),
    pytest.param(
        Breakage(
            "credits_match_the_entries", instead(criticals, "credit", breakages.for_own_cars_too), "last_car", 2
        ),
        id="credit for one's own",
        marks=pytest.mark.rule("DM-M-139"),
    ),
    *breakages.BY_MODEL,
]
MOST_TRIED = 12


def watched(seed: int, breakage: Breakage | None = None, *, event: str = "") -> None:
    """Play the match of a seed to its end with every law checked, or only the one that must detect a breakage."""
    setup = random_match(seed, event=event, track="" if breakage is None else breakage.track)
    if breakage is not None:
        setup = replace(setup, edition=breakage.edition, switches=breakage.switches or setup.switches)
    laws = LAWS.names if breakage is None else (breakage.law,)
    match = LAWS.watch_match(engine.start(setup, Dice(KeyRing(b"laws", {setup.match: ""}))), laws)
    while not engine.is_over(match):
        engine.step(match)


def tried(breakage: Breakage) -> None:
    """Play random matches, beginning with the one that is known to show the breakage."""
    for seed in range(breakage.seed, breakage.seed + MOST_TRIED):
        watched(seed, breakage, event=breakage.event)


@pytest.mark.parametrize("breakage", BROKEN)
def test_a_broken_engine_is_found_by_the_law_it_breaks(breakage: Breakage, monkeypatch: pytest.MonkeyPatch) -> None:
    breakage.patch(monkeypatch)
    with pytest.raises(LawBroken, match=rf"after entry \d+ .*: {breakage.law}: ") as broken:
        tried(breakage)
    assert broken.value.laws == {breakage.law}


@pytest.mark.rule(
    "DM-M-001", "DM-M-008", "DM-M-034", "DM-M-038", "DM-M-041", "DM-M-042", "DM-M-047", "DM-M-048",
    "DM-M-050", "DM-M-051", "DM-M-052", "DM-M-054", "DM-M-055", "DM-M-067", "DM-M-070", "DM-M-074",
    "DM-M-079", "DM-M-092", "DM-M-093", "DM-M-094", "DM-M-101", "DM-M-102", "DM-M-104", "DM-M-106",
    "DM-M-107", "DM-M-108", "DM-M-109", "DM-M-113", "DM-M-116", "DM-M-128", "DM-M-133", "DM-M-134",
    "DM-M-135", "DM-M-136", "DM-M-137", "DM-M-139",
)  # fmt: skip
@pytest.mark.parametrize(("event", "seed"), [("lap_race", 3), ("flags", 2), ("last_car", 1)])
def test_the_whole_engine_breaks_no_law(event: str, seed: int) -> None:
    watched(seed, event=event)


def test_every_law_has_an_engine_that_breaks_it() -> None:
    assert {case.values[0].law for case in BROKEN} == set(LAWS.names)  # type: ignore[union-attr]
    assert len(LAWS.names) == len(set(LAWS.names)) > 30


def test_every_law_is_written_down() -> None:
    page = Path(__file__).parents[3] / "docs" / "match-laws.md"
    assert re.findall(r"^\| `(\w+)` \|", page.read_text(encoding="utf-8"), re.MULTILINE) == list(LAWS.names)
