"""What the dice of an entry or a match rest on: the leaf, the words, and how to throw one roll again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.misread_dice import members_as_known
from journal.dice.leaf_allocation import purpose_of_entry
from journal.dice.throw_awaited import hashes_closed
from journal.entry_body import AwaitedDiceSource, EntryBody, load_body
from league.access import CLOCK, SEASON_ITSELF, STEWARD
from league.models import Season
from league.pages.dice.roll_check import PathDice, RollCheck, find_roll_check
from league.queries.season_leaves import leaf_at, purpose_of_match, root_of
from rules.core.dice import Roll

IMPERSONAL_ACTOR_SENTENCES = {
    SEASON_ITSELF: "The season did this by itself",
    STEWARD: "Standing orders answered this",
    CLOCK: "The calendar did this",
}
"""Who gave an entry that nobody's words came with, by its actor."""
SENT_WITHOUT_WORDS = "It was sent by a browser without scripts, or by a program that sends no words"


@dataclass(frozen=True, slots=True)
class DiceSource:
    """What awaited dice fell by: the entry that awaited them, and the beacon's round, or the words revealed.

    Of those who `revealed` words, and of those `absent` who gave a hash and revealed none, it has who they are as
    everybody may know it, and the handle that stands in the entry.
    """

    entry: int
    href: str
    round: int
    signature: str
    revealed: tuple[tuple[str, str, str], ...]
    absent: tuple[tuple[str, str], ...]
    without: bool


@dataclass(frozen=True, slots=True)
class EntryLeaf:
    """The leaf of an entry that threw, and by `whom` its words were sent; without any `why_none` says why."""

    index: int
    root: int
    leaf: str
    words: str
    whom: str
    why_none: str
    check: RollCheck | None
    source: DiceSource | None = None
    awaited: bool = False
    """Whether it waits for its dice, so that the leaf is not shown yet."""


def entry_leaf(entry: Any, *, actor: str) -> EntryLeaf | None:
    """The leaf of an entry of `chain`, given by that `actor`; None where it threw with none, or is sealed."""
    if not entry.may_read:
        return None
    body = load_body(entry.read_body)
    if body.leaf is None:
        return None
    words = body.words if body.source is None else body.source.words
    return EntryLeaf(
        index=body.leaf,
        root=root_of(body.leaf) + 1,
        leaf=body.opened,
        words=words,
        whom=f"sent by {_sender(entry, body, actor)}",
        why_none="" if words else IMPERSONAL_ACTOR_SENTENCES.get(entry.read_actor, SENT_WITHOUT_WORDS),
        check=_check(entry, body),
        source=_source(entry.season_id, body.source),
        awaited=not body.opened,
    )


def words_beside(entry: Any) -> str:
    """The words of an entry of `chain` that threw nothing, which bind later throws; "" where it has none."""
    if not entry.may_read:
        return ""
    body = load_body(entry.read_body)
    return "" if body.leaf is not None else body.words


def _source(season: str, source: AwaitedDiceSource | None) -> DiceSource | None:
    if source is None:
        return None
    revealed = source.revealed or {}
    absent = set() if source.revealed is None else hashes_closed(season, source.entry).keys() - revealed.keys()
    known = members_as_known({*revealed, *absent})
    return DiceSource(
        entry=source.entry,
        href=links.entry_url(season, source.entry),
        round=source.round,
        signature=source.signature,
        revealed=tuple((known[handle], handle, words) for handle, words in sorted(revealed.items())),
        absent=tuple((known[handle], handle) for handle in sorted(absent)),
        without=source.without,
    )


def _sender(entry: Any, body: EntryBody, actor: str) -> str:
    """Whose words an entry has: the calendar accepts a report with those of whoever claimed it last."""
    if entry.read_actor == CLOCK:
        return "whoever claimed the report last"
    return "whoever approved it" if body.approved_by else actor


def _check(entry: Any, body: EntryBody) -> RollCheck | None:
    """How to throw the first path again whose dice all fell by this entry's key; None where there is none."""
    if not body.opened:
        return None
    purpose = purpose_of_entry(entry.season_id, entry.number, entry.previous, body)
    fallen = (
        PathDice(
            path,
            tuple(roll.sides for roll in rolls for _ in roll.faces),
            tuple(face for roll in rolls for face in roll.faces),
        )
        for path, rolls in _by_path(body)
    )
    return find_roll_check(bytes.fromhex(body.opened), purpose, fallen)


def _by_path(body: EntryBody) -> Iterator[tuple[str, Sequence[Roll]]]:
    """The rolls that fell by an entry and that nobody entered, path by path in their order; of an amend, by it."""
    entered = body.typed.get("faces", {})
    rolls = body.new_rolls()
    if body.amended is not None:
        thrown = [roll for amended in body.amended.retold.values() for roll in amended.parsed_rolls()]
        rolls = [each for each in thrown if each.path in body.amended.thrown]
    found: dict[str, list[Roll]] = {}
    for roll in rolls:
        if roll.path not in entered:
            found.setdefault(roll.path, []).append(roll)
    yield from found.items()


@dataclass(frozen=True, slots=True)
class MatchLeaf:
    """The leaf that a match took when it was locked; `leaf` is empty until its settlement is closed."""

    index: int
    root: int
    leaf: str
    words: str
    entry: int
    entry_href: str
    fair_at: str


def match_leaf(row: Season, match: str, *, closed: bool) -> MatchLeaf | None:
    """The leaf of a match by its short id, shown once its settlement is `closed`; None where it took none."""
    taken = row.match_leaves.get(match)
    if taken is None:
        return None
    return MatchLeaf(
        index=taken["leaf"],
        root=root_of(taken["leaf"]) + 1,
        leaf=leaf_at(row, taken["leaf"]).hex() if closed else "",
        words=taken["words"],
        entry=taken["entry"],
        entry_href=links.entry_url(row.pk, taken["entry"]) if taken["entry"] else "",
        fair_at=links.fairness_url(row.pk),
    )


def check_of_match(row: Season, match: str, fallen: Iterable[PathDice]) -> RollCheck | None:
    """How to throw a path of a match again whose leaf is shown; None where it took none, or no face fell by it."""
    taken = row.match_leaves.get(match)
    if taken is None:
        return None
    return find_roll_check(leaf_at(row, taken["leaf"]), purpose_of_match(row.pk, match, taken), fallen)
