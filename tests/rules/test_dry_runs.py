"""A dry run gives the same result each time: effects that depend on no dice are shown, and those that depend on dice
are marked.
"""

from __future__ import annotations

import pytest

from rules.campaign.core.codec import season_bytes
from rules.campaign.core.command import PUBLIC_READER, Command
from rules.campaign.dry_run.commands import DryRun, MoneyMovement, Throw, dry_run, possible_season, run_count
from rules.campaign.dry_run.sample_dice import EXTREMES, MOST_ROUNDS, PLAYS_PER_ROUND
from rules.campaign.dry_run.table_odds import ThrowTable
from rules.campaign.market.shopping import OpenShopping
from rules.campaign.market.world_trade import RollWorldTrade
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.money.account import BalanceTooLow
from rules.campaign.money.prices import PARTY_K
from rules.campaign.people.cloning import DriverCloned
from rules.campaign.people.hiring import DriverHired, HireRookie
from rules.campaign.season_end.standings import RankTable
from rules.campaign.sponsors.holding_companies import CashHolding
from rules.campaign.sponsors.party import NoSponsorWaiting, PartyAlreadyThrown, PlaceSponsor, SponsorLeft, ThrowParty
from rules.core.refusals import Refusal
from rules.core.terms import DriverId, FranchiseId, K, MatchId, SponsorId
from tests.rules.campaign.memory_seasons import Table, announce, founded, line_up, locked, report, shopping, signed

RAZORS = FranchiseId("razors")
HIRE = HireRookie(franchise=RAZORS, driver=DriverId("razors.d9"), name="Vega")
FIRST = 2 + PLAYS_PER_ROUND
"""The smallest number of plays."""


def party(spend_k: int = 40) -> ThrowParty:
    """A party thrown by the razors."""
    return ThrowParty(franchise=RAZORS, spend_k=spend_k)


def come_to(table: Table, *commands: Command) -> DryRun:
    """The dry run of the commands, which leaves the season unchanged."""
    before = season_bytes(table.season)
    trial = dry_run(table.season, commands, reader=PUBLIC_READER)
    assert season_bytes(table.season) == before
    return trial


def throws(trial: DryRun) -> dict[str, tuple[str, bool, int, bool]]:
    """The throws by what they decide: dice, whether always made, how often, and whether more may follow."""
    return {throw.why: (throw.dice, throw.always, throw.times, throw.more) for throw in trial.throws}


def price(kind: str, rule: str, least: int, most: int | None = None, *, told: bool = False) -> MoneyMovement:
    """A price of the razors. It is certain if it has only one amount."""
    return MoneyMovement(
        franchise="razors",
        kind=kind,
        rule=rule,
        least=least,
        most=least if most is None else most,
        certain=most is None,
        told=told,
    )


def test_what_throws_no_dice_is_told_whole() -> None:
    trial = come_to(founded(), HIRE)
    assert [type(fact) for fact in trial.facts] == [DriverHired]
    assert trial.prices == (price("driver_hired", trial.facts[0].rule, -50 * K, told=True),)
    assert (trial.throws, trial.refused, trial.may_be_refused, trial.opens) == ((), None, None, False)


@pytest.mark.rule("DM-C-070")
@pytest.mark.parametrize("spent", PARTY_K)
def test_a_party_has_its_price_whatever_its_die(spent: int) -> None:
    trial = come_to(founded(), party(spent))
    assert trial.prices == (price("party_thrown", "DM-C-070", -spent * K),)
    assert trial.facts == ()


@pytest.mark.rule("DM-C-070")
@pytest.mark.parametrize(
    ("spent", "attracted"),
    [
        (10, ("2d6", False, 1, False)),
        (40, ("2d6", False, 1, False)),
        (80, ("2d6", False, 1, True)),
        (300, ("2d6", True, 1, True)),
    ],
)
def test_a_throw_that_hangs_on_another_is_marked(spent: int, attracted: tuple[str, bool, int, bool]) -> None:
    decided = throws(come_to(founded(), party(spent)))
    assert decided == {"sponsor party": ("1d6", True, 1, False), "sponsor attracted": attracted}


