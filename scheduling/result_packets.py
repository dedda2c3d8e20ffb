"""Which packet a result was played from: once a report is accepted the match has none, so it is worked out again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from journal import entry_body as bodies
from journal.amends.derivation import state_before
from journal.replay import state_after
from league.models import Entry, ReportClaim, Season
from league.packet_statements import packet_statement_digest
from rules.campaign.core import state
from rules.campaign.match_day.reports import figures_digest
from rules.core.refusals import Refusal
from rules.match.registry import rulesets
from rules.match.report import Report

CACHED_RESULTS = 256
"""How many results' digests a process remembers, so that repeated questions do not replay a season."""


def is_packet_of_result(
    row: Season, match: str, report: Report, entry: int, claims: Sequence[ReportClaim], *, about: str
) -> bool:
    """Whether `about` is the digest of the packet whose report an entry accepted.

    `claims` are all claims of the match. Where they do not settle it, the season is replayed from its last checkpoint
    before the entry, both as it was then and as it stands after its amends.
    """
    alike = {claim.packet for claim in claims if claim.digest == figures_digest(report)}
    by = next((ruleset.name for ruleset in rulesets() if ruleset.name == report.source.ruleset), "")
    if len(alike) == 1 and _was_claimed(row, entry):
        if about in alike:
            return True
        if not by:
            return False
    return about in _possible_digests(row.pk, row.head, entry, match, by)


def _was_claimed(row: Season, entry: int) -> bool:
    """Whether the report that an entry accepted had been claimed of what was locked then, as its evidence shows."""
    found = Entry.objects.filter(season=row, number=entry, command="accept_report").first()
    return found is not None and bool(bodies.load_body(found.body).command.get("evidence"))


@lru_cache(maxsize=CACHED_RESULTS)
def _possible_digests(season: str, _head: str, entry: int, match: str, by: str) -> frozenset[str]:
    """The digests that a report of the match as locked before an entry may name. The head is only the cache key.

    `by` is a ruleset that the table may have played it by, "" for none.
    """
    row = Season.objects.select_related("league").get(pk=season)
    found: set[str] = set()
    for then in (lambda: state_after(row, entry - 1), lambda: state_before(row, entry)):
        with suppress(Refusal):  # a release may perform an old entry differently, and then its old state is unknown
            found.update(_digests_in_state(row, then(), match, by))
    return frozenset(found)


def _digests_in_state(row: Season, season: state.Season, match: str, by: str) -> Iterator[str]:
    for ruleset in ("", by) if by else ("",):
        with suppress(Refusal):  # not locked in that state, or not playable by that ruleset
            yield packet_statement_digest(row, season, match, by=ruleset)
