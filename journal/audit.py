"""The audit: does a season match its journal, link by link, roll by roll, row by row?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, Sum

from franchises.models import LedgerLine
from journal import chain
from journal import entry_body as bodies
from journal.amends.dice import made_up_key
from journal.amends.misread_dice import add_misread_marks
from journal.amends.timeline import AMEND_TAG
from journal.checkpoints import state_at_checkpoint
from journal.dice.awaited import DROP_AWAITED_TAG
from journal.dice.fallen_faces import hand_entered_paths
from journal.dice.leaf_allocation import LeafCheck
from journal.replay import ReplayedEntry, replay
from journal.state import store
from journal.state.expected_records import ExpectedRecords
from journal.state.row_validation import READ_ERRORS, unreadable_rows
from journal.state.tables import SEASON_COLUMNS, STATE_TABLES
from league.models import Entry, Season, StandingsLine
from league.queries.season_leaves import has_leaves
from rules.campaign.core import state
from rules.campaign.core.codec import command_from_document, copy_season, fact_document, season_digest
from rules.campaign.play.perform import perform
from rules.core.canonical_json import without_defaults
from rules.core.dice import Dice, NeedsDice
from rules.core.refusals import Refusal

UNREADABLE_ROW_MESSAGE = "its own row holds what cannot be read"
MOST_AUDIT_ATTEMPTS = 5
"""How often a season that changes during the audit is audited before its findings are reported."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong, and where: an entry number, or 0 for the tables."""

    entry: int
    sentence: str


class NotPerformed(Refusal):
    """An entry cannot be performed again: `finding` names it and says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.sentence)
        self.finding = finding


def audit(season_id: str) -> list[Finding]:
    """Everything wrong with a season, empty when all is well.

    Checks the chain, replays every entry from the opening and compares facts, rolls and digests, compares the
    tables with the state replayed and the records with the facts, and reconciles ledger and standings lines with
    the balances and points. A season that changed meanwhile is audited again.
    """
    found: list[Finding] = []
    for _ in range(MOST_AUDIT_ATTEMPTS):
        try:
            row = Season.objects.get(pk=season_id)
        except READ_ERRORS:
            return [Finding(0, UNREADABLE_ROW_MESSAGE)]
        found = _audit_once(row)
        if not found or row.length == Season.objects.values_list("length", flat=True).get(pk=season_id):
            break
    return found


def _audit_once(row: Season) -> list[Finding]:
    found = unreadable_findings(row) or list(_chain_findings(row))
    if found:
        return found
    check = ReplayCheck(row)
    try:
        for _ in replay_checked(row, check):
            pass
    except NotPerformed as error:
        return [*check.findings, error.finding]
    return check.findings_with_tables()


def unreadable_findings(row: Season) -> list[Finding]:
    """Findings for what cannot be read in a season's own row, its checkpoints and its entries."""
    return [Finding(unreadable_row.entry, unreadable_row.sentence) for unreadable_row in unreadable_rows(row)]


def replay_checked(row: Season, check: ReplayCheck) -> Iterator[ReplayedEntry]:
    """Replay a season and compare every entry with its record by `check`. Raises `NotPerformed`."""
    number, steps = 1, replay(row)
    try:
        while (replayed := next(steps, None)) is not None:
            number = replayed.entry.number
            check.add(replayed)
            number += 1
            yield replayed
    except Refusal as error:
        raise NotPerformed(Finding(number, f"is refused when performed again: {error}")) from error
    except NeedsDice as error:
        sentence = f"has too few faces typed in: {error.path} needs {error.dice} ({error.reason})"
        raise NotPerformed(Finding(number, sentence)) from error
    except READ_ERRORS as error:
        sentence = "cannot be performed again: the rules fail on what it says, or on what the entries before it left"
        raise NotPerformed(Finding(number, sentence)) from error


