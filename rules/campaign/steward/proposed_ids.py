"""The ids proposed for what a command makes. Dice are thrown under them, so nobody may choose them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.campaign.commissioner.give_or_take import GiveCar, GiveItem, GiveSponsor
from rules.campaign.commissioner.void_matches import AddMatch, VoidMatch
from rules.campaign.core.command import Command
from rules.campaign.core.editions import has_edition
from rules.campaign.core.state import Season
from rules.campaign.garage.cars import BuyCar
from rules.campaign.garage.device_failures import FAILS_UP_TO
from rules.campaign.market.offers import BuyOffer
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.match_day.round_plans import next_round_number
from rules.campaign.people.hiring import HireRookie
from rules.campaign.season.procedures import PerformProcedure
from rules.campaign.sponsors.party import PlaceSponsor
from rules.core.refusals import Refusal
from rules.core.terms import LONGEST_NAME, MatchId, RoundId, printable_id

PROPOSED_IDS_SINCE = "4"
ROOM_FOR_NUMBERS = 24
"""The characters an id needs after the franchise's: `.s99.r99.item999` and a few more."""


class IdNotProposed(Refusal):
    """The command gives a new thing an id other than the one proposed for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """The id proposed for what a command makes, and the id it was given; `at` is the path of its field."""

    at: tuple[str | int, ...]
    thing: str
    given: str
    proposed: str


def first_free_id(stem: str, taken: Collection[str]) -> str:
    """The first free id of `stem` and a number: `razors.d` gives `razors.d7`."""
    number = 1
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"


def id_stem(franchise: str, what: str) -> str:
    """The beginning of ids of a franchise's things, such as `razors.d` for drivers, with room for a number."""
    return f"{franchise[: LONGEST_NAME - ROOM_FOR_NUMBERS].rstrip('.-') or 'house'}.{what}"


def rookie_stem(season: Season, franchise: str) -> str:
    """The stem for rookies that a franchise hires: `razors.d`, or `razors.s2.d` in a league's second season.

    It names the season, since drivers who have left keep their id for life.
    """
    return id_stem(franchise, f"{_later(season)}d")


def car_stem(season: Season, franchise: str) -> str:
    """The stem for cars that a franchise buys: `razors.car`, or `razors.s2.car` in a league's second season."""
    return id_stem(franchise, f"{_later(season)}car")


def _later(season: Season) -> str:
    return f"s{season.number}." if season.number > 1 else ""


def item_stem(season: Season, franchise: str) -> str:
    """The stem for what a franchise buys from the price lists: `razors.s1.r2.item`.

    It names the round, since items are used up and their ids must not return for other things.
    """
    rounds = season.all_rounds()
    bought = f"s{season.number}" + (f".r{rounds[-1].number}" if rounds else "")
    return id_stem(franchise, f"{bought}.item")


def offer_stem(season: Season, franchise: str, offer: str, *, what: str) -> str:
    """The stem for what was offered: `razors.s1.r2.i` for an item, or with `s` as `what` for a sponsor."""
    offered = season.offers.get(offer)
    round = "" if offered is None else f".r{season.rounds[season.match(offered.match).round].number}"
    return id_stem(franchise, f"s{season.number}{round}.{what}")


def sponsor_stem(season: Season, franchise: str) -> str:
    """The stem for sponsors that a franchise places: `razors.s1.sponsor`."""
    return id_stem(franchise, f"s{season.number}.sponsor")


ID_STEMS: dict[type[Command], tuple[str, Callable[[Season, Any], str]]] = {
    HireRookie: ("driver", lambda season, hire: rookie_stem(season, hire.franchise)),
    BuyCar: ("car", lambda season, bought: car_stem(season, bought.franchise)),
    PlaceSponsor: ("sponsor", lambda season, placed: sponsor_stem(season, placed.franchise)),
    GiveCar: ("car", lambda _season, _given: "house.car"),
    GiveSponsor: ("sponsor", lambda _season, _given: "house.sponsor"),
}
"""Commands that make one thing: the field of its id, and the stem of the id."""


def next_round_id(season: Season, *, besides: Collection[str] = ()) -> str:
    """The id of the next round: `r4`, or the first free one of `r4-1` …."""
    id, taken = f"r{next_round_number(season)}", {*season.rounds, *season.matches, *besides}
    return id if id not in taken else first_free_id(f"{id}-", taken)


def next_match_ids(season: Season, count: int, *, besides: Collection[str] = ()) -> list[str]:
    """The ids of the next matches, `m5`, `m6` …: the first free ones, in order."""
    taken, ids = {next_round_id(season, besides=besides), *season.rounds, *season.matches, *besides}, list[str]()
    for _ in range(count):
        ids.append(first_free_id("m", {*taken, *ids}))
    return ids