def test_a_throw_tells_the_odds_of_its_table() -> None:
    thrown, attracted = come_to(founded(), party(40)).throws
    assert thrown.read_on is not None
    assert [(chance.on, chance.result, chance.ways, chance.of) for chance in thrown.read_on.odds] == [
        ("1–3", "no sponsor", 3, 6),
        ("4–6", "1 sponsor", 3, 6),
    ]
    assert attracted.read_on is not None
    assert sum(chance.ways for chance in attracted.read_on.odds) == 36


def test_parties_of_two_amounts_are_two_throws() -> None:
    trial = come_to(founded(), party(10), ThrowParty(franchise=FranchiseId("saints"), spend_k=300))
    parties = [throw for throw in trial.throws if throw.why == "sponsor party"]
    assert [(throw.always, throw.times, throw.more) for throw in parties] == [(True, 1, False)] * 2
    assert len({throw.read_on for throw in parties}) == 2
    assert [money_movement.least for money_movement in trial.prices] == [-10 * K, -300 * K]


@pytest.mark.parametrize("commands", [[party(150)], [party(20), HIRE], [HIRE]])
def test_the_same_is_answered_each_time(commands: list[Command]) -> None:
    table = founded()
    first = come_to(table, *commands)
    assert all(come_to(table, *commands) == first for _ in range(30))


@pytest.mark.parametrize("secret", [b"one", b"another", b"a third"])
def test_the_secret_decides_nothing_of_what_is_told(secret: bytes) -> None:
    trials = []
    for table in (shopping(faces={}), shopping(faces={}, secret=secret)):
        table.sponsor("razors", "oil", "energy")
        table.sponsor("saints", "oil", "energy")
        trials.append(come_to(table, RollWorldTrade(franchise=RAZORS, match=MatchId("m1"))))
    assert trials[0] == trials[1]


@pytest.mark.rule("DM-C-069")
def test_a_fact_whose_words_hang_on_dice_is_not_told_though_it_has_no_roll_itself() -> None:
    table = founded(switches={"sponsors.max": 3})
    leaving = SponsorId(table.season.sponsors_of("razors")[0].id)
    trial = come_to(
        table, party(300), PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.s9"), replaces=leaving)
    )
    assert [type(fact) for fact in trial.facts] == [SponsorLeft]


@pytest.mark.rule("DM-C-084")
def test_a_price_is_certain_though_the_balance_after_it_is_not() -> None:
    table = signed(drivers=5, switches={"sponsors.holding_payout_subject_to_overhead": False})
    table.season.step = "S1"
    trial = come_to(table, CashHolding(franchise=RAZORS, sponsor=SponsorId("razors.s3")), HIRE)
    assert trial.facts == ()
    assert [
        (money_movement.kind, money_movement.least, money_movement.certain, money_movement.told)
        for money_movement in trial.prices
    ] == [
        ("driver_hired", -50 * K, True, False),
        ("holding_cashed", 40 * K, False, False),
    ]


@pytest.mark.rule("DM-C-069")
def test_what_some_dice_would_have_refused_is_not_refused_and_says_so() -> None:
    table = founded(switches={"sponsors.max": 3})
    leaving = table.season.sponsors_of("razors")[0].id
    place = PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.s9"), replaces=SponsorId(leaving))
    trial = come_to(table, party(80), place)
    assert trial.refused is None
    assert isinstance(trial.may_be_refused, NoSponsorWaiting)
    assert trial.may_be_refused.place == 1
    assert trial.prices == (price("party_thrown", "DM-C-070", -80 * K),)
    assert come_to(table, party(300), place).may_be_refused is None


