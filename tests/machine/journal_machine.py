"""The same league through the journal: every command is played in memory and in the tables, and both are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypedDict

from django.contrib.auth import get_user_model
from django.db.models import QuerySet, Sum
from hypothesis.stateful import invariant

from franchises.models import LedgerLine
from journal import audit, open_following_season, open_season, perform
from journal.state import store
from journal.state.identities import IdTakenForLife
from league.access import NotYours
from league.membership import found_league
from league.models import Entry, StandingsLine
from league.models import Season as Row
from rules.campaign.core.codec import command_from_document, season_digest
from rules.campaign.core.command import Command, Giver, RefusedUnderSeal, command_type, tag_of
from rules.campaign.core.editions import NEWEST_EDITION
from rules.campaign.core.facts import Fact
from rules.campaign.founding.season_start import OpenSeason
from rules.campaign.market.trades import TradeIdForeign
from rules.campaign.people.veterans import LineUpSealed
from rules.campaign.season_end.off_season import next_season
from rules.campaign.steward.proposed_ids import IdNotProposed, with_proposed_ids
from rules.core.dice import secret_hash
from rules.core.refusals import Refusal
from tests.machine.book import Book
from tests.machine.counts import Counts
from tests.machine.season import Said, SeasonMachine, hold

BEGAN = datetime(2026, 9, 1, 18, 0, tzinfo=UTC)
REASON = "It was asked for."
DOORS = (NotYours, IdTakenForLife, IdNotProposed, LineUpSealed, RefusedUnderSeal, TradeIdForeign)
"""Refusals that come from the journal and not from the rules."""
CHOSEN = 7
"""One in this many commands keeps the IDs it was drawn with instead of the proposed ones."""
_numbers = count(1)


class Signed(TypedDict):
    """Who gives a command, when, and under which key."""

    actor: str
    at: datetime
    key: str


class JournalMachine(SeasonMachine):
    """A league in the tables and its twin in memory, with the same commands and dice, all by its commissioner."""

    def __init__(self, counts: Counts) -> None:
        super().__init__(counts)
        self.league = f"machine-{next(_numbers)}"
        self.given_at = BEGAN

    @property
    def id(self) -> str:
        """The ID of the season."""
        return f"{self.league}/s{self.season.number}"

    @property
    def row(self) -> Row:
        """The season's current database row."""
        return Row.objects.get(pk=self.id)

    def open(self, opening: OpenSeason) -> None:
        """Found the league and open its first season."""
        boss = get_user_model().objects.create_user(f"{self.league}-boss", password="boss")
        found_league(id=self.league, name="", public=True, commissioner=boss, at=BEGAN, handle=self.league)
        signed = Signed(actor=self.league, at=BEGAN, key="open")
        open_season(self.league, "s1", secret=self.key(), rounds=opening.rounds, switches=opening.switches, **signed)
        self._open_twin(replace(opening, edition=NEWEST_EDITION))

    def follow(self) -> None:
        """Audit the closed season and open the next one."""
        self._audit()
        closed, before = self.season, self.id
        self.enter(next_season(closed))
        name = f"s{self.season.number}"
        open_following_season(
            before, name, secret=self.key(), rounds=self.rounds, actor=self.league, at=self.given_at, key="open"
        )
        self.carried_over(closed)
        self._open_twin(OpenSeason(rounds=self.rounds, edition=closed.edition))

    def _open_twin(self, opening: OpenSeason) -> None:
        """Open the season in memory, as it was opened in the tables."""
        self.take(SeasonMachine.perform(self, replace(opening, secret_hash=secret_hash(self.key()))))

    def perform(self, given: Command) -> list[Said]:
        """Perform through the journal first, then on the twin, and require the same facts or the same refusal."""
        if self.counts.commands % CHOSEN:
            given = with_proposed_ids(self.season, given)
        journal_facts, refused, given = self._through_the_journal(given)
        if isinstance(refused, DOORS):
            raise refused
        try:
            performed, no = super().perform(given), None
        except Refusal as found:
            performed, no = [], found
        if (no and no.sentence) != (refused and refused.sentence):
            raise AssertionError(f"The journal says {refused!r} to {given}, and the rules {no!r}.")
        if no is not None:
            raise no
        if journal_facts != [fact for _, facts, _ in performed for fact in facts]:
            raise AssertionError(f"The journal and the rules tell other facts of {given}.")
        return performed

    def _through_the_journal(self, given: Command) -> tuple[list[Fact], Refusal | None, Command]:
        """The facts or the refusal, and the command as stored, with the name of its seal."""
        owned = command_type(tag_of(type(given))).by is Giver.OWNER
        self.given_at += timedelta(minutes=1)
        signed = Signed(actor=self.league, at=self.given_at, key=f"k{self.counts.commands}")
        behalf = str(getattr(given, "franchise", "")) if owned else ""
        try:
            answer = perform(self.id, [given], **signed, on_behalf_of=behalf, reason=REASON)
        except Refusal as refusal:
            return [], refusal, given
        return answer.facts, None, command_from_document(answer.entries[0].command)

    def look(self) -> None:
        """Check the twin against its book, and the tables against the twin."""
        super().look()
        hold(self._unlike_the_twin())

    def look_after_refusal(self, no: Refusal) -> None:
        """Check that no entry was written."""
        super().look_after_refusal(no)
        hold(self._unlike_the_twin())

    def _unlike_the_twin(self) -> Iterator[str]:
        row, entries = self.row, Entry.objects.filter(season=self.id).count()
        if row.digest != season_digest(self.season):
            yield f"The digest of {row.pk} is not that of its twin."
        if row.length != entries:
            yield f"{row.pk} has {entries} entries and counts {row.length}."

    @invariant()
    def tables_hold(self) -> None:
        """The ledger, the state and the tables agree, row by row."""
        row = self.row
        loaded = store.load(row)
        differences = store.table_differences(self.season, loaded.before, store.id_prefixes_of(row))
        if loaded.season != self.season and not differences:
            differences.append(f"The row of {row.pk} is not its twin.")
        hold([*differences, *_unreconciled(row, self.book)])

    def teardown(self) -> None:
        """Audit the season as far as it got; skipped after a failure."""
        try:  # the audit needs what the machine borrowed, such as a ruleset, so it comes before giving that back
            if self.sound and Row.objects.filter(pk=self.id).exists():
                self._audit()
        finally:
            super().teardown()

    def _audit(self) -> None:
        hold(f"Entry {finding.entry} of {self.id}: {finding.sentence}" for finding in audit(self.id))


def _unreconciled(row: Row, book: Book) -> Iterator[str]:
    """Where the ledger lines and the standings add up to something else than the book."""
    booked = _sums(LedgerLine.objects.filter(season=row).values_list("franchise").annotate(Sum("amount")))
    scored = _sums(StandingsLine.objects.filter(season=row).values_list("franchise").annotate(Sum("points")))
    for franchise, balance in sorted(book.balances.items()):
        if balance != (lines := book.opening[franchise] + booked.get(franchise, 0)):
            yield f"The ledger of {franchise} comes to {lines} and should come to {balance}."
    for franchise, line in sorted(book.table.items()):
        if line.points != (lines := scored.get(franchise, 0)):
            yield f"The standings of {franchise} come to {lines} points and should come to {line.points}."


def _sums(lines: QuerySet[Any, tuple[str, int]]) -> dict[str, int]:
    """Sums by the franchise's short ID."""
    return {franchise.rsplit("/", 1)[-1]: total for franchise, total in lines.order_by()}