def next_use_id(season: Season, *, besides: Collection[str] = ()) -> str:
    """The id of the next use of a referee's procedure: `p1`, `p2` …"""
    return first_free_id("p", {*season.procedure_uses, *besides})


def with_next_match_ids(
    season: Season, plans: Sequence[MatchPlan], *, besides: Collection[str] = ()
) -> list[MatchPlan]:
    """The planned matches of the next round, with the ids proposed for them."""
    ids = next_match_ids(season, len(plans), besides=besides)
    return [replace(plan, match=MatchId(id)) for plan, id in zip(plans, ids, strict=True)]


def refuse_unproposed_ids(proposals: Collection[Proposal], *, kept: Collection[str] = ()) -> None:
    """Raise `IdNotProposed` if a thing has neither the proposed id nor one of those `kept`."""
    for proposal in proposals:
        if proposal.given not in (proposal.proposed, *kept):
            raise IdNotProposed(
                f"The new {proposal.thing} is {proposal.proposed}: dice are thrown under its id, so that nobody "
                "chooses it. "
                f"Give it that id, and not {printable_id(proposal.given)}."
            ).at(*proposal.at)


def proposals(season: Season, command: Command, *, besides: Collection[str] = ()) -> list[Proposal]:
    """The ids proposed for everything a command makes, before it is performed; those in `besides` count as taken.

    Empty before edition 4, where any id may be given. Franchises, things on an opening sheet, and items for which no
    die is thrown, such as guns, may have any id.
    """
    return list(_proposals(season, command, besides)) if has_edition(season, PROPOSED_IDS_SINCE) else []


def with_proposed_ids(season: Season, command: Command) -> Command:
    """The command with the proposed ids for everything it makes; unchanged before edition 4."""
    proposed = proposals(season, command)
    if not proposed:
        return command
    if isinstance(command, AnnounceRound):
        matches = with_next_match_ids(season, command.matches)
        return replace(command, round=RoundId(proposed[0].proposed), matches=matches)
    (proposal,) = proposed
    if isinstance(command, VoidMatch | AddMatch):
        plan = str(proposal.at[0])
        return replace(command, **{plan: replace(getattr(command, plan), match=MatchId(proposal.proposed))})
    return replace(command, **{proposal.thing: proposal.proposed})


def _proposals(season: Season, command: Command, besides: Collection[str]) -> Iterator[Proposal]:
    match command:
        case AnnounceRound():
            yield from _round(season, command, besides)
        case VoidMatch() if command.again is not None:
            yield _match(command.again.match, next_match_ids(season, 1, besides=besides)[0], "again", "match")
        case AddMatch():
            yield _match(command.plan.match, next_match_ids(season, 1, besides=besides)[0], "plan", "match")
        case GiveItem() if command.kind in FAILS_UP_TO:
            yield _one(season, command, "item", "house.item", besides)
        case BuyOffer():
            thing = "sponsor" if command.sponsor else "item"
            offered = season.offers.get(command.offer)
            if offered is not None and (command.sponsor or offered.kind in FAILS_UP_TO):
                stem = offer_stem(season, command.franchise, command.offer, what=thing[0])
                yield _one(season, command, thing, stem, besides)
        case PerformProcedure():
            proposed = next_use_id(season, besides=besides)
            yield Proposal(at=("use",), thing="use", given=command.use, proposed=proposed)
        case _ if type(command) in ID_STEMS:
            thing, stem_of = ID_STEMS[type(command)]
            yield _one(season, command, thing, stem_of(season, command), besides)


def _one(season: Season, command: Command, thing: str, stem: str, besides: Collection[str]) -> Proposal:
    taken = {*getattr(season, f"{thing}s"), *besides}
    return Proposal(at=(thing,), thing=thing, given=str(getattr(command, thing)), proposed=first_free_id(stem, taken))


def _round(season: Season, command: AnnounceRound, besides: Collection[str]) -> Iterator[Proposal]:
    round = next_round_id(season, besides=besides)
    yield Proposal(at=("round",), thing="round", given=command.round, proposed=round)
    proposed = next_match_ids(season, len(command.matches), besides=besides)
    for place, (plan, id) in enumerate(zip(command.matches, proposed, strict=True)):
        yield _match(plan.match, id, "matches", place, "match")


def _match(given: str, proposed: str, *at: str | int) -> Proposal:
    return Proposal(at=at, thing="match", given=given, proposed=proposed)
