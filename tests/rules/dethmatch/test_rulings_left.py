"""Rulings on line-ups, weight, heights, points and places that a close reading left, each worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.refusals import Refusal
from rules.core.switches import Setting
from rules.dethmatch.designs.design import Design, Mount
from rules.dethmatch.driving.handling import maximum_handling
from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.lap_race import race_order
from rules.dethmatch.match import fitted_car
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import IntervalOrder, PitOrder, Repair
from rules.dethmatch.match.state import CarState, CarStatus
from rules.dethmatch.pits import interval_repairs, loadouts, pit_stops
from rules.dethmatch.play import heats
from rules.dethmatch.ruleset import RULESET
from rules.dethmatch.setup.fixtures import fixture_errors, propose_fixture
from rules.dethmatch.setup.match_errors import fuel_warnings, setup_errors
from rules.match.packet import PackedCar, PackedDriver, PackedSeat, PackedTeam, Packet
from tests.rules.dethmatch.boards import PLAIN, Put, board
from tests.rules.dethmatch.matches import BLUE, RING, car, match, red, throw
from tests.rules.dethmatch.test_found_by_reading import YARD

LIFTED = replace(PLAIN, name="Lifted", mounts=(), adjustable="lowered")
SOLID, HEAVY = ItemEntry(id="solid", kind="tire_solid"), ItemEntry(id="heavy", kind="tire_heavy")


# ---------------------------------------------------------------------------------------------------- line-ups


def entered(*, teams: int, cars: int, **fields: Any) -> MatchSetup:
    """A race of so many teams with so many cars each."""
    made = tuple(
        TeamEntry(
            id=f"t{team}",
            cars=tuple(CarEntry(id=f"t{team}.c{n}", design=PLAIN, driver=f"t{team}.d{n}") for n in range(cars)),
            crew=tuple(CrewEntry(id=f"t{team}.d{n}") for n in range(cars)),
        )
        for team in range(teams)
    )
    return MatchSetup(**{"match": "m1", "event": "last_car", "track": "the_sump", "teams": made} | fields)


@pytest.mark.rule("DM-M-038")
@pytest.mark.parametrize(
    ("teams", "cars", "said", "too_many"),
    [
        (4, 3, None, 0),
        (4, 4, None, 4),
        (5, 2, None, 0),
        (5, 3, None, 5),
        (5, 3, 3, 0),
        (5, 2, 1, 5),
        (2, 2, 1, 2),
    ],
)
def test_a_team_has_three_cars_and_two_among_more_than_four_unless_the_match_says_how_many(
    teams: int, cars: int, said: int | None, too_many: int
) -> None:
    switches: dict[str, Setting] = {} if said is None else {"match.vehicles_per_team": said}
    found = setup_errors(entered(teams=teams, cars=cars, switches=switches))
    assert [error.rule for error in found if error.code == "too_many_cars"] == ["DM-M-038"] * too_many


@pytest.mark.rule("DM-M-038")
def test_the_sentence_says_how_many_cars_a_team_may_bring_here() -> None:
    told = [
        setup_error.sentence
        for setup_error in setup_errors(entered(teams=5, cars=3))
        if setup_error.code == "too_many_cars"
    ]
    assert told[0] == "t0 brings 3 cars and a team may bring 2: leave some at home."


# -------------------------------------------------------------------------------------------------------- fuel


@pytest.mark.rule("DM-M-035", "DM-M-036")
@pytest.mark.parametrize(
    ("event", "laps", "switches", "points", "short"),
    [
        ("last_car", 0, {}, 5, ""),  # 15 turns
        ("last_car", 0, {}, 4, "Its 4 fuel points do not last the 15 turns of the event."),
        ("last_car", 0, {"dethmatch.arena_turn_limit": 12}, 4, ""),
        ("last_car", 0, {"dethmatch.arena_turn_limit": 13}, 4, "do not last the 13 turns of the event."),
        ("lap_race", 1, {}, 3, ""),  # 8 turns
        ("lap_race", 1, {}, 2, "Its 2 fuel points do not last the 8 turns of the event."),
        ("lap_race", 0, {}, 7, "do not last the 24 turns of the event."),
        ("lap_race", 0, {}, 8, ""),
        ("lap_race", 0, {"dethmatch.race_laps": 7}, 18, "do not last the 56 turns of the event."),
        ("lap_race", 0, {"dethmatch.race_laps": 7}, 19, ""),
    ],
)
def test_a_tank_is_measured_by_the_turns_a_car_is_reckoned_to_drive_in_this_event(
    event: str, laps: int, switches: dict[str, Setting], points: int, short: str
) -> None:
    thirsty = replace(PLAIN, engine=16, fuel=16 * points)
    setup = match(red(car("c1", "ada", design=thirsty)), event=event, laps=laps, switches=switches).setup
    warned = fuel_warnings(setup)
    assert [(error.code, error.rule, error.warning) for error in warned] == [
        ("little_fuel", "DM-M-035", True)
    ] * bool(short)
    assert all(error.sentence.startswith("c1: ") and error.sentence.endswith(short) for error in warned)
    assert not [setup_error for setup_error in setup_errors(setup) if setup_error.code == "little_fuel"]


@pytest.mark.rule("DM-M-036")
@pytest.mark.parametrize(
    ("event", "told"),
    [("lap_race", ["c1: Its 8 fuel points do not last the 32 turns of the event."]), ("last_car", [])],
)
def test_a_line_up_is_told_that_its_fuel_may_not_last_this_event(event: str, told: list[str]) -> None:
    car = PackedCar(id="c1", dp=60, overhead=False, gunner_station=False, gearing=0, criticals=0, items=())
    traits = dict.fromkeys(("driving", "gunnery", "initiative", "toughness"), 3)
    driver = PackedDriver(id="ada", traits=traits, talents=(), quirks={}, worn=())
    team = PackedTeam(
        franchise="reds",
        staff_rating=1,
        pit_bonus=0,
        kit_uses=0,
        mechanics=(),
        fresh=(),
        seats=(PackedSeat(car=car, driver=driver, gunner=None),),
    )
    packet = Packet(
        match="m1",
        event=event,
        surface="",
        heats=1,
        scoring="",
        repair_attempts=6,
        teams=(team,),
        setting={"track": "anvil_oval" if event == "lap_race" else "the_sump"}
        | ({"laps": 4} if event == "lap_race" else {}),
    )
    assert [packet_warning.sentence for packet_warning in RULESET.packet_warnings(packet)] == told


# ------------------------------------------------------------------------------------------------------ weight


def in_the_pit(
    *stores: ItemEntry, on: tuple[ItemEntry, ...] = (), design: Design = PLAIN, **sheet: Any
) -> tuple[Match, CarState]:
    """A race with a mechanic who never fails; `PLAIN` weighs 20 and handles 3, with 22 it handles 2."""
    play = match(red(car("c1", "ada", *on, design=design), stores=stores, mechanic=6), BLUE, heats=2, faces=(6, 1))
    heats.begin(play)
    throw(play, *[1] * 9)
    stopped = play.state.cars["c1"]
    stopped.at = RING.pit.index("any")
    for name, value in sheet.items():
        setattr(stopped, name, value)
    return play, stopped


def ratings(play: Match) -> tuple[int, int, int]:
    worth = play.fits["c1"]
    return worth.weight, worth.acceleration, worth.handling


@pytest.mark.rule("DM-M-030", "DM-M-130")
@pytest.mark.parametrize(
    ("aboard", "spare", "now", "next_heat"),
    [((), SOLID, (20, 2, 3), (22, 1, 2)), ((SOLID,), HEAVY, (22, 1, 2), (20, 2, 3))],
)
def test_tires_changed_in_the_pit_weigh_from_the_next_heat_on(
    aboard: tuple[ItemEntry, ...], spare: ItemEntry, now: tuple[int, int, int], next_heat: tuple[int, int, int]
) -> None:
    play, stopped = in_the_pit(spare, on=aboard)
    assert ratings(play) == now
    pit_stops.stop(play, stopped, PitOrder(job="tires", subject=spare.id))
    assert (stopped.loadout.tires, stopped.handling) == (spare.id, now[2])
    assert ratings(play) == now
    assert play.fits["c1"].tire_toughness == (4 if spare is SOLID else 2)
    play.state.moment.heat = 2
    throw(play, 6, 1)
    heats.begin(play)
    assert ratings(play) == next_heat
    assert play.state.cars["c1"].handling == next_heat[2]


@pytest.mark.rule("DM-M-030", "DM-M-033")
def test_an_overloaded_suspension_stays_as_overloaded_as_the_heat_began() -> None:
    play, stopped = in_the_pit(SOLID, design=replace(PLAIN, suspension=20))
    assert play.fits["c1"].overload == 0
    pit_stops.stop(play, stopped, PitOrder(job="tires", subject="solid"))
    assert play.fits["c1"].overload == 0
    fitted_car.update_fitted_car(play, stopped, weighed=True)
    assert play.fits["c1"].overload == 1


@pytest.mark.rule("DM-M-030", "DM-M-121")
def test_a_weapon_that_is_gone_weighs_until_the_heat_is_over() -> None:
    heavy = replace(PLAIN, mounts=(Mount(id="m1", type="heavy"),))
    gun = ItemEntry(id="gun", kind="at_gun", mount="m1")
    play, stopped = in_the_pit(on=(gun,), design=heavy)
    laden = play.fits["c1"].weight
    stopped.loadout.lost.append("gun")
    assert fitted_car.update_fitted_car(play, stopped).weight == laden
    assert fitted_car.update_fitted_car(play, stopped, weighed=True).weight == laden - 1


@pytest.mark.rule("DM-M-030", "DM-M-132")
def test_solid_tires_fitted_between_heats_test_nobody_and_weigh_in_the_heat_to_come() -> None:
    play, _ = in_the_pit(SOLID, speed=6, handling=0)
    throw(play)
    play.state.moment.step = "interval"
    order = IntervalOrder(repairs=(Repair(car="c1", job="tires", subject="solid"),))
    interval_repairs.carry_out(play, "red", order)
    assert play.dice.log[2:] == []
    play.state.moment.heat = 2
    throw(play, 6, 1)
    heats.begin(play)
    assert ratings(play) == (22, 1, 2)


# ------------------------------------------------------------------------------------------------------ height


@pytest.mark.rule("DM-M-022", "DM-M-032")
@pytest.mark.parametrize(("height", "told"), [("lowered", (3, 4)), ("normal", (4, 3))])
def test_what_a_height_changes_of_the_handling_is_told_under_the_rule_of_heights(
    height: str, told: tuple[int, int]
) -> None:
    play = match(red(car("c1", "ada", design=LIFTED, height="normal" if height == "lowered" else "lowered")), BLUE)
    throw(play, 6, 1)
    heats.begin(play)
    stopped = play.state.cars["c1"]
    loadouts.set_height(play, stopped, height)
    entry = play.log.entries[-1]
    assert (entry.kind, entry.rule, entry.more) == ("handling", "DM-M-022", {"why": "height"})
    assert (entry.before["handling"], entry.after["handling"]) == told


@pytest.mark.rule("DM-M-022", "DM-M-040")
def test_before_each_heat_a_team_says_which_height_is_set() -> None:
    play = match(red(car("c1", "ada", design=LIFTED)), BLUE, heats=2, faces=(6, 1))
    heats.begin(play)
    throw(play)
    lifted = play.state.cars["c1"]
    lifted.speed, lifted.handling = 6, -3
    play.state.moment.step = "interval"
    interval_repairs.carry_out(play, "red", IntervalOrder(heights={"c1": "lowered"}))
    (entry,) = [log_entry for log_entry in play.log.entries if log_entry.kind == "height"]
    assert (entry.rule, entry.before, entry.after) == ("DM-M-022", {"height": "normal"}, {"height": "lowered"})
    play.state.moment.heat = 2
    throw(play, 6, 1)
    heats.begin(play)
    started = play.state.cars["c1"]
    assert (started.loadout.height, maximum_handling(play, started), started.handling) == ("lowered", 4, 4)


@pytest.mark.rule("DM-M-022")
@pytest.mark.parametrize(
    ("heights", "status", "says"),
    [
        ({"c1": "raised"}, CarStatus.RUNNING, "c1 has no setting 'raised': set it to normal or lowered."),
        ({"b1": "normal"}, CarStatus.RUNNING, "red has no car 'b1'"),
        ({"c1": "lowered"}, CarStatus.WRECK, "c1 is destroyed and starts no more"),
    ],
)  # fmt: skip
def test_a_height_there_is_not_is_refused_in_a_sentence(
    heights: dict[str, str], status: CarStatus, says: str
) -> None:
    play = match(red(car("c1", "ada", design=LIFTED)), BLUE, heats=2)
    play.state.cars["c1"].status = status
    with pytest.raises(Refusal) as no:
        interval_repairs.carry_out(play, "red", IntervalOrder(heights=heights))
    assert says in no.value.sentence
    assert play.state.cars["c1"].loadout.height == "normal"


# ------------------------------------------------------------------------------------------------------ points


def after_a_kill(event: str, switches: dict[str, Setting]) -> int:
    """What red makes with one kill, and a car that is left, level with the enemy's."""
    track = RING if event == "lap_race" else YARD
    play = board(
        Put("a", at=track.hexes[0], team="red", sheet={"fired": True}),
        Put("b", at=track.hexes[5], team="blue", sheet={"fired": True}),
        track=track,
        event=event,
        switches=switches,
    )
    play.state.crew["a.driver"].kills = 1
    return event_of(play).points(play)["red"]