class ReplayCheck:
    """Compares the entries of a season with their replay."""

    def __init__(self, row: Season) -> None:
        self._row = row
        self.findings: list[Finding] = []
        self.season = state_at_checkpoint(row, 0)
        self.expected = ExpectedRecords(store.id_prefixes_of(row))
        self.by_hand: dict[str, int] = {}
        self.misread: dict[str, Any] = {}
        self.set_aside: dict[str, Any] = {}
        self.left: list[dict[str, Any]] = []
        self.taken = LeafCheck.at_opening(row, self.season)
        self._thrown: dict[int, set[str]] = {}

    def add(self, replayed: ReplayedEntry) -> None:
        """Add the next replayed entry and record a finding for everything that differs."""
        number, self.season = replayed.entry.number, replayed.season
        self.expected.add(replayed)
        if [fact_document(fact) for fact in replayed.facts] != replayed.body.facts:
            self._add_finding(number, "its facts come out otherwise when performed again")
        if [without_defaults(roll) for roll in replayed.rolls] != replayed.body.rolls:
            self._add_finding(number, "its dice fall otherwise when thrown again")
        if replayed.amendment is not None and replayed.amendment.amended != replayed.body.amended:
            self._add_finding(number, "it comes to something else when worked out again")
        if season_digest(self.season) != replayed.entry.digest:
            self._add_finding(number, "its state comes out otherwise when performed again")
        if replayed.entry.command == DROP_AWAITED_TAG and (error := self._dropped_dice_error(replayed)):
            self._add_finding(number, error)
        self._thrown.update(_thrown(replayed))
        self.by_hand |= dict.fromkeys(hand_entered_paths(replayed.body), number)
        for error in self.taken.add(self._row, replayed.entry, replayed.body):
            self._add_finding(number, error)
        if replayed.amendment is not None and replayed.entry.command == AMEND_TAG:
            actor, approved_by = replayed.entry.actor, replayed.body.approved_by
            self.misread = add_misread_marks(
                self.misread, replayed.body.command, amend=number, by=actor, approved_by=approved_by
            )
            self.set_aside = without_defaults(replayed.amendment.amended.set_aside)
            self.left = without_defaults(replayed.amendment.amended.left)

    def _dropped_dice_error(self, replayed: ReplayedEntry) -> str:
        """The error of an entry that drops awaited dice; empty if the rules refuse the command for its reason."""
        document = self.taken.awaiting_command(int(replayed.body.command["entry"]))
        if document is None or document["type"] == AMEND_TAG:
            return ""
        dice = Dice(onward=made_up_key(self._row.pk, replayed.entry.number, 0))
        try:
            perform(copy_season(self.season), command_from_document(document), dice)
        except Refusal as refusal:
            sentence = refusal.sentence.rstrip(".")
            return (
                "" if sentence == replayed.body.command["because"] else "gives up what is refused for another reason"
            )
        return "gives up what awaited its dice, though nothing refuses it"

    def findings_with_tables(self) -> list[Finding]:
        """All findings once every entry was added, including differences in the tables."""
        row = self._row
        found = [*self.findings, *_repeated_throws(self._thrown)]
        try:
            found += [Finding(number, sentence) for number, sentence in self.expected.differences(row)]
        except READ_ERRORS:
            found.append(Finding(0, "its records, or what is told of its amends, cannot be read"))
        loaded = _load_or_findings(row)
        if isinstance(loaded, list):
            return [*found, *loaded]
        found += [
            Finding(0, sentence)
            for sentence in store.table_differences(self.season, loaded.before, store.id_prefixes_of(row))
        ]
        for name in SEASON_COLUMNS.names:
            if getattr(self.season, name) != getattr(loaded.season, name):
                found.append(Finding(0, f"Season {name} is {getattr(loaded.season, name)!r}"))
        if row.by_hand != self.by_hand:
            found.append(Finding(0, "Season by_hand names other throws than those whose faces were entered by hand"))
        if row.misread != self.misread:
            found.append(Finding(0, "Season misread marks other dice than those that amends say were misread"))
        if has_leaves(row) and (row.leaves, row.match_leaves, row.roots) != (
            self.taken.leaves,
            self.taken.matches,
            self.taken.roots,
        ):
            found.append(
                Finding(0, "Season leaves, match_leaves or roots are others than its entries took and published")
            )
        if row.awaited != self.taken.awaited:
            found.append(Finding(0, "Season awaited has other dice than those its entries await"))
        if (row.set_aside, row.left) != (self.set_aside, self.left):
            found.append(Finding(0, "Season set_aside or left has other faces or ids than its last amend left over"))
        try:
            return found + list(_reconciliation_findings(row, loaded.season))
        except READ_ERRORS:
            return [*found, Finding(0, "its ledger or its standings lines hold what cannot be added up")]

    def _add_finding(self, number: int, sentence: str) -> None:
        self.findings.append(Finding(number, sentence))


