"""Of which packet a result is: a match has none any more once its report was accepted, so that it is found anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from league.journal import body as bodies
from league.journal.amendment import state_before
from league.journal.replay import state_after
from league.models import Entry, ReportClaim, Season
from league.packets import packet_of
from rules.campaign import state
from rules.campaign.reporting import figures_digest
from rules.refusal import Refusal
from rules.report import Report


def is_packet_of_result(
    row: Season, match: str, report: Report, entry: int, claims: Sequence[ReportClaim], *, about: str
) -> bool:
    """Whether `about` is the digest of the packet whose report was accepted by an entry.

    `claims` are all that were made of the match. Where they do not tell, the season is played again from its last
    checkpoint before the entry, as it was then and as it stands since its amends.
    """
    alike = {each.packet for each in claims if each.digest == figures_digest(report)}
    if len(alike) == 1 and _was_claimed(row, entry):
        if about in alike:
            return True
        if not report.source.ruleset:
            return False
    return any(about in _digests(row, then, match, report) for then in _seasons_before(row, entry))


def _was_claimed(row: Season, entry: int) -> bool:
    """Whether the report an entry accepted had been claimed of what was locked then: its evidence tells it."""
    found = Entry.objects.filter(season=row, number=entry, command="accept_report").first()
    return found is not None and bool(bodies.read(found.body).command.get("evidence"))


def _seasons_before(row: Season, entry: int) -> Iterator[state.Season]:
    yield state_after(row, entry - 1)
    yield state_before(row, entry)


def _digests(row: Season, season: state.Season, match: str, report: Report) -> Iterator[str]:
    """The digests that a report of the match as it was locked in that state may name."""
    made: list[Callable[[], str]] = [lambda: packet_of(row, season, match)]
    if by := report.source.ruleset:
        made.append(lambda: packet_of(row, season, match, by=by))
    for each in made:
        try:
            yield each()
        except Refusal:  # it was not locked in that state, or is not to be played by that ruleset
            continue
