"""An amend reveals nothing sealed: it is judged on the public view of the season, then derived on the whole season.

A refusal by the public view is the same whatever is sealed. If only the whole season refuses, the answer does not say
why, and the attempt is written to the league's log, as for a command.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from journal.amends.derivation import AmendBaseline, DerivedAmend
from journal.amends.timeline import AMEND_TAG
from journal.state.visible import attempt_log_row
from rules.campaign.core.command import RefusedUnderSeal
from rules.core.refusals import Refusal


def derive_as_everybody_sees(
    on: AmendBaseline,
    *,
    work_out: Callable[[AmendBaseline], DerivedAmend],
    judge: Callable[[DerivedAmend, AmendBaseline], None],
    actor: str,
    at: datetime,
) -> DerivedAmend:
    """Derive an amend that `judge` accepts on the public view.

    Raises what `work_out` and `judge` raise, and a logged `RefusedUnderSeal` if only the whole season refuses it.
    """
    seen = on.as_everybody_sees()
    derived = work_out(seen)
    judge(derived, seen)
    if not seen.seen:
        return derived
    try:
        return work_out(on)
    except Refusal as refusal:
        answer = refusal if isinstance(refusal, RefusedUnderSeal) else _sealed_refusal()
        answer.attempt = attempt_log_row(on.row, f"{AMEND_TAG} {answer.about}".strip(), actor=actor, at=at)
        raise answer from None


def _sealed_refusal() -> RefusedUnderSeal:
    return RefusedUnderSeal("The amend is refused because of something sealed from you: ask again when it is open.")
