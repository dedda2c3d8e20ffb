"""What the dice of an entry or a match rest on: the leaf, the words, and a program that throws one roll again."""

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
    SEASON_ITSELF: "The season did this automatically",
    STEWARD: "Standing orders answered this",
    CLOCK: "The calendar did this",
}
"""Why an entry has no words, by its actor."""
SENT_WITHOUT_WORDS = "It was sent by a browser without scripts, or by a program that sends no words"


@dataclass(frozen=True, slots=True)
class DiceSource:
    """What decided awaited dice: the entry that awaited them, and the beacon round or the revealed words.

    `revealed` and `absent` (members who gave a hash but revealed no words) have each member's public name and the
    handle in the entry; `revealed` also has the words. `without` is set if the dice fell without the beacon.
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
    """The leaf of an entry that threw dice; `whom` says who sent its words, `why_none` why there are none."""

    index: int
    root: int
    leaf: str
    words: str
    whom: str
    why_none: str
    check: RollCheck | None
    source: DiceSource | None = None
    awaited: bool = False
    """Whether it still awaits its dice, so that the leaf is not published yet."""


def entry_leaf(entry: Any, *, actor: str) -> EntryLeaf | None:
    """The leaf of an entry, given by `actor`; None if the entry took no leaf or is sealed from the viewer."""
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
    """The words of an entry that threw nothing, which bind later throws; "" if it has none."""
    if not entry.may_read:
        return ""
    body = load_body(entry.read_body)
    return "" if body.leaf is not None else body.words


def _source(season: str, source: AwaitedDiceSource | None) -> DiceSource | None:
    if source is None:
        return None
    words_by_actor = source.revealed or {}
    absentees = (
        set() if source.revealed is None else hashes_closed(season, source.entry).keys() - words_by_actor.keys()
    )
    public_names = members_as_known({*words_by_actor, *absentees})
    return DiceSource(
        entry=source.entry,
        href=links.entry_url(season, source.entry),
        round=source.round,
        signature=source.signature,
        revealed=tuple((public_names[handle], handle, words) for handle, words in sorted(words_by_actor.items())),
        absent=tuple((public_names[handle], handle) for handle in sorted(absentees)),
        without=source.without,
    )


def _sender(entry: Any, body: EntryBody, actor: str) -> str:
    """The sender of an entry's words; if the calendar accepts a report, the member who claimed it last."""
    if entry.read_actor == CLOCK:
        return "the member who claimed the report last"
    return "the member who approved it" if body.approved_by else actor


def _check(entry: Any, body: EntryBody) -> RollCheck | None:
    """The program for the first path whose dice all follow from this entry's key; None if there is none."""
    if not body.opened:
        return None
    purpose = purpose_of_entry(entry.season_id, entry.number, entry.previous, body)
    path_dice = (
        PathDice(
            path,
            tuple(roll.sides for roll in rolls for _ in roll.faces),
            tuple(face for roll in rolls for face in roll.faces),
        )
        for path, rolls in _by_path(body)
    )
    return find_roll_check(bytes.fromhex(body.opened), purpose, path_dice)


def _by_path(body: EntryBody) -> Iterator[tuple[str, Sequence[Roll]]]:
    """The rolls that an entry threw, by path and without those entered by hand; for an amend, those it threw."""
    entered = body.typed.get("faces", {})
    rolls = body.new_rolls()
    if body.amended is not None:
        thrown = [roll for amended in body.amended.retold.values() for roll in amended.parsed_rolls()]
        rolls = [roll for roll in thrown if roll.path in body.amended.thrown]
    rolls_by_path: dict[str, list[Roll]] = {}
    for roll in rolls:
        if roll.path not in entered:
            rolls_by_path.setdefault(roll.path, []).append(roll)
    yield from rolls_by_path.items()


@dataclass(frozen=True, slots=True)
class MatchLeaf:
    """The leaf that a match took when it was locked; `leaf` is empty until the match is settled."""

    index: int
    root: int
    leaf: str
    words: str
    entry: int
    entry_href: str
    fair_at: str


def match_leaf(row: Season, match: str, *, closed: bool) -> MatchLeaf | None:
    """The leaf of a match, by its short id; its value is shown only if the settlement is `closed`.

    None if the match took no leaf.
    """
    stored = row.match_leaves.get(match)
    if stored is None:
        return None
    return MatchLeaf(
        index=stored["leaf"],
        root=root_of(stored["leaf"]) + 1,
        leaf=leaf_at(row, stored["leaf"]).hex() if closed else "",
        words=stored["words"],
        entry=stored["entry"],
        entry_href=links.entry_url(row.pk, stored["entry"]) if stored["entry"] else "",
        fair_at=links.fairness_url(row.pk),
    )


def check_of_match(row: Season, match: str, fallen: Iterable[PathDice]) -> RollCheck | None:
    """The program for a path of a settled match; None if the match took no leaf or no roll follows from it."""
    stored = row.match_leaves.get(match)
    if stored is None:
        return None
    return find_roll_check(leaf_at(row, stored["leaf"]), purpose_of_match(row.pk, match, stored), fallen)
