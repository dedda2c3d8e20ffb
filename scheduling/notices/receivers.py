"""The notices that follow from an entry of the journal: receivers of the outbox, which return what to write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from drivers.models import Driver
from franchises.models import Car, Franchise, Item
from jobs.outbox_delivery import EVERY_TOPIC, Write, outbox_receiver
from journal import entry_body
from journal.amends.timeline import AMEND_TAG
from league.access import STEWARD
from league.models import Entry, Outbox
from rules.campaign.core.facts import Fact
from rules.campaign.core.season_steps import SeasonStepReached
from rules.campaign.market.trades import TradeAccepted, TradeAnswer, TradeMade, TradeRefused, TradeWithdrawn
from rules.campaign.match_day.settlement import SettlementReckoned
from rules.campaign.season_end.metal_cup import CupAwarded
from rules.core.terms import in_k
from rules.match.catalog import item_type
from scheduling.calendar import calendar_of, time_arguments
from scheduling.notices import inbox
from scheduling.notices.mail import notify_and_mail

F = TypeVar("F", bound=Fact)
TRADE_NOTICES: dict[type[Fact], str] = {
    TradeAccepted: "trade_agreed",
    TradeMade: "trade_made",
    TradeWithdrawn: "trade_off",
    TradeRefused: "trade_refused",
}
"""The kind of notice for each answer to a trade."""
SHOPPING_ENDS = frozenset(("finish_shopping", "end_shopping"))
"""The commands with which the open trades of a franchise lapse."""
LONGEST_LIST = 300
STALE_AFTER = timedelta(days=7)
"""Entries older than this when they are delivered are no news."""


@outbox_receiver("lock_line_ups", reads_first=True)
def notify_line_ups_locked(season_id: str, number: int, _topic: str, at: datetime) -> Write | None:
    """Line-ups were locked: notify the owners in the match."""
    if (entry := _newsworthy_entry(season_id, number, at=at)) is None:
        return None
    match = str(entry_body.load_body(entry.body).command["match"])
    teams = entry.season.line_ups.filter(match_id=f"{season_id}/{match}").values_list("franchise_id", flat=True)
    franchises = [id.rsplit("/", 1)[-1] for id in teams]
    return _owners_notice(entry, franchises, about="locked", at=at, arguments={"match": match})


@outbox_receiver("accept_report", reads_first=True)
def withdraw_report_requests(season_id: str, number: int, _topic: str, at: datetime) -> Write | None:
    """A report was accepted: nobody is asked for one any more."""
    if (entry := _newsworthy_entry(season_id, number, at=at)) is None:
        return None
    match = str(entry_body.load_body(entry.body).command["match"])
    return lambda: inbox.withdraw_report_requests(entry.season, match, at=at)


@outbox_receiver("close_settlement", reads_first=True)
def notify_match_settled(season_id: str, number: int, _topic: str, at: datetime) -> Write | None:
    """A match was settled: tell each owner in it that their card is there."""
    if (entry := _newsworthy_entry(season_id, number, at=at)) is None:
        return None
    writes = []
    for fact in _facts_of_type(entry, SettlementReckoned):
        arguments = {
            "match": fact.match,
            "franchise": _franchise_name(entry, fact.franchise),
            "profit": in_k(fact.profit),
            "card_of": fact.franchise,
        }
        writes.append(_owners_notice(entry, [fact.franchise], about="settled", at=at, arguments=arguments))
    return lambda: [write() for write in writes]


@outbox_receiver("close_round", reads_first=True)
def notify_season_end(season_id: str, number: int, _topic: str, at: datetime) -> Write | None:
    """The last round was closed: notify everybody."""
    entry = _newsworthy_entry(season_id, number, at=at)
    if entry is not None and any(fact.step == "E1" for fact in _facts_of_type(entry, SeasonStepReached)):
        return _everybody_notice(entry, about="season_end", at=at)
    return None


@outbox_receiver("award_cup", reads_first=True)
def notify_champion(season_id: str, number: int, _topic: str, at: datetime) -> Write | None:
    """The Metal Cup was awarded: tell everybody who won the season, and the bonus."""
    if (entry := _newsworthy_entry(season_id, number, at=at)) is None:
        return None
    for fact in _facts_of_type(entry, CupAwarded):
        arguments = {
            "franchise": _franchise_name(entry, fact.franchise),
            "number": str(entry.season.number),
            "bonus": in_k(fact.bonus),
        }
        return _everybody_notice(entry, about="champion", at=at, arguments=arguments)
    return None


@outbox_receiver("close_season", reads_first=True)
def notify_season_closed(season_id: str, number: int, _topic: str, at: datetime) -> Write | None:
    """The season was closed: notify everybody."""
    if (entry := _newsworthy_entry(season_id, number, at=at)) is not None:
        return _everybody_notice(entry, about="closed", at=at)
    return None


@outbox_receiver("propose_trade", reads_first=True)
def notify_trade_offered(season_id: str, number: int, _topic: str, at: datetime) -> Write | None:
    """A trade was proposed: tell the owner who receives the offer what each side would give."""
    if (entry := _newsworthy_entry(season_id, number, at=at)) is None:
        return None
    offered = entry_body.load_body(entry.body).command
    partner = str(offered["partner"])
    arguments = {
        "franchise": _franchise_name(entry, str(offered["franchise"])),
        "gives": _describe_goods(entry, offered.get("gives", {})),
        "takes": _describe_goods(entry, offered.get("takes", {})),
        "market_of": partner,
        "trade": str(offered["trade"]),
    }
    return _owners_notice(entry, [partner], about="trade_offered", at=at, arguments=arguments)


@outbox_receiver(
    "accept_trade",
    "withdraw_trade",
    "finish_shopping",
    "end_shopping",
    "approve_trade",
    "refuse_trade",
    reads_first=True,
)
def notify_trade_answered(season_id: str, number: int, topic: str, at: datetime) -> Write | None:
    """Trades were agreed to, made, refused or called off, or lapsed: tell each side but the one that did it."""
    if (entry := _newsworthy_entry(season_id, number, at=at)) is None:
        return None
    lapsed = topic in SHOPPING_ENDS
    finished_for_them = lapsed and entry.actor == STEWARD
    given_by = "" if finished_for_them else entry_body.load_body(entry.body).command.get("franchise", "")
    writes = []
    for fact in entry_body.load_body(entry.body).parsed_facts():
        if (about := TRADE_NOTICES.get(type(fact))) is None:
            continue
        if lapsed and about == "trade_off":
            about = "trade_lapsed"
        assert isinstance(fact, TradeAnswer)  # noqa: S101 - only answers are in the table
        offered = _offer_of(entry, fact.trade)
        for side, other in ((fact.franchise, fact.partner), (fact.partner, fact.franchise)):
            if side != given_by:
                goes, comes = ("gives", "takes") if side == offered.get("franchise") else ("takes", "gives")
                arguments = {
                    "other": _franchise_name(entry, other),
                    "goes": _describe_goods(entry, offered.get(goes, {})),
                    "comes": _describe_goods(entry, offered.get(comes, {})),
                    "market_of": side,
                    **(time_arguments(calendar_of(entry.season.league_id), entry.at, "when") if lapsed else {}),
                }
                writes.append(
                    _owners_notice(entry, [side], about=about, at=at, arguments=arguments, part=str(fact.trade))
                )
    return (lambda: [write() for write in writes]) if writes else None


@outbox_receiver(AMEND_TAG, reads_first=True)
def notify_amend(season_id: str, number: int, _topic: str, at: datetime) -> Write | None:
    """A commissioner amended the past: notify everybody, with the reason. What an owner takes back is no news."""
    entry = _newsworthy_entry(season_id, number, at=at)
    if entry is not None and inbox.league_commissioners(entry.season.league_id).filter(handle=entry.actor).exists():
        arguments = {"entry": str(number), "reason": entry.reason}
        return _everybody_notice(entry, about="amended", at=at, arguments=arguments)
    return None


def steward_rows(rows: Sequence[Outbox]) -> set[int]:
    """The rows of entries that standing orders gave."""
    by_season: dict[str, list[Outbox]] = {}
    for row in rows:
        by_season.setdefault(row.season_id, []).append(row)
    found = set()
    for season, season_rows in by_season.items():
        numbers = [row.entry for row in season_rows]
        entries = Entry.objects.filter(season_id=season, actor=STEWARD, number__range=(min(numbers), max(numbers)))
        by_steward = set(entries.values_list("number", flat=True))
        found |= {row.pk for row in season_rows if row.entry in by_steward}
    return found


@outbox_receiver(EVERY_TOPIC, concerned=steward_rows, reads_first=True)
def notify_steward_acts(season_id: str, number: int, topic: str, at: datetime) -> Write | None:
    """Standing orders answered: tell their owner what, once for everything they answered together."""
    entry = _newsworthy_entry(season_id, number, at=at)
    if entry is None or entry.actor != STEWARD or number != entry.batch.first:
        return None
    commands = (
        Entry.objects.filter(batch=entry.batch, actor=STEWARD).order_by("number").values_list("command", flat=True)
    )
    about, arguments = "acted", {"commands": _count_commands(commands)}
    if topic == "pick_driver":
        driver = str(entry_body.load_body(entry.body).command["driver"])
        found = Driver.objects.filter(pk=f"{entry.season.league_id}/{driver}").first()
        about, arguments = "picked", {"driver": found.name if found else driver, "step": "E6"}
    elif topic == "pass_pick":
        about, arguments = "passed", {"step": "E6"}
    return _owners_notice(entry, [entry.on_behalf_of], about=about, at=at, arguments=arguments)


def _newsworthy_entry(season_id: str, number: int, *, at: datetime) -> Entry | None:
    """The entry; None for those nobody is notified of: a rehearsal's, or of a past played into the database."""
    found = Entry.objects.select_related("season", "batch").filter(season_id=season_id, number=number)
    return found.filter(season__forked_from="", at__gt=at - STALE_AFTER).first()


