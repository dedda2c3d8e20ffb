"""The steward answers for owners by their standing orders: ordinary commands, journaled on their behalf."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from franchises.models import StandingOrders
from journal.entry_recorder import Attribution
from journal.gate import open_gate
from journal.input_validation import refuse_improper_batch
from journal.state.integrity import refuse_broken_journal
from journal.writer import (
    BatchResult,
    key_reused_refusal,
    load_trusted_season,
    lock_season,
    stored_result,
    write,
)
from league.access import STEWARD, refuse_unless_steward_may_give
from league.models import Batch, Season
from rules.campaign.core.state import Season as State
from rules.campaign.steward import Orders, answers, orders_from
from rules.campaign.steward.waits import current_waits
from rules.core.refusals import Unknown


def answer_as_steward(
    season_id: str,
    *,
    at: datetime,
    key: str,
    franchises: Sequence[str] | None = None,
    only_for: str = "",
) -> list[BatchResult]:
    """Answer what these franchises, by default all, are asked now, by their standing orders.

    Each franchise's answer is a batch under `KEY/FRANCHISE`; the same key again answers the same. Franchises that are
    asked nothing are skipped. With `only_for` (the name of a wait, such as `E6/3`), so are franchises that this wait
    no longer concerns when their turn comes: an owner's own answer wins.

    Raises `Unknown` for a franchise that is not in the season, and what `perform` raises.
    """
    row = Season.objects.filter(pk=season_id).first()
    if row is None:
        raise Unknown(f"There is no season {season_id[:80]!r}: a season is named league/season.")
    present = sorted(id.rsplit("/", 1)[-1] for id in row.franchises.values_list("pk", flat=True))
    for franchise in franchises or ():
        if franchise not in present:
            raise Unknown(f"There is no franchise {franchise[:80]!r} in {season_id}: name one that is.")
    selected = present if franchises is None else franchises
    answered = (
        _answer_for_franchise(season_id, franchise, at=at, key=f"{key}/{franchise}", only_for=only_for)
        for franchise in selected
    )
    return [result for result in answered if result is not None]


def standing_orders_of(league_id: str, franchise: str) -> Orders:
    """The standing orders of a franchise, or the default ones if its owner set none."""
    stored = StandingOrders.objects.filter(franchise_id=f"{league_id}/{franchise}").first()
    return orders_from(stored.document if stored is not None else {})


@transaction.atomic
def _answer_for_franchise(
    season_id: str, franchise: str, *, at: datetime, key: str, only_for: str
) -> BatchResult | None:
    with open_gate():
        row = lock_season(season_id)
        if batch := Batch.objects.filter(season=row, key=key).first():
            if batch.actor != STEWARD:
                raise key_reused_refusal(batch)
            return stored_result(batch)
        at = refuse_broken_journal(row, at=at)
        loaded = load_trusted_season(row)
        if only_for and not _is_awaited(loaded.season, only_for, franchise):
            return None
        commands = answers(loaded.season, franchise, standing_orders_of(row.league_id, franchise))
        if not commands:
            return None
        refuse_improper_batch(commands, key=key)
        for command in commands:
            refuse_unless_steward_may_give(command, franchise=franchise)
        return write(row, loaded, commands, signature=Attribution(STEWARD, franchise), at=at, key=key)


def _is_awaited(season: State, wait_name: str, franchise: str) -> bool:
    """Whether a wait concerns that franchise, or is open to everybody to the end."""
    return any(
        wait.what == wait_name and (wait.to_the_end or franchise in wait.franchises) for wait in current_waits(season)
    )
