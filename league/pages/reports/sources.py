"""The reports of a match that can be compared: what sides claim, and the log of a duel fought for it.

Rules DM-C-090, CW-S-055.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain.season_names import SeasonNames
from league.models import ReportClaim
from league.pages.command_forms.context import CommandContext
from league.pages.duels.report import duel_report_document
from league.queries.referee_table import ended_duel_of_match
from rules.campaign.core import state
from rules.campaign.core.duels import is_duel

COMMISSIONER = "The commissioner"
LOG = "log"
"""The key of the log, and the word beside its figures."""
NO_SIDE = "-"
"""The side of a log, which is nobody's."""


@dataclass(frozen=True, slots=True)
class ReportSource:
    """A report of a match. `key` names it in forms: the number of a claim, or `log`.

    `word` stands beside single figures, `name` where there is room.
    """

    key: str
    side: str
    word: str
    name: str
    document: Mapping[str, Any]

    @property
    def is_log(self) -> bool:
        """Whether it is the log of a duel."""
        return self.key == LOG


def report_sources(
    desk: CommandContext, match: state.Match, standing: Sequence[ReportClaim]
) -> tuple[ReportSource, ...]:
    """The claims that count, those that are the same once, then the log of the last duel that ended."""
    claims = {claim.digest: claim for claim in reversed(standing)}
    kept = [claim for claim in standing if claims[claim.digest] is claim]
    sources = [
        ReportSource(str(claim.pk), claim.side, "they", side_name(desk.called, claim.side), claim.document)
        for claim in kept
    ]
    duel = ended_duel_of_match(desk.row.pk, match.id) if is_duel(match) else None
    if duel is not None:
        sources.append(ReportSource(LOG, NO_SIDE, LOG, "The log", duel_report_document(duel, desk.season)))
    return tuple(sources)


def side_name(called: SeasonNames, side: str) -> str:
    """The name of a side: its franchise's, or the commissioner."""
    return called.franchise(side) if side else COMMISSIONER
