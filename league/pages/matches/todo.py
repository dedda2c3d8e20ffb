"""What the viewer's own franchises still have to do about a match, in the order of the rules.

Rules DM-C-040, DM-C-089, DM-C-095, DM-C-104, DM-C-105, DM-C-107.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.fact_rendering import FIELDS_WITH_IDS, RenderedEntry
from explain.names import Names, Segment
from explain.printed_names import offer_words
from franchises.pages.season_market import OFFER_END_WORDS, TRADE_OUTCOMES
from league.models import Season
from rules.campaign.core.switches import DEFAULT_SETTINGS
from rules.campaign.market.offers import TINKERING
from rules.core.terms import FranchiseId

OWNER_STEPS = ("M3", "M5.4", "M5.10")
"""The steps of a match at which its franchises have to act."""
OPEN_TRADE_FACTS = frozenset({"trade_proposed", "trade_accepted"})


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOffer:
    """An offer that awaits its franchise's answer; `price` is in credits."""

    id: str
    what: str
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTrade:
    """A pending trade: with whom, what comes and goes, and whether this side has to answer."""

    id: str
    other: Segment
    comes: tuple[Segment, ...]
    goes: tuple[Segment, ...]
    to_answer: bool
    accepted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTodo:
    """What one of the viewer's franchises has to do about a match now, and what it has done."""

    franchise: str
    name: str
    step: str
    named: bool
    mechanic: bool
    decided: bool
    shopping: str
    tinkered: tuple[OpenOffer, ...] = ()
    found: tuple[OpenOffer, ...] = ()
    asked: int = 0
    may_ask: int = 0
    may_hire: bool = False
    """Whether drivers can be hired while shops are open, by house rule (DM-C-063)."""
    trades: tuple[OpenTrade, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether the match waits for the franchise."""
        match self.step:
            case "M3":
                return not self.named
            case "M5.4":
                return not self.decided
        return self.shopping == "open"


def match_todos(
    season: Season,
    match: str,
    teams: Iterable[Any],
    entries: Sequence[RenderedEntry],
    names: Names,
    *,
    own: frozenset[str],
) -> list[MatchTodo]:
    """One list for each of the viewer's franchises in a match that asks them something; `entries` are the match's."""
    return [
        _match_todo(season, match, team, entries, names)
        for team in teams
        if links.short_id(team.franchise_id) in own and team.match.step in OWNER_STEPS and not team.forfeited
    ]


def _match_todo(season: Season, match: str, team: Any, entries: Sequence[RenderedEntry], names: Names) -> MatchTodo:
    id = links.short_id(team.franchise_id)
    common = {
        "franchise": id,
        "name": team.franchise.identity.name,
        "step": team.match.step,
        "named": team.named,
        "mechanic": team.match_mechanic,
        "decided": team.decided,
        "shopping": team.shopping,
    }
    if team.shopping != "open":
        return MatchTodo(**common)
    most = season.switches.get("world_trade.rolls_per_match", DEFAULT_SETTINGS["world_trade.rolls_per_match"])
    offers = list(_open_offers(entries, match, id))
    return MatchTodo(
        **common,
        tinkered=tuple(offer for source, offer in offers if source == TINKERING),
        found=tuple(offer for source, offer in offers if source != TINKERING),
        asked=team.world_trades,
        may_ask=int(most),
        may_hire=bool(season.switches.get("hire.midseason", DEFAULT_SETTINGS["hire.midseason"])),
        trades=tuple(_open_trades(entries, id, names)),
    )


def _facts_oldest_first(entries: Sequence[RenderedEntry]) -> Iterator[Any]:
    """The facts of the entries, oldest first."""
    for entry in reversed(entries):
        for fact in entry.facts:
            yield fact.stated


def _open_offers(entries: Sequence[RenderedEntry], match: str, franchise: str) -> Iterator[tuple[str, OpenOffer]]:
    """The offers of that match to a franchise that it has not answered, each with its source."""
    ended = {stated.offer for stated in _facts_oldest_first(entries) if stated.tag in OFFER_END_WORDS}
    for stated in _facts_oldest_first(entries):
        if (
            stated.tag == "offer_made"
            and (stated.match, stated.franchise) == (match, franchise)
            and stated.offer not in ended
        ):
            what = offer_words(stated.what, stated.item_kind)
            yield stated.source, OpenOffer(id=stated.offer, what=what[:1].upper() + what[1:], price=stated.price)


def _open_trades(entries: Sequence[RenderedEntry], franchise: str, names: Names) -> Iterator[OpenTrade]:
    """The pending trades of a franchise, in the order they were proposed."""
    latest: dict[str, tuple[Any, str]] = {}
    for stated in _facts_oldest_first(entries):
        if stated.tag == "trade_proposed":
            latest[stated.trade] = (stated, stated.tag)
        elif stated.tag in TRADE_OUTCOMES and stated.trade in latest:
            latest[stated.trade] = (latest[stated.trade][0], stated.tag)
    for proposed, outcome in latest.values():
        if outcome not in OPEN_TRADE_FACTS or franchise not in (proposed.franchise, proposed.partner):
            continue
        proposer = proposed.franchise == franchise
        gives = tuple(names.segments_in(proposed.gives, FIELDS_WITH_IDS["gives"]))
        takes = tuple(names.segments_in(proposed.takes, FIELDS_WITH_IDS["takes"]))
        yield OpenTrade(
            id=proposed.trade,
            other=names.segment(FranchiseId, proposed.partner if proposer else proposed.franchise),
            comes=takes if proposer else gives,
            goes=gives if proposer else takes,
            to_answer=not proposer and outcome == "trade_proposed",
            accepted=outcome == "trade_accepted",
        )
