"""The claims about a match that awaits its report, summed up for its page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from explain import links
from league.models import Season
from league.queries.report_claims import agreed_claim, claim_rows_of, last_standing_claims

AWAITING_REPORT_STEP = "M4"
LOCKS_ANEW = ("lock_line_ups", "forfeit_match")
"""Commands after which earlier claims are about other line-ups."""
BY_COMMISSIONER = "the commissioner"


@dataclass(frozen=True, slots=True)
class Claims:
    """Who reported the match, by name, and whether they agree."""

    by: str
    differ: bool
    agreed: bool
    href: str


def summarize_claims(season: Season, match: Any, entries: Iterable[Any], names: Mapping[str, str]) -> Claims | None:
    """The claims of a match that count; None if there are none, or no claim is awaited.

    `match` is the match's row, and `names` has its teams by their short ids.
    """
    if match.step != AWAITING_REPORT_STEP or match.ruleset:
        return None
    short = links.short_id(match.pk)
    lock_times = [entry.at for entry in entries if entry.read_command in LOCKS_ANEW]
    claims = [claim for claim in claim_rows_of(season.pk, short) if not lock_times or claim.at >= max(lock_times)]
    standing = last_standing_claims(claims)
    if not standing:
        return None
    return Claims(
        by=" and ".join(names.get(claim.side, claim.side) or BY_COMMISSIONER for claim in standing),
        differ=len({claim.digest for claim in standing}) > 1,
        agreed=agreed_claim(standing) is not None,
        href=f"{links.report_url(match.pk)}#claims",
    )
