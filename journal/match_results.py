"""Matches resolved here: played without the season's lock, and recorded only if nothing changed meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from journal import entry_body as bodies
from journal.entry_recorder import Attribution
from journal.gate import open_gate
from journal.state import store
from journal.state.integrity import refuse_broken_journal
from journal.writer import BatchResult, load_trusted_season, lock_season, stored_result, write
from league.access import CLOCK
from league.models import Batch, Match, MatchLog, Season
from league.queries.dice_keys import MatchDice, dice_of_match
from rules.campaign.match_day.resolution import acceptance_command, packet_to_resolve, resolve_packet
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.match.packet import Packet, packet_bytes, packet_digest
from rules.match.registry import get_ruleset
from rules.match.ruleset import Resolution

RESULT_KEY_PREFIX = "resolved/"
"""The prefix of the keys of results."""


class PacketChanged(Refusal):
    """What was locked for the match changed while the match was being resolved."""


class ReportedMeanwhile(Refusal):
    """Another result of the match was accepted while the match was being resolved."""


@dataclass(frozen=True, slots=True)
class MatchToResolve:
    """A locked match that was taken to be resolved: its packet, and the source of its dice."""

    season: str
    packet: Packet
    thrown: MatchDice

    def dice(self) -> Dice:
        """The match's own dice, from the first face on."""
        return self.thrown.dice()


def awaits_result(season_id: str, match: str) -> bool:
    """Whether a match is locked and waits for its ruleset's result."""
    return Match.objects.filter(pk=f"{season_id}/{match}", step="M4").exclude(ruleset="").exists()


def matches_awaiting_results(season_id: str) -> list[str]:
    """The short ids of a season's matches that wait for their ruleset's result, in playing order."""
    rows = (
        Match.objects.filter(season=season_id, step="M4").exclude(ruleset="").order_by("round__number", "place", "pk")
    )
    return [id.rsplit("/", 1)[-1] for id in rows.values_list("pk", flat=True)]


def take(season_id: str, match: str) -> MatchToResolve:
    """Take a match that awaits its result. Raises `Unknown`, `NotResolvedHere` or `NotLocked`."""
    row = Season.objects.get(pk=season_id)
    season = store.load(row).season
    packet = packet_to_resolve(season, match)
    return MatchToResolve(row.pk, packet, dice_of_match(row, match, words=season.match(match).words))


def take_up_and_resolve(season_id: str, match: str, *, at: datetime) -> BatchResult | None:
    """Take a match, play it, and accept its result. Raises as `take`, `resolve_packet` and `accept_result` do."""
    task = take(season_id, match)
    return accept_result(task, resolve_packet(task.packet, task.dice()), at=at)


def result_after(season_id: str, *, after: int) -> BatchResult | None:
    """The stored answer of the result recorded right after an entry; None if there is none."""
    batch = Batch.objects.filter(
        season=season_id, first=after + 1, key__startswith=RESULT_KEY_PREFIX, actor=CLOCK
    ).first()
    return None if batch is None else stored_result(batch)


def accept_result(task: MatchToResolve, resolution: Resolution, *, at: datetime) -> BatchResult | None:
    """Record a match's result and its log, and perform what is due after it; None if that was done before.

    Raises `PacketChanged`, `ReportedMeanwhile`, and what `perform` raises.
    """
    match, ruleset = task.packet.match, get_ruleset(task.packet.ruleset)
    with transaction.atomic(), open_gate():
        row = lock_season(task.season)
        at = refuse_broken_journal(row, at=at)
        loaded = load_trusted_season(row)
        digest = resolution.report.source.log_digest
        if loaded.season.match(match).step != "M4":
            if MatchLog.objects.filter(pk=digest, season=row).exists():
                return None
            raise ReportedMeanwhile(f"The result of {match} was reported meanwhile and stands: amend it, or go on.")
        if packet_digest(packet_to_resolve(loaded.season, match)) != packet_digest(task.packet):
            raise PacketChanged(f"What was locked for {match} changed while it was resolved: resolve it again.")
        answer = write(
            row,
            loaded,
            [acceptance_command(loaded.season, resolution.report, match=match)],
            signature=Attribution(CLOCK, reason=f"Resolved here by {ruleset.title}, edition {task.packet.edition}."),
            at=at,
            key=f"{RESULT_KEY_PREFIX}{match}/{row.length}",
        )
        log = MatchLog(
            digest=digest,
            season=row,
            match_id=f"{row.pk}/{match}",
            ruleset=task.packet.ruleset,
            edition=task.packet.edition,
            packet=bodies.compress(packet_bytes(task.packet)),
            log=bodies.compress(resolution.log),
        )
        MatchLog.objects.bulk_create([log], ignore_conflicts=True)
        return answer
