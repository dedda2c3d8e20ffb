"""Opening a season, founding franchises, and setting them up."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.core.state import Sponsor
from rules.campaign.founding.season_start import (
    FoundFranchise,
    FranchiseAlreadyFounded,
    FranchiseFounded,
    OpenSeason,
    SeasonAlreadyOpened,
    SeasonNotOpened,
    SeasonOpened,
    SwitchSet,
)
from rules.campaign.founding.setup import (
    CloseSetup,
    NextSetupStep,
    OpenSetup,
    RosterTooShort,
    SetupIsOneWindow,
    SponsorUnplaced,
    TooFewFranchises,
)
from rules.campaign.garage.cars import BuyCar, GarageTooSmall
from rules.campaign.market.shopping import GarageShort
from rules.campaign.people.hiring import AcknowledgeShortRoster, HireRookie
from rules.campaign.sponsors.kinds import SponsorJoined, SponsorWaits
from rules.campaign.sponsors.party import SponsorDeclined
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import CarId, DriverId, FranchiseId
from tests.rules.campaign.memory_seasons import Table, assert_money_adds_up, founded

RAZORS = FranchiseId("razors")
HASH = "0" * 64


@pytest.mark.rule("DM-C-177")
def test_a_season_opens_with_its_rounds_and_what_differs_from_the_book() -> None:
    table = Table()
    facts = table.give(
        OpenSeason(
            rounds=60, switches={"roster.max": 12, "garage.min": 3, "prize.round": "percent_up"}, secret_hash=HASH
        )
    )
    assert facts == [
        SeasonOpened(rule="DM-C-177", rounds=60, secret_hash=HASH),
        SwitchSet(rule="HOUSE-008", switch="prize.round", setting="percent_up"),
        SwitchSet(rule="HOUSE-008", switch="roster.max", setting="12"),
    ]
    assert table.season.rounds_planned == 60
    assert table.season.switches == {"roster.max": 12, "prize.round": "percent_up"}


@pytest.mark.rule("DM-C-177")
@pytest.mark.parametrize(("rounds", "drivers"), [(1, 10), (60, 10), (3, 12)])
def test_the_shortest_and_longest_seasons_open_with_rosters_of_one_size(rounds: int, drivers: int) -> None:
    table = Table()
    table.give(OpenSeason(rounds=rounds, switches={"roster.min": drivers, "roster.max": drivers}))
    assert table.season.rounds_planned == rounds


@pytest.mark.rule("DM-C-177")
@pytest.mark.parametrize(
    ("fields", "refusal", "says"),
    [
        ({"rounds": 0}, Malformed, "1 to 60 rounds"),
        ({"rounds": 61}, Malformed, "1 to 60 rounds"),
        ({"rounds": 3, "edition": "0"}, Malformed, "no edition '0'"),
        ({"rounds": 3, "secret_hash": "abc"}, Malformed, "64 small hex digits"),
        ({"rounds": 3, "switches": {"roster.most": 12}}, Unknown, "no switch 'roster.most'"),
        ({"rounds": 3, "switches": {"roster.max": "12"}}, Malformed, "whole number"),
        ({"rounds": 3, "switches": {"roster.max": True}}, Malformed, "whole number"),
        ({"rounds": 3, "switches": {"roster.max": 0}}, Malformed, "from 1 to 100"),
        ({"rounds": 3, "switches": {"roster.min_enforced": 1}}, Malformed, "true or false"),
        ({"rounds": 3, "switches": {"prize.round": "down"}}, Malformed, "money_up, percent_up"),
        ({"rounds": 3, "switches": {"roster.min": 11}}, Malformed, "roster.min 11 is above roster.max 10"),
        ({"rounds": 3, "switches": {"garage.max": 2}}, Malformed, "garage.min 3 is above garage.max 2"),
    ],
)
def test_a_season_that_cannot_be_played_is_refused(fields: dict[str, Any], refusal: Any, says: str) -> None:
    Table().refused(OpenSeason(**fields), refusal, says)


def test_a_season_is_opened_once() -> None:
    table = Table()
    table.give(OpenSeason(rounds=3))
    table.refused(OpenSeason(rounds=3), SeasonAlreadyOpened)


def test_a_franchise_waits_for_the_season_to_open() -> None:
    Table().refused(FoundFranchise(franchise=RAZORS), SeasonNotOpened)


@pytest.mark.rule("DM-C-058", "DM-C-068")
def test_a_franchise_starts_with_a_million_and_three_sponsors_off_the_dice() -> None:
    table = Table()
    table.give(OpenSeason(rounds=3))
    facts = table.give(
        FoundFranchise(franchise=RAZORS, name="The Razors"), {"setup/razors/founding": [1, 1, 1, 1, 4, 6]}
    )
    first, *joined = facts
    assert isinstance(first, FranchiseFounded)
    assert (first.amount, first.balance, first.name, first.rule) == (1_000_000, 1_000_000, "The Razors", "DM-C-058")
    assert [(fact.sponsor, fact.sponsor_kind) for fact in joined if isinstance(fact, SponsorJoined)] == [
        ("razors.founding1", "oil"),
        ("razors.founding2", "oil"),
        ("razors.founding3", "engineering_firm"),
    ]
    assert [fact.rolls[0].faces for fact in joined] == [(1, 1), (1, 1), (4, 6)]
    sponsors = [(sponsor.kind, sponsor.joined) for sponsor in table.season.sponsors_of("razors")]
    assert sponsors == [("oil", 1), ("oil", 1), ("engineering_firm", 1)]
    assert Sponsor(id="s", franchise="a", kind="oil").joined == 1
    assert_money_adds_up(table)


@pytest.mark.rule("DM-C-068")
def test_starting_sponsors_differ_where_the_house_says_so() -> None:
    table = Table()
    table.give(OpenSeason(rounds=3, switches={"sponsors.start_unique": True}))
    faces = [1, 1, 1, 2, 2, 1, 2, 2, 6, 6]
    table.give(FoundFranchise(franchise=RAZORS), {"setup/razors/founding": faces})
    kinds = [sponsor.kind for sponsor in table.season.sponsors_of("razors")]
    assert kinds == ["oil", "medical_services", "munitions"]


@pytest.mark.rule("DM-C-058")
def test_seed_money_is_what_the_house_says() -> None:
    table = Table()
    table.give(OpenSeason(rounds=3, switches={"franchise.seed_money_k": 750}))
    table.give(FoundFranchise(franchise=RAZORS))
    assert table.season.franchise("razors").balance == 750_000


@pytest.mark.rule("DM-C-069")
def test_starting_sponsors_above_the_limit_wait() -> None:
    table = Table()
    table.give(OpenSeason(rounds=3, switches={"sponsors.max": 2}))
    facts = table.give(FoundFranchise(franchise=RAZORS), {"setup/razors/founding": [1, 1, 2, 1, 6, 6]})
    assert isinstance(facts[-1], SponsorWaits)
    assert table.season.franchise("razors").waiting_sponsors == ["munitions"]
    assert len(table.season.sponsors_of("razors")) == 2


@pytest.mark.rule("DM-C-058")
def test_a_franchise_is_founded_once() -> None:
    table = Table()
    table.give(OpenSeason(rounds=3))
    table.give(FoundFranchise(franchise=RAZORS))
    table.refused(FoundFranchise(franchise=RAZORS), FranchiseAlreadyFounded, "razors")


@pytest.mark.parametrize(
    ("franchise", "name"), [("Razors", ""), ("a/b", ""), ("razors", "x" * 81), ("razors", "a\nb")]
)
def test_a_franchise_needs_a_proper_id_and_name(franchise: str, name: str) -> None:
    table = Table()
    table.give(OpenSeason(rounds=3))
    table.refused(FoundFranchise(franchise=FranchiseId(franchise), name=name), Malformed)


@pytest.mark.rule("DM-C-177")
def test_the_setup_opens_with_two_franchises() -> None:
    table = Table()
    table.give(OpenSeason(rounds=3))
    table.give(FoundFranchise(franchise=RAZORS))
    table.refused(OpenSetup(), TooFewFranchises)
    table.give(FoundFranchise(franchise=FranchiseId("saints")))
    table.give(OpenSetup())
    assert table.season.step == "S1"
    table.refused(FoundFranchise(franchise=FranchiseId("widows")), OutOfStep, "too late")


@pytest.mark.rule("DM-C-063")
def test_hiring_garage_and_party_are_one_window() -> None:
    table = founded()
    table.refused(NextSetupStep(), SetupIsOneWindow)
    table.give(BuyCar(franchise=RAZORS, car=CarId("razors.c1")))
    table.give(HireRookie(franchise=RAZORS, driver=DriverId("razors.d1")))


@pytest.mark.rule("DM-C-063")
def test_hiring_garage_and_party_are_steps_where_the_house_says_so() -> None:
    table = founded(switches={"season.setup_single_window": False, "roster.min": 1, "garage.min": 1})
    table.refused(BuyCar(franchise=RAZORS, car=CarId("razors.c1")), OutOfStep, "finish the steps before it first")
    for franchise in ("razors", "saints"):
        table.give(HireRookie(franchise=FranchiseId(franchise), driver=DriverId(f"{franchise}.d1")))
    table.refused(CloseSetup(), OutOfStep)
    table.give(NextSetupStep())
    assert table.season.step == "S2"
    table.refused(HireRookie(franchise=RAZORS, driver=DriverId("razors.d2")), OutOfStep)
    for franchise in ("razors", "saints"):
        table.give(BuyCar(franchise=FranchiseId(franchise), car=CarId(f"{franchise}.c1")))
    table.give(NextSetupStep())
    assert table.season.step == "S3"
    table.refused(NextSetupStep(), OutOfStep)
    table.give(CloseSetup())
    assert table.season.step == "M"


def ready(*, drivers: int = 6, cars: int = 3, **options: Any) -> Table:
    table = founded(**options)
    for franchise in ("razors", "saints"):
        for number in range(drivers if franchise == "saints" else 6):
            table.give(HireRookie(franchise=FranchiseId(franchise), driver=DriverId(f"{franchise}.d{number}")))
        for number in range(cars if franchise == "saints" else 3):
            table.give(BuyCar(franchise=FranchiseId(franchise), car=CarId(f"{franchise}.c{number}")))
    return table


@pytest.mark.rule("DM-C-065")
def test_a_season_does_not_start_with_a_garage_under_three() -> None:
    ready(cars=2).refused(CloseSetup(), GarageTooSmall, "saints has 2 of the 3 cars")


@pytest.mark.rule("DM-C-065")
def test_a_garage_that_cannot_be_filled_for_want_of_money_is_let_through_and_said() -> None:
    table = ready(cars=2)
    table.sponsor("saints", "oil")
    saints = table.season.franchise("saints")
    saints.balance = 100_000
    table.refused(CloseSetup(), GarageTooSmall)
    saints.balance = 99_999
    table.sponsor("saints", "car_dealership")
    table.refused(CloseSetup(), GarageTooSmall)
    saints.balance = 89_999
    short = [fact for fact in table.give(CloseSetup()) if isinstance(fact, GarageShort)]
    assert short == [GarageShort(rule="DM-C-065", franchise=FranchiseId("saints"), cars=2, needed=3)]
    assert table.season.step == "M"


@pytest.mark.rule("DM-C-060", "DM-C-063", "DM-C-065")
def test_rosters_and_garages_are_checked_at_the_end_of_their_steps_where_they_are_steps() -> None:
    table = founded(switches={"season.setup_single_window": False})
    table.refused(NextSetupStep(), RosterTooShort, "razors has 0 of 6 drivers")
    for franchise in ("razors", "saints"):
        table.give(AcknowledgeShortRoster(franchise=FranchiseId(franchise)))
    table.give(NextSetupStep())
    table.refused(NextSetupStep(), GarageTooSmall, "razors has 0 of the 3 cars")
    for franchise in ("razors", "saints"):
        table.season.franchise(franchise).balance = 0
    table.give(NextSetupStep())
    table.give(CloseSetup())
    assert table.season.step == "M"


@pytest.mark.rule("DM-C-060")
def test_a_roster_under_six_must_be_acknowledged() -> None:
    table = ready(drivers=5)
    table.refused(CloseSetup(), RosterTooShort, "saints has 5 of 6 drivers", "acknowledge")
    table.give(AcknowledgeShortRoster(franchise=FranchiseId("saints")))
    table.give(CloseSetup())
    assert table.season.step == "M"


@pytest.mark.rule("DM-C-060")
def test_a_roster_under_six_does_not_start_where_the_house_says_so() -> None:
    table = ready(drivers=5, switches={"roster.min_enforced": True})
    table.season.franchise("saints").short_roster_known = True
    table.refused(CloseSetup(), RosterTooShort, "saints has 5 of 6 drivers: hire more.")


@pytest.mark.rule("DM-C-069")
def test_sponsors_that_wait_are_declined_when_the_setup_closes() -> None:
    table = ready()
    table.season.franchise("saints").waiting_sponsors = ["oil", "energy"]
    declined = [fact for fact in table.give(CloseSetup()) if isinstance(fact, SponsorDeclined)]
    assert [(fact.franchise, fact.sponsor_kind) for fact in declined] == [("saints", "oil"), ("saints", "energy")]
    assert table.season.franchise("saints").waiting_sponsors == []


@pytest.mark.rule("DM-C-069")
def test_the_setup_stays_open_while_a_sponsor_waits_that_may_not_be_declined() -> None:
    table = ready(switches={"sponsors.may_decline": False})
    table.season.franchise("saints").waiting_sponsors = ["oil"]
    table.refused(CloseSetup(), SponsorUnplaced, "saints")
