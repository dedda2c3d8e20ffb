"""The answers of the referee that act on duels of the campaign: each is changed, and something else happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.campaign.core.duels import hidden_car_fields
from rules.campaign.market.trades import AcceptTrade, DealForbidden
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.match_day.duel_checks import DuelEntryRefused, DuelImpossible, TooManyInDuel
from rules.campaign.match_day.line_ups import (
    LineUpEmpty,
    LockLineUps,
    default_line_up,
    may_be_entered,
    why_not_entered,
)
from rules.campaign.steward import Orders, answers
from rules.core.terms import FranchiseId, MatchId, RoundId, TradeId
from tests.rules.campaign.bargains import goods, propose
from tests.rules.campaign.duels import M1, answered, duel_announced, duel_locked, publish
from tests.rules.campaign.memory_seasons import Table, accept, announce, line_up, locked, shopping, signed

RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")
TURRET = {
    "name": "Turret", "engine": 28, "suspension": 42, "fuel": 208, "toughness": 2, "armor_points": 9,
    "armor": {"front": 3, "rear": 2, "left": 2, "right": 2},
    "mounts": [{"id": "ring", "type": "special", "traverse": "turret", "facing": "rear"}],
}  # fmt: skip
TWINS = {
    "name": "Twins", "engine": 40, "suspension": 48, "fuel": 192, "toughness": 2, "armor_points": 9,
    "armor": {"front": 3, "rear": 2, "left": 2, "right": 2},
    "mounts": [
        {"id": "left", "type": "light", "link": "right"},
        {"id": "right", "type": "light", "link": "left"},
        {"id": "rear", "type": "light", "facing": "rear"},
    ],
}  # fmt: skip
Prepared = Callable[[Table], Any]


def design(document: dict[str, Any]) -> Prepared:
    """Gives the first car of the razors a design of its own."""
    return lambda table: setattr(table.season.car("razors.c1"), "designs", {"dethmatch": document})


def fit(*kinds: str) -> Prepared:
    """Fits items to the first car of the razors."""
    return lambda table: [table.stock(kind, car="razors.c1") for kind in kinds]


def wear(*kinds: str) -> Prepared:
    """Gives items to the first driver of the razors to wear."""
    return lambda table: [table.stock(kind, driver="razors.d1") for kind in kinds]


def nothing(table: Table) -> None:
    """Leaves the season as it is."""


def linked_with_device(table: Table) -> None:
    """Gives the first car of the razors two linked machineguns, one with a targeting device."""
    design(TWINS)(table)
    for number in (1, 2):
        table.stock("machinegun", id=f"gun-{number}", car="razors.c1")
    table.stock("targeting_device", weapon="razors.gun-2")


def turreted(kind: str) -> Prepared:
    """Gives the first car of the razors a weapon in a turret."""
    return lambda table: (design(TURRET)(table), fit(kind)(table))


ONE, TWO = [("c1", "d1")], [("c1", "d1"), ("c2", "d2")]


@pytest.mark.parametrize(
    ("key", "changed", "prepare", "seats", "bars"),
    [
        pytest.param(
            "design.allowed_bodies", {"bodies": ("car", "trike")},
            lambda table: setattr(table.season.car("razors.c1"), "dp", 75), ONE,
            ("", "razors.c1 is built on 75 design points, a class that may not enter: take another car (CW-Q-001)."),
            marks=pytest.mark.rule("CW-Q-001"),
        ),
        pytest.param(
            "design.combustion_engines", {"least_range": 320, "fuel_per_nitrous_tank": 1},
            fit("nitrous_injector"), ONE,
            ("", ("The tank of razors.c1 holds 8 fuel points, and 9 are the least, with its nitrous injector: take "
            "another car (CW-Q-002).")),
            marks=pytest.mark.rule("CW-Q-002"),
        ),
        pytest.param(
            "entry.trailers", {"allowed": True}, nothing, TWO,
            ("razors lined up 2 cars for m1, and a duel has 1 of a franchise at most (CW-Q-003)", ""),
            marks=pytest.mark.rule("CW-Q-003"),
        ),
        pytest.param(
            "design.rubber_armour", {"allowed": True}, fit("reactive_armour"), ONE,
            ("razors.reactive-armour is armor that is banned: take it off razors.c1 (CW-Q-004).", ""),
            marks=pytest.mark.rule("CW-Q-004"),
        ),
        pytest.param(
            "design.turretable_droppers", {"turretable": ("paint", "oil")}, turreted("smoke_launcher"), ONE,
            ("", "razors.smoke-launcher may not be in a turret: take it off razors.c1 (CW-Q-016)."),
            marks=pytest.mark.rule("CW-Q-016"),
        ),
        pytest.param(
            "design.overdrive_on_gas", {"allowed_in_arena": True}, fit("supercharger", "turbochargers"), ONE,
            (("razors.c1 has a supercharger and dual turbochargers, which are banned together: take one of them off "
            "(CW-Q-018)."), ""),
            marks=pytest.mark.rule("CW-Q-018"),
        ),
        pytest.param(
            "design.swc_with_smart_link", {"allowed": True}, linked_with_device, ONE,
            ("razors.targeting-device is on razors.gun-2, which is linked with another weapon", ""),
            marks=pytest.mark.rule("CW-Q-019"),
        ),
        pytest.param(
            "crew.max_occupants", {"occupants": "driver"}, nothing, [("c1", "d1", "d3")],
            ("", "razors.c1 may have nobody but its driver aboard: leave the gunner razors.d3 out (CW-Q-027)."),
            marks=pytest.mark.rule("CW-Q-027"),
        ),
        pytest.param(
            "crew.encumbrance", {"most_carried": 1}, wear("heavy_body_armour", "fireproof_suit"), ONE,
            ("", "razors.d1 wears 2 pieces of personal equipment, and 1 are the most: take some off (CW-Q-028)."),
            marks=pytest.mark.rule("CW-Q-028"),
        ),
        pytest.param(
            "crew.allowed_gear", {"gear": ("helmet_sight",)}, wear("helmet_sight"), ONE,
            ("razors.d1 wears a helmet sight, which may not be worn: take it off (CW-Q-031).", ""),
            marks=pytest.mark.rule("CW-Q-031"),
        ),
    ],
)  # fmt: skip
def test_an_answer_says_who_may_enter_a_duel(
    key: str, changed: dict[str, Any], prepare: Prepared, seats: list[Any], bars: tuple[str, str]
) -> None:
    for given, says in zip(({}, answered(key, **changed)), bars, strict=True):
        table = duel_announced(answers=given, gunner_stations=True)
        table.season.match("m1").vehicles_per_team = 2
        prepare(table)
        command = line_up("razors", seats=seats)
        if says:
            table.refused(command, TooManyInDuel if key == "entry.trailers" else DuelEntryRefused, says)
        else:
            table.give(command)
        race = signed(gunner_stations=True)
        announce(race)
        prepare(race)
        race.give(command)


@pytest.mark.rule("CW-Q-003")
@pytest.mark.parametrize(("trailers", "planned", "most"), [(False, None, 1), (True, None, 3), (True, 2, 2)])
def test_the_answer_about_trailers_says_how_many_cars_a_duel_has_of_a_franchise(
    trailers: bool, planned: int | None, most: int
) -> None:
    table = signed()
    if trailers:
        table.give(publish(1, answered("entry.trailers", allowed=True), "r1"))
    match = MatchPlan(match=M1, event="d", franchises=[RAZORS, SAINTS], scoring="duel", vehicles_per_team=planned)
    table.give(AnnounceRound(round=RoundId("r1"), matches=[match], uneven=True))
    assert table.season.match("m1").vehicles_per_team == most


@pytest.mark.rule("CW-Q-001", "CW-Q-002")
@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (answered("design.combustion_engines", fuel_engines="no"), "Every car burns fuel"),
        (answered("design.allowed_bodies", bodies=("trike", "hover")), "No class of cars may enter"),
    ],
)
def test_a_duel_that_nobody_could_enter_is_not_announced(changed: dict[str, Any], says: str) -> None:
    table = signed()
    table.give(publish(1, changed, "r1"))
    match = MatchPlan(match=M1, event="duel", franchises=[RAZORS, SAINTS], scoring="duel")
    table.refused(AnnounceRound(round=RoundId("r1"), matches=[match], uneven=True), DuelImpossible, says, "CW-Q-00")
    table.give(publish(2, {key: answered(key)[key] for key in changed}, "r1"))
    table.give(AnnounceRound(round=RoundId("r1"), matches=[match], uneven=True))


@pytest.mark.rule("CW-Q-001")
@pytest.mark.parametrize(("bodies", "barred"), [(("car",), [75, 81]), (("racing",), [60, 63, 74]), ((), [])])
def test_cars_of_75_design_points_or_more_are_racing_bodies(bodies: tuple[str, ...], barred: list[int]) -> None:
    table = duel_announced(answers=answered("design.allowed_bodies", bodies=bodies) if bodies else None)
    for dp in (60, 63, 74, 75, 81):
        table.season.car("razors.c1").dp = dp
        if dp in barred:
            table.refused(line_up("razors", seats=ONE), DuelEntryRefused, f"built on {dp} design points")
        else:
            table.give(line_up("razors", seats=ONE))


@pytest.mark.rule("CW-Q-002")
@pytest.mark.parametrize(
    ("changed", "fuel", "least"),
    [
        ({"least_range": 320}, 8, 0),
        ({"least_range": 330}, 8, 9),
        ({"least_range": 400}, 10, 0),
        ({"least_range": 410}, 10, 11),
        ({"least_range": 2000, "fuel_engines": "yes"}, 8, 0),
    ],
)
def test_every_40_miles_of_range_are_a_fuel_point(changed: dict[str, Any], fuel: int, least: int) -> None:
    table = duel_announced(answers=answered("design.combustion_engines", **changed))
    table.season.car("razors.c1").designs = {"dethmatch": {**TWINS, "fuel": 40 * fuel}}
    command = line_up("razors", seats=ONE)
    if least:
        said = f"holds {fuel} fuel points, and {least} are the least: take another car"
        table.refused(command, DuelEntryRefused, said)
    else:
        table.give(command)


@pytest.mark.rule("CW-Q-002")
def test_injectors_that_hold_more_fuel_count() -> None:
    table = duel_announced(answers=answered("design.combustion_engines", least_range=330))
    table.season.car("razors.c1").designs = {"dethmatch": {**TWINS, "fuel": 320}}
    table.stock("efficient_injectors", car="razors.c1", rolled={"fuel": 1})
    table.give(line_up("razors", seats=ONE))


@pytest.mark.rule("CW-Q-016")
def test_an_oil_jet_in_a_turret_is_barred_as_printed() -> None:
    table = duel_announced()
    turreted("oil_jet")(table)
    table.refused(line_up("razors", seats=ONE), DuelEntryRefused, "razors.oil-jet may not be in a turret")


@pytest.mark.rule("CW-Q-019")
def test_a_targeting_device_on_a_weapon_that_is_not_linked_may_enter() -> None:
    table = duel_announced()
    design(TWINS)(table)
    for number in (1, 2, 3):
        table.stock("machinegun", id=f"gun-{number}", car="razors.c1")
    table.stock("targeting_device", weapon="razors.gun-3")
    table.give(line_up("razors", seats=ONE))


@pytest.mark.rule("CW-Q-028")
def test_without_the_rules_of_encumbrance_nobody_counts_what_is_worn() -> None:
    table = duel_announced(answers=answered("crew.encumbrance", in_force=False, most_carried=0))
    wear("heavy_body_armour")(table)
    table.give(line_up("razors", seats=ONE))


@pytest.mark.rule("CW-Q-028", "CW-Q-031")
def test_gunners_are_checked_as_drivers_are() -> None:
    table = duel_announced(gunner_stations=True)
    table.stock("helmet_sight", driver="razors.d3")
    table.refused(line_up("razors", seats=[("c1", "d1", "d3")]), DuelEntryRefused, "razors.d3 wears a helmet sight")


@pytest.mark.rule("CW-Q-004", "CW-Q-018")
def test_every_reason_is_given_at_once() -> None:
    table = duel_announced()
    fit("ballistic_sheets", "supercharger", "turbochargers")(table)
    said = table.refused(line_up("razors", seats=ONE), DuelEntryRefused, "razors.c1 cannot enter m1: ")
    assert said.count("(CW-Q-") == 2


@pytest.mark.rule("CW-Q-004")
def test_a_line_up_that_was_named_is_checked_again_at_the_lock() -> None:
    table = duel_announced()
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise, seats=ONE))
    entrant = table.season.line_up("m1", "razors")
    assert may_be_entered(table.season, entrant)
    fit("ballistic_sheets")(table)
    assert "(CW-Q-004)" in why_not_entered(table.season, entrant)
    table.refused(LockLineUps(match=M1), DuelEntryRefused, "(CW-Q-004)")
    table.give(LockLineUps(match=M1, played=True))


@pytest.mark.rule("CW-Q-004", "CW-Q-031")
def test_the_line_up_of_an_owner_who_is_late_leaves_out_who_may_not_enter() -> None:
    table = duel_announced()
    fit("ballistic_sheets")(table)
    best = default_line_up(table.season, match=M1, franchise=RAZORS).seats[0].driver
    table.stock("helmet_sight", driver=best)
    (seat,) = default_line_up(table.season, match=M1, franchise=RAZORS).seats
    assert seat.car == "razors.c2"
    assert seat.driver != best
    table.give(default_line_up(table.season, match=M1, franchise=RAZORS))


@pytest.mark.rule("CW-Q-004")
def test_who_has_no_car_that_may_enter_lines_nobody_up() -> None:
    table = duel_announced()
    for number in (1, 2, 3):
        table.stock("ballistic_sheets", id=f"sheets-{number}", car=f"razors.c{number}")
    assert default_line_up(table.season, match=M1, franchise=RAZORS).seats == []
    table.give(default_line_up(table.season, match=M1, franchise=RAZORS))
    table.refused(
        default_line_up(table.season, match=M1, franchise=SAINTS).__class__(franchise=SAINTS, match=M1, seats=[]),
        LineUpEmpty,
        "saints lined up nobody",
    )


@pytest.mark.rule("CW-Q-004", "CW-Q-027")
@pytest.mark.parametrize(("occupants", "gunners"), [("driver", 0), ("driver_and_gunner", 1)])
def test_standing_orders_line_up_who_may_enter(occupants: str, gunners: int) -> None:
    table = duel_announced(answers=answered("crew.max_occupants", occupants=occupants), gunner_stations=True)
    fit("ballistic_sheets")(table)
    (named,) = [
        command for command in answers(table.season, "razors", Orders(gunners=True)) if hasattr(command, "seats")
    ]
    (seat,) = named.seats
    assert seat.car != "razors.c1"
    assert len([gunner for gunner in (seat.gunner,) if gunner]) == gunners
    table.give(named)


@pytest.mark.rule("CW-Q-013")
@pytest.mark.parametrize(
    ("public", "hidden"),
    [
        (("sloping",), {"armor", "devices", "tires", "fuel"}),
        (("armor_points", "fuel"), {"devices", "tires"}),
        (("armor_points", "devices", "tires", "fuel"), set()),
    ],
)
def test_owners_who_meet_in_a_duel_see_of_each_others_cars_what_the_answer_makes_public(
    public: tuple[str, ...], hidden: set[str]
) -> None:
    table = duel_locked(answers=answered("visibility.walkaround", public=public))
    readers = frozenset({"razors"})
    assert hidden_car_fields(table.season, "saints", readers=readers) == hidden
    assert hidden_car_fields(table.season, "razors", readers=readers) == set()
    assert hidden_car_fields(table.season, "saints", readers=frozenset()) == set()
    accept(table)
    assert hidden_car_fields(table.season, "saints", readers=readers) == set()


@pytest.mark.rule("CW-Q-013")
def test_nobody_else_is_kept_from_seeing_a_car() -> None:
    table = signed("razors", "saints", "widows", "wolves")
    plans = [
        MatchPlan(match=MatchId("m1"), event="d", franchises=[RAZORS, SAINTS], scoring="duel"),
        MatchPlan(match=MatchId("m2"), event="race", franchises=[FranchiseId("widows"), FranchiseId("wolves")]),
    ]
    table.give(AnnounceRound(round=RoundId("r1"), matches=plans, uneven=True))
    assert hidden_car_fields(table.season, "saints", readers=frozenset({"razors"}))
    assert not hidden_car_fields(table.season, "saints", readers=frozenset({"widows"}))
    assert not hidden_car_fields(table.season, "wolves", readers=frozenset({"widows"}))


def duel_shopping(given: dict[str, Any]) -> Table:
    """A season whose duel has open shops."""
    table = duel_locked(answers=given)
    accept(table)
    table.run()
    return table


@pytest.mark.rule("CW-Q-039")
def test_who_met_in_a_duel_makes_no_deals_until_it_is_settled_unless_the_answer_allows_it() -> None:
    offer = propose(goods("razors.d3"), trade="razors.t1")
    table = duel_shopping({})
    table.refused(offer, DealForbidden, "meet in the duel m1, whose players make no deals (CW-Q-039)")
    table = duel_shopping(answered("comms.policy", deals=True))
    table.give(offer)
    table.season.answers = {}
    table.refused(AcceptTrade(franchise=SAINTS, trade=TradeId("razors.t1")), DealForbidden)
    shopping().give(offer)


@pytest.mark.rule("CW-Q-039", "DM-C-107")
@pytest.mark.parametrize(("talk", "sealed"), [("open_only", ""), ("private_allowed", "seal")])
def test_offers_between_players_who_talk_in_the_open_are_not_sealed(talk: str, sealed: str) -> None:
    offer = propose(goods("razors.d3"), trade="razors.t1")
    table = duel_shopping(answered("comms.policy", deals=True, talk=talk))
    assert offer.with_seal_name("seal", table.season).sealed == sealed
    assert offer.with_seal_name("seal", locked().season).sealed == "seal"