@pytest.mark.parametrize(
    ("commands", "refusal", "place"),
    [
        ((party(), party()), PartyAlreadyThrown, 1),
        ((HIRE, PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.s9"))), NoSponsorWaiting, 1),
        ((party(300), *(party(300),) * 2), PartyAlreadyThrown, 1),
    ],
)
def test_what_is_refused_whatever_the_dice_says_why_and_nothing_else(
    commands: tuple[Command, ...], refusal: type[Refusal], place: int
) -> None:
    trial = come_to(founded(), *commands)
    assert isinstance(trial.refused, refusal)
    assert trial.refused.place == place
    assert trial == DryRun(refused=trial.refused)


def test_what_cannot_be_paid_is_refused() -> None:
    table = founded()
    table.season.franchise("razors").balance = 5 * K
    assert isinstance(come_to(table, party(10)).refused, BalanceTooLow)


@pytest.mark.rule("DM-C-084")
def test_money_that_hangs_on_dice_is_told_by_its_bounds() -> None:
    table = signed(switches={"sponsors.holding_payout_subject_to_overhead": False})
    trial = come_to(table, CashHolding(franchise=RAZORS, sponsor=SponsorId("razors.s3")))
    assert trial.prices == (price("holding_cashed", "DM-C-084", 40 * K, 240 * K),)
    assert throws(trial) == {"holding company bankrupted": ("2d6", True, 1, False)}


@pytest.mark.rule("DM-C-109")
def test_every_throw_that_may_follow_is_told_with_its_table() -> None:
    table = shopping(faces={})
    trial = come_to(table, RollWorldTrade(franchise=RAZORS, match=MatchId("m1")))
    first, *others = trial.throws
    assert (first.why, first.always) == ("world trade", True)
    assert not any(throw.always for throw in others)
    assert {"rare weapon", "hot-rod gear", "medical tech", "personal equipment", "carcass", "tread"} <= {
        throw.why for throw in others
    }
    assert all(throw.read_on is not None for throw in others if not throw.why.startswith("price of"))


def test_a_tie_that_is_thrown_off_comes_to_an_end() -> None:
    table = signed(rounds=3)
    table.season.step = "E1"
    trial = come_to(table, RankTable())
    assert trial.refused is None
    assert throws(trial)["roll-off for the final table"] == ("1d6", True, 2, True)


def test_what_is_sealed_is_not_shown() -> None:
    table = signed()
    announce(table, 1)
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise, "m1", words=f"{franchise} rolls"))
    trial = come_to(table, LockLineUps(match=MatchId("m1")))
    assert (trial.opens, trial.facts, trial.prices) == (True, (), ())


def test_what_follows_by_itself_is_tried_too() -> None:
    table = locked()
    claim = report(table, drivers={"razors.d1": {"out": True}})
    follows = come_to(table, AcceptReport(match=MatchId("m1"), report=claim))
    assert throws(follows)["quirk check"][:2] == ("1d6", True)
    assert throws(follows)["quirk table"][:2] == ("2d6", False)
    assert [fact.driver for fact in follows.facts if isinstance(fact, DriverCloned)] == ["razors.d1"]
    assert all(not fact.rolls for fact in follows.facts)


def test_more_dice_than_one_table_are_told_in_one_order() -> None:
    table = locked()
    whys = [throw.why for throw in come_to(table, OpenShopping(match=MatchId("m1"))).throws]
    assert whys == list(dict.fromkeys(whys))


def test_one_play_is_as_it_may_be_and_the_same_each_time() -> None:
    table = founded()
    plays = [possible_season(table.season, party(40), play=play, reader=PUBLIC_READER) for play in (0, 1, 0)]
    assert [len(play.sponsors_of("razors")) for play in plays] == [3, 4, 3]
    assert season_bytes(plays[0]) == season_bytes(plays[2])
    assert table.season.franchise("razors").balance == 1000 * K
    with pytest.raises(PartyAlreadyThrown):
        possible_season(plays[1], party(40), play=0, reader=PUBLIC_READER)


@pytest.mark.parametrize(
    ("size", "facts", "plays"),
    [
        (1, 0, len(EXTREMES) + PLAYS_PER_ROUND * MOST_ROUNDS),
        (15_000, 10, len(EXTREMES) + PLAYS_PER_ROUND * MOST_ROUNDS),
        (130_000, 5, 2 + PLAYS_PER_ROUND * 3),
        (210_000, 150, FIRST),
        (9_000_000, 0, FIRST),
    ],
)
def test_a_large_season_is_tried_less_often_and_always_with_every_face(size: int, facts: int, plays: int) -> None:
    assert run_count(size=size, facts=facts) == plays


@pytest.mark.parametrize(
    ("throw", "words"),
    [
        (Throw(dice="2d6", why="luck"), "2d6"),
        (Throw(dice="2d6", why="luck", times=2), "2 times 2d6"),
        (Throw(dice="1d6", why="luck", times=3, more=True), "3 times 1d6 or more"),
        (Throw(dice="1d6", why="luck", always=False, more=True, read_on=ThrowTable("DM-C-017")), "1d6 or more"),
    ],
)
def test_a_throw_is_said_as_often_as_it_is_made(throw: Throw, words: str) -> None:
    assert throw.description == words