def _facts_of_type(entry: Entry, kind: type[F]) -> list[F]:
    return [fact for fact in entry_body.load_body(entry.body).parsed_facts() if isinstance(fact, kind)]


def _count_commands(commands: Iterable[str]) -> str:
    """Commands in words, each kind once with its count: "hire rookie ×6, buy car"."""
    counts = Counter(commands)
    text = ", ".join(f"{tag.replace('_', ' ')}{f' ×{times}' if times > 1 else ''}" for tag, times in counts.items())
    return text if len(text) <= LONGEST_LIST else f"{text[: LONGEST_LIST - 1]}…"


def _describe_goods(entry: Entry, goods: Mapping[str, Any]) -> str:
    """A side of a trade in names: "Ann, Machinegun and 20k"."""
    league, season = entry.season.league_id, entry.season_id
    drivers = Driver.objects.filter(pk__in=[f"{league}/{id}" for id in goods.get("drivers", ())])
    cars = Car.objects.filter(pk__in=[f"{season}/{id}" for id in goods.get("cars", ())])
    items = Item.objects.filter(pk__in=[f"{season}/{id}" for id in goods.get("items", ())])
    names = [driver.name for driver in drivers.order_by("pk")]
    names += [car.name or "a car" for car in cars.order_by("pk")]
    names += [item_type(item.kind).name for item in items.order_by("pk")]
    if pays := goods.get("pays", 0):
        names.append(in_k(pays))
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:]))) or "nothing"


