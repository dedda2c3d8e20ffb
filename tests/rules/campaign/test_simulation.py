"""Simulated seasons never stall, break no invariant, and repeat exactly for the same secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from rules.campaign.commissioner.balance_and_points import AdjustBalance
from rules.campaign.commissioner.garage_waiver import GarageWaived, WaiveGarage
from rules.campaign.core.codec import season_bytes
from rules.campaign.core.command import COMMAND_TYPES, Giver, tag_of
from rules.campaign.core.facts import BookedFact, Fact
from rules.campaign.core.state import Season
from rules.campaign.founding.setup import CloseSetup
from rules.campaign.market.shopping import GarageShort
from rules.campaign.match_day.line_ups import SeatTaken
from rules.campaign.season.invariants import broken_invariants
from rules.campaign.steward import Orders
from rules.campaign.steward.simulation import (
    CommandSource,
    PerformedCommand,
    SeasonUnfounded,
    new_league_season,
    simulate,
)
from rules.core.switches import Setting
from rules.core.terms import K

SECRET = b"not the league's"


def whole(commands: Iterator[PerformedCommand]) -> Iterator[PerformedCommand]:
    """The same commands, with every invariant checked after each, and every balance against the money booked."""
    balances: dict[str, int] = {}
    for performed in commands:
        assert broken_invariants(performed.season) == [], performed.command
        for fact in performed.facts:
            if isinstance(fact, BookedFact):
                before = balances.get(fact.franchise, fact.balance - fact.amount)
                balances[fact.franchise] = before + fact.amount
                assert fact.balance == balances[fact.franchise]
        for id, balance in balances.items():
            assert id not in performed.season.franchises or performed.season.franchise(id).balance == balance
        yield performed


def facts_of(commands: Iterator[PerformedCommand]) -> list[Fact]:
    return [fact for performed in commands for fact in performed.facts]


def test_two_seasons_of_four_franchises_play_to_their_end_and_nothing_breaks() -> None:
    counts: Counter[tuple[CommandSource, str]] = Counter()
    last = None
    for performed in whole(simulate(new_league_season(franchises=4, secret=SECRET), secret=SECRET, seasons=2)):
        counts[performed.by, tag_of(type(performed.command))] += 1
        last = performed.season
    assert last is not None
    assert (last.number, last.step, len(last.rounds)) == (2, "closed", 10)
    assert counts[CommandSource.STAND_IN, "accept_report"] == 20
    assert counts[CommandSource.STEWARD, "name_line_up"] == 80
    assert counts[CommandSource.COMMISSIONER, "open_season"] == 1
    for tag in ("hire_rookie", "hire_veteran", "pick_driver", "pick_sponsor", "buy_offer", "roll_world_trade"):
        assert counts[CommandSource.STEWARD, tag] > 0, tag


def test_whoever_gives_a_command_may_give_it() -> None:
    givers = {CommandSource.SEASON: Giver.SEASON, CommandSource.STEWARD: Giver.OWNER}
    for performed in simulate(new_league_season(franchises=3, rounds=2, secret=SECRET), secret=SECRET, seasons=1):
        row = COMMAND_TYPES[tag_of(type(performed.command))]
        assert row.by is givers.get(performed.by, Giver.COMMISSIONER)


def test_a_simulation_changes_nothing_of_the_season_it_begins_with() -> None:
    season = new_league_season(franchises=2, rounds=1, secret=SECRET)
    before = season_bytes(season)
    assert list(simulate(season, secret=SECRET, seasons=1))
    assert season_bytes(season) == before


def test_the_same_secret_tells_the_same_again_and_another_something_else() -> None:
    def told(secret: bytes) -> list[Fact]:
        return facts_of(simulate(new_league_season(franchises=2, rounds=2, secret=SECRET), secret=secret, seasons=2))

    assert told(b"a") == told(b"a")
    assert told(b"a") != told(b"b")


def test_a_closed_season_is_followed_by_the_next_with_as_many_rounds_or_as_many_as_asked() -> None:
    *_, first = simulate(new_league_season(franchises=2, rounds=2, secret=SECRET), secret=SECRET, seasons=1)
    *_, second = simulate(first.season, secret=SECRET, seasons=1)
    *_, shorter = simulate(first.season, secret=SECRET, seasons=1, rounds=1)
    assert (second.season.number, second.season.rounds_planned) == (2, 2)
    assert (shorter.season.number, shorter.season.rounds_planned) == (2, 1)


@pytest.mark.parametrize(
    "season", [Season(), new_league_season(franchises=1, secret=SECRET)], ids=["unopened", "alone"]
)
def test_a_season_only_people_can_begin_is_refused(season: Season) -> None:
    with pytest.raises(SeasonUnfounded, match=f"{len(season.franchises)} franchises"):
        list(simulate(season, secret=SECRET, seasons=1))


def test_franchises_without_a_credit_play_the_season_all_the_same() -> None:
    season = new_league_season(franchises=3, rounds=3, secret=SECRET, switches={"franchise.seed_money_k": 0})
    facts = facts_of(whole(simulate(season, secret=SECRET, seasons=2)))
    assert any(isinstance(fact, GarageShort) for fact in facts)
    assert any(isinstance(fact, GarageWaived) for fact in facts)
    assert any(isinstance(fact, SeatTaken) for fact in facts)


def test_a_roster_that_must_be_filled_and_cannot_be_paid_is_a_house_act() -> None:
    switches: dict[str, Setting] = {"franchise.seed_money_k": 30, "roster.min_enforced": True, "roster.min": 2}
    season = new_league_season(franchises=2, rounds=1, secret=SECRET, switches=switches)
    orders = {franchise: Orders(holding="never") for franchise in season.franchises}
    granted, rosters = [], []
    for performed in whole(simulate(season, secret=SECRET, seasons=1, orders=orders)):
        if isinstance(performed.command, AdjustBalance):
            granted.append(performed.command.amount)
        if isinstance(performed.command, CloseSetup):
            rosters = [len(performed.season.roster(franchise)) for franchise in season.franchises]
    assert granted == [70 * K, 70 * K]
    assert rosters == [2, 2]


def test_a_garage_too_small_on_match_day_is_waived_each_time() -> None:
    season = new_league_season(franchises=2, rounds=2, secret=SECRET, switches={"franchise.seed_money_k": 160})
    orders = {franchise: Orders(holding="never") for franchise in season.franchises}
    waived = [
        performed.command
        for performed in simulate(season, secret=SECRET, seasons=1, orders=orders)
        if isinstance(performed.command, WaiveGarage)
    ]
    assert {waive_garage.match for waive_garage in waived} >= {"m1", "m2"}


@pytest.mark.parametrize(
    "switches",
    [
        {"season.setup_single_window": False},
        {"season.setup_single_window": False, "roster.min_enforced": True, "franchise.seed_money_k": 100},
        {"sponsors.max": 1, "sponsors.may_decline": False},
        {"sponsors.holding_payout_subject_to_overhead": True, "franchise.seed_money_k": 0},
        {"advancement.choose_trait": True},
        {"draft.enabled": False},
        {"draft.snake": True, "draft.may_pick_own": True, "draft.contracts": 0},
        {"hire.midseason": True, "staff.midseason_hire": True, "franchise.seed_money_k": 100},
        {"staff.keep_fee_covers_next_season": False},
        {"repairs.mandatory": True, "prematch.breakdowns_before_lineup": False},
        {"vehicle.includes_light_tires": True, "expendables.tires_consumed": False},
        {"world_trade.rolls_per_match": 3, "trade.commissioner_approval": True},
        {"stores.free_ammo": False, "expendables.unfired_consumed": False},
        {"garage.min": 0, "roster.min": 0},
        {"garage.min": 5, "match.vehicles_per_team": 5},
    ],
    ids=lambda switches: " ".join(f"{name}={value}" for name, value in switches.items()),
)
def test_no_house_rule_stalls_a_season(switches: dict[str, Setting]) -> None:
    season = new_league_season(franchises=3, rounds=2, secret=SECRET, switches=switches)
    *_, last = whole(simulate(season, secret=SECRET, seasons=2))
    assert (last.season.number, last.season.step) == (2, "closed")


def test_orders_of_every_kind_are_followed_without_a_stall() -> None:
    season = new_league_season(franchises=3, rounds=4, secret=SECRET)
    lavish = Orders(
        reserve_k=0, party_k=300, staff_rating=4, staff_k=300, roster=10, garage=5, overhead_cars=2,
        gunner_stations=True, match_mechanic=True, offers={}, offer_k=200, tires="solid", tread="snow",
        weapons=["heavy_rockets", "heavy_machinegun"], item_k=60,
    )  # fmt: skip
    miserly = Orders(
        reserve_k=1000, party_k=0, staff_rating=1, roster=0, garage=0, offer_k=0, world_trade=False, pick=False,
        keep_staff=False, replace_k=0, repair_k=0, medical=False, gunners=False, rest_at=0,
    )  # fmt: skip
    orders = {"f1": lavish, "f2": miserly}
    *_, last = whole(simulate(season, secret=SECRET, seasons=2, orders=orders))
    assert (last.season.number, last.season.step) == (2, "closed")
