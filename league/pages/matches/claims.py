"""What is claimed of a match that awaits its report, as its page says it in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from explain import links
from league.models import Season
from league.queries.report_claims import agreed_claim, claim_rows_of, last_standing_claims

AWAITING_REPORT_STEP = "M4"
LOCKS_ANEW = ("lock_line_ups", "forfeit_match")
"""Commands after which a claim of before is about other line-ups."""
BY_COMMISSIONER = "the commissioner"


@dataclass(frozen=True, slots=True)
class Claims:
    """Who reported the match, by name, and whether they say the same."""

    by: str
    differ: bool
    agreed: bool
    href: str


def summarize_claims(season: Season, match: Any, entries: Iterable[Any], names: Mapping[str, str]) -> Claims | None:
    """The claims of a match that count, from its row and its entries; None where none is made or awaited.

    `names` are the match's teams by their short names.
    """
    if match.step != AWAITING_REPORT_STEP or match.ruleset:
        return None
    short = links.short_id(match.pk)
    locked = [entry.at for entry in entries if entry.read_command in LOCKS_ANEW]
    made = [claim for claim in claim_rows_of(season.pk, short) if not locked or claim.at >= max(locked)]
    standing = last_standing_claims(made)
    if not standing:
        return None
    return Claims(
        by=" and ".join(names.get(claim.side, claim.side) or BY_COMMISSIONER for claim in standing),
        differ=len({claim.digest for claim in standing}) > 1,
        agreed=agreed_claim(standing) is not None,
        href=f"{links.report_url(match.pk)}#claims",
    )