@pytest.mark.rule("DM-M-135", "DM-M-136", "DM-M-137", "DM-M-138")
@pytest.mark.parametrize(
    ("event", "name", "printed", "changed"),
    [
        pytest.param(
            "lap_race",
            "dethmatch.race_kill_points",
            8,
            11,
            marks=pytest.mark.switch("dethmatch.race_kill_points", 4),
        ),
        pytest.param(
            "flags", "dethmatch.flag_kill_points", 2, 1, marks=pytest.mark.switch("dethmatch.flag_kill_points", 0)
        ),
        pytest.param(
            "flags",
            "dethmatch.flag_survivor_points",
            2,
            4,
            marks=pytest.mark.switch("dethmatch.flag_survivor_points", 3),
        ),
        pytest.param(
            "last_car", "dethmatch.lcs_kill_points", 11, 14, marks=pytest.mark.switch("dethmatch.lcs_kill_points", 5)
        ),
    ],
)
def test_what_kills_and_survivors_are_worth_is_the_leagues(
    request: pytest.FixtureRequest, event: str, name: str, printed: int, changed: int
) -> None:
    mark = request.node.get_closest_marker("switch")
    assert mark is not None
    assert after_a_kill(event, {}) == printed
    assert after_a_kill(event, {name: mark.args[1]}) == changed