def _offer_of(entry: Entry, trade: str) -> Mapping[str, Any]:
    """The command that proposed a trade; empty if no entry before this one did."""
    proposals = Entry.objects.filter(season=entry.season_id, command="propose_trade", number__lt=entry.number)
    for proposal in proposals.order_by("-number"):
        command = entry_body.load_body(proposal.body).command
        if command["trade"] == trade:
            return command
    return {}


def _franchise_name(entry: Entry, franchise: str) -> str:
    return Franchise.objects.get(pk=f"{entry.season.league_id}/{franchise}").name


def _owners_notice(
    entry: Entry, franchises: Iterable[str], *, about: str, at: datetime, arguments: Mapping[str, str], part: str = ""
) -> Write:
    """Notify the owners of these franchises; `part` tells several notices of one kind from one entry apart."""
    members = inbox.franchise_owners(entry.season.league_id, franchises)
    key = f"{about}/{entry.season_id}/{entry.number}{f'/{part}' if part else ''}"
    return partial(notify_and_mail, members, about=about, key=key, at=at, season=entry.season, arguments=arguments)


def _everybody_notice(entry: Entry, *, about: str, at: datetime, arguments: Mapping[str, str] | None = None) -> Write:
    """Notify all owners of a season and its commissioners."""
    row = entry.season
    members = [*inbox.season_owners(row), *inbox.league_commissioners(row.league_id)]
    key = f"{about}/{row.pk}/{entry.number}"
    all_arguments = {"season": row.name, **(arguments or {})}
    return partial(notify_and_mail, members, about=about, key=key, at=at, season=row, arguments=all_arguments)
