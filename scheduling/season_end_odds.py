"""Plays a season's end many times in copies, before the real one: refusals, prices, tables and odds.

Nothing is stored, and no die of the season falls: every run has a throw-away secret, and only shares of all runs are
reported. Franchises answer by the default orders unless the asker may see theirs: what owners named under seal or set
for themselves is not for others to see. Rules DM-C-156 to DM-C-172.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from journal.state import store
from league.models import Season
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import PUBLIC_READER, Command
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season as State
from rules.campaign.core.visible_state import hide_from_reader
from rules.campaign.people.veterans import DriverRetired
from rules.campaign.play.perform import perform
from rules.campaign.season_end.draft import DriverDrafted
from rules.campaign.season_end.metal_cup import CupAwarded
from rules.campaign.season_end.sponsor_pool import DeclareSafe, SponsorPooled
from rules.campaign.season_end.staff_retention import KeepStaff, StaffKept, keep_fee
from rules.campaign.season_end.standings import FinalRank
from rules.campaign.sponsors.kinds import SponsorJoined
from rules.campaign.steward import Orders
from rules.campaign.steward.simulation import play_out
from rules.campaign.steward.unattended import NO_ORDERS
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import FranchiseId, SponsorId, in_k
from scheduling.automatic_steps import END_STEPS

MOST_TIMES = 1000


class SeasonEndFarOff(Refusal):
    """The season's end can only be rehearsed once all rounds are closed and until the season is over."""


@dataclass(slots=True)
class SeasonEndOdds:
    """The counted results of `times` runs of a season's end; `refused` and `prices` depend on no dice.

    `told` counts in how many runs something happened: by chapter, subject and outcome.
    """

    times: int
    refused: list[str] = field(default_factory=list)
    prices: dict[str, int] = field(default_factory=dict)
    """The price of keeping its staff for each franchise, in credits."""
    told: dict[str, dict[str, Counter[str]]] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)
    """The mean of a franchise's balance at the end, in credits."""

    def count(self, chapter: str, subject: str, outcome: str) -> None:
        """Count one more run in which it was so."""
        self.told.setdefault(chapter, {}).setdefault(subject, Counter())[outcome] += 1

    def share(self, chapter: str, subject: str, outcome: str) -> float:
        """The share of all runs in which it was so."""
        return self.told.get(chapter, {}).get(subject, Counter())[outcome] / self.times


def stored_season_end_odds(
    row: Season, *, times: int, secret: bytes, orders: Mapping[str, Orders] = NO_ORDERS
) -> SeasonEndOdds:
    """Rehearse the end of a season from its tables. `orders` are those the asker may see: their own.

    Raises `SeasonEndFarOff` or `Malformed`.
    """
    return estimate_season_end(store.load(row).season, times=times, secret=secret, orders=orders)


def estimate_season_end(
    season: State, *, times: int, secret: bytes, orders: Mapping[str, Orders] = NO_ORDERS
) -> SeasonEndOdds:
    """Play a season's end `times` times and count the results; the same `secret` gives the same counts.

    Each run has its own secret made from this one, so that even a season's own secret would show none of its faces.
    """
    if season.step not in END_STEPS:
        raise SeasonEndFarOff(f"The season is at {season.step}: rehearse its end once all its rounds are closed.")
    if not 1 <= times <= MOST_TIMES:
        raise Malformed(f"A season's end cannot be rehearsed {times} times: say 1 to {MOST_TIMES}.")
    unsealed = copy_season(season)
    hide_from_reader(unsealed, PUBLIC_READER, forget=True)
    odds = SeasonEndOdds(times, refused=list(_refused_sentences(unsealed)), prices=_staff_prices(unsealed))
    sums: Counter[str] = Counter()
    for number in range(times):
        thrown_away = hmac.digest(secret, f"rehearsal {number}".encode(), hashlib.sha256)
        last = unsealed
        for step in play_out(unsealed, secret=thrown_away, orders=orders):
            last = step.season
            for fact in step.facts:
                _count_fact(odds, fact)
        sums.update({franchise.id: franchise.balance for franchise in last.all_franchises()})
    odds.balances = {id: round(total / times) for id, total in sorted(sums.items())}
    return odds


def odds_lines(odds: SeasonEndOdds, names: Mapping[str, str]) -> Iterator[str]:
    """A rehearsal as people read it: shares of all runs, the likeliest first; ids are replaced by their `names`."""
    yield f"Rehearsed {odds.times} times with dice of their own and by the house's orders; nothing was kept."
    for sentence in odds.refused:
        yield f"Refused: {sentence}"
    for franchise, price in odds.prices.items():
        yield f"{names.get(franchise, franchise)} would pay {in_k(price)} to keep its staff."
    for chapter, subjects in odds.told.items():
        yield f"{chapter}:"
        for subject, counted in subjects.items():
            likely = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
            text = ", ".join(
                f"{names.get(outcome, outcome)} {_percent(times, odds.times)}" for outcome, times in likely
            )
            yield f"  {names.get(subject, subject)}: {text}"
    yield "Balance at the end, on the mean:"
    for franchise, balance in odds.balances.items():
        yield f"  {names.get(franchise, franchise)}: {in_k(balance)}"


def _refused_sentences(season: State) -> Iterator[str]:
    """What an owner might want at the season's end and would be refused, whatever the dice."""
    for franchise in season.all_franchises():
        id = FranchiseId(franchise.id)
        if _staff_is_undecided(season, franchise.id):
            yield from _refusal_sentences(season, "E4", KeepStaff(franchise=id, keep=True))
        if season.step in END_STEPS[:7] and not franchise.folded:
            for sponsor in season.sponsors_of(franchise.id):
                yield from _refusal_sentences(season, "E7", DeclareSafe(franchise=id, sponsor=SponsorId(sponsor.id)))


def _refusal_sentences(season: State, step: str, command: Command) -> Iterator[str]:
    """Why a command of a later step would be refused: until then, only dice move money or sponsors."""
    trial = copy_season(season)
    trial.step = step
    try:
        perform(trial, command, Dice(KeyRing(b"")))
    except Refusal as refusal:
        yield refusal.sentence


def _staff_prices(season: State) -> dict[str, int]:
    ratings = {
        franchise.id: franchise.staff_rating
        for franchise in season.all_franchises()
        if _staff_is_undecided(season, franchise.id)
    }
    return {id: keep_fee(season, rating=rating) for id, rating in ratings.items()}


def _staff_is_undecided(season: State, franchise: str) -> bool:
    """Whether the franchise has yet to decide on keeping its staff."""
    team = season.franchise(franchise)
    return season.step in END_STEPS[:4] and team.staff_rating > 1 and not team.staff_decided


def _count_fact(odds: SeasonEndOdds, fact: Fact) -> None:
    match fact:
        case FinalRank():
            odds.count("Final table", fact.franchise, f"place {fact.rank}")
        case CupAwarded():
            odds.count("The Metal Cup", "won by", fact.franchise)
        case DriverRetired():
            odds.count("Retired", fact.driver, "leaves the sport")
        case StaffKept():
            odds.count("Staff", fact.franchise, "kept")
        case DriverDrafted():
            odds.count("Drafted", fact.driver, fact.franchise)
        case SponsorPooled():
            odds.count("Sponsors lost", fact.franchise, fact.sponsor_kind.replace("_", " "))
        case SponsorJoined():
            odds.count("Taken from the pool", fact.franchise, fact.sponsor_kind.replace("_", " "))
        case _:
            pass


def _percent(times: int, of: int) -> str:
    return f"{round(100 * times / of)} %"