# ------------------------------------------------------------------------------------------------------ places


@pytest.mark.rule("DM-M-136")
@pytest.mark.parametrize("ranking", [["a", "b", "c"], ["b", "a", "c"], ["c", "b", "a"]])
def test_who_is_level_on_the_way_is_placed_by_initiative_and_not_by_the_order_of_the_teams(
    ranking: list[str],
) -> None:
    play = board(*(Put(id, at=RING.hexes[0]) for id in "abc"), track=RING, event="lap_race")
    play.state.ranking = ranking
    assert race_order(play) == ranking[::-1]
    first = play.state.cars[ranking[0]]
    first.checkpoint = 1
    assert race_order(play) == [ranking[0], ranking[2], ranking[1]]


# -------------------------------------------------------------------------------------------------- announcing


@pytest.mark.rule("DM-M-038")
@pytest.mark.parametrize(("vehicles", "refused"), [(1, False), (3, False), (4, True), (5, True)])
def test_nobody_announces_more_than_three_cars_a_team(vehicles: int, *, refused: bool) -> None:
    announced = replace(
        propose_fixture(number=4, teams=2, vehicles_per_team=vehicles),
        vehicles_per_team=vehicles,
        setting={"track": "the_sump"},
    )
    told = [fixture_error for fixture_error in fixture_errors(announced) if fixture_error.code == "too_many_cars"]
    assert bool(told) is refused
    assert [error.rule for error in told] == ["DM-M-038"] * refused


@pytest.mark.rule("DM-M-038")
@pytest.mark.parametrize(("teams", "vehicles", "cars"), [(2, 5, 3), (4, 4, 3), (5, 5, 2)])
def test_what_is_proposed_is_three_cars_a_team_at_most(teams: int, vehicles: int, cars: int) -> None:
    assert propose_fixture(number=4, teams=teams, vehicles_per_team=vehicles).vehicles_per_team == cars