def _load_or_findings(row: Season) -> store.LoadedSeason | list[Finding]:
    """The season from its tables, or findings for what cannot be read."""
    try:
        return store.load(row)
    except READ_ERRORS:
        return list(_unreadable_tables(row)) or [Finding(0, "its tables cannot be read")]


def _unreadable_tables(row: Season) -> Iterator[Finding]:
    for shelves in ((), *((shelf,) for shelf in STATE_TABLES)):
        try:
            store.load(row, shelves=shelves)
        except READ_ERRORS:
            if not shelves:
                yield Finding(0, UNREADABLE_ROW_MESSAGE)
                return
            yield Finding(0, f"the rows of {shelves[0].model.__name__} hold what cannot be read")


def _chain_findings(row: Season) -> Iterator[Finding]:
    previous, number = row.genesis, 0
    for entry in Entry.objects.filter(season=row).order_by("number").iterator(chunk_size=200):
        number += 1
        if entry.number != number:
            yield Finding(number, f"entry {number} is missing")
            return
        yield from link_findings(entry, previous=previous)
        previous = entry.hash
    if (number, previous) != (row.length, row.head):
        yield Finding(number, f"the journal ends here and should end at entry {row.length}")


def link_findings(entry: Entry, *, previous: str) -> Iterator[Finding]:
    """Errors in an entry's link to the one before it, and in what it commits to."""
    if entry.previous != previous:
        yield Finding(entry.number, "does not follow the entry before it")
    text = bodies.decompress(entry.body)
    if entry.content_hash != chain.content_hash(salt=entry.salt, body=text, digest=entry.digest):
        yield Finding(entry.number, "its command, facts or rolls were changed")
    if entry.reason and entry.reason_hash != chain.reason_hash(salt=entry.salt, reason=entry.reason):
        yield Finding(entry.number, "its reason was changed")
    link = chain.entry_hash(
        season=entry.season_id,
        number=entry.number,
        previous=entry.previous,
        actor=entry.actor,
        on_behalf_of=entry.on_behalf_of,
        reason_hash=entry.reason_hash,
        at=entry.at,
        seal=entry.seal,
        content_hash=entry.content_hash,
    )
    if link != entry.hash:
        yield Finding(entry.number, "its link in the chain does not fit what it says")


def _thrown(replayed: ReplayedEntry) -> dict[int, set[str]]:
    """The paths thrown at an entry, or for an amend at every entry it changed."""
    if replayed.amendment is None:
        return {replayed.entry.number: {roll.path for roll in replayed.rolls}}
    if replayed.entry.command != AMEND_TAG:
        return {}
    performed = replayed.amendment.course.performed
    return {number: {roll.path for roll in performed[number].rolls} for number in replayed.amendment.changed}


def _repeated_throws(thrown: dict[int, set[str]]) -> Iterator[Finding]:
    opened: dict[str, int] = {}
    for number in sorted(thrown):
        for path in sorted(thrown[number]):
            if path in opened:
                yield Finding(number, f"throws {path}, which entry {opened[path]} had thrown")
            opened.setdefault(path, number)


def _reconciliation_findings(row: Season, season: state.Season) -> Iterator[Finding]:
    opening = state_at_checkpoint(row, 0)
    place = store.id_prefixes_of(row)
    booked = dict(
        LedgerLine.objects.filter(season=row).values_list("franchise").annotate(moved=Sum("amount")).order_by()
    )
    scored = {
        franchise: (points, won + on_paper, criticals)
        for franchise, points, won, on_paper, criticals in StandingsLine.objects.filter(season=row)
        .values_list("franchise")
        .annotate(
            made=Sum("points"), matches=Count("pk", filter=Q(won=True)), on_paper=Sum("wins"), hits=Sum("criticals")
        )
        .order_by()
    }
    for franchise in season.all_franchises():
        at_opening = opening.franchises.get(franchise.id, state.Franchise(id=franchise.id))
        adds_up = at_opening.balance + booked.get(place.row_id(franchise.id), 0)
        if adds_up != franchise.balance:
            yield Finding(0, f"{franchise.id} has {franchise.balance} credits and its ledger adds up to {adds_up}")
        points, wins, criticals = scored.get(place.row_id(franchise.id), (0, 0, 0))
        expected = (at_opening.points + points, at_opening.wins + wins, at_opening.criticals + criticals)
        if expected != (franchise.points, franchise.wins, franchise.criticals):
            yield Finding(
                0, f"{franchise.id} stands at {franchise.points} points and its lines add up to {expected[0]}"
            )
