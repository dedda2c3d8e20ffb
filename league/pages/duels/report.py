"""The report of a duel's match, filled in from the duel. Rules CW-S-035, CW-S-055 to CW-S-057, DM-C-045, DM-C-090.

A commissioner completes it: the duel knows how many aboard a vehicle live, not who.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from league.models import Duel
from league.pages.duels.table import DuelTable, duel_digest, load_table
from league.queries.referee_table import duel_with_number
from rules.campaign.core import state
from rules.match.duels.book import DuelistOutcome
from rules.match.report import Source


def duel_of_match(season: str, match: str, number: int | None) -> Duel | None:
    """The duel with that number if it was fought for that match, else None."""
    row = None if number is None else duel_with_number(season, number)
    return row if row is not None and row.match == match else None


def duel_report_document(row: Duel, season: state.Season) -> dict[str, Any]:
    """The report that a duel comes to, as a document; what the duel does not know is left as it was."""
    match, scored = season.match(row.match), load_table(row).scored
    outcomes = {outcome.id: outcome for outcome in scored.outcomes}
    heats = list(range(1, match.heats + 1))
    line_ups = season.line_ups_of(match.id)
    last = len(line_ups)
    seats = [seat for line_up in line_ups for seat in season.seats_of(line_up.id) if seat.car in outcomes]
    return {
        "teams": [
            {
                "franchise": line_up.franchise,
                "points": scored.points.get(line_up.franchise, 0),
                "rank": scored.places.get(line_up.franchise, last),
            }
            for line_up in line_ups
        ],
        "drivers": [
            {**line, "heats": heats} for seat in seats for line in _crew_lines(season, seat, outcomes[seat.car])
        ],
        "cars": [{"car": seat.car, "destroyed": outcomes[seat.car].destroyed} for seat in seats],
    }


def duel_source(table: DuelTable) -> Source:
    """Where the report of a duel comes from: the questionnaire's version, and the digest of the duel's file."""
    row = table.row
    return Source(version=f"{row.questionnaire} {row.answers_version}", log_digest=duel_digest(table))


def _crew_lines(season: state.Season, seat: state.Seat, outcome: DuelistOutcome) -> Iterator[Mapping[str, Any]]:
    """The driver and the gunner of a car, with what the duel says of them.

    Of two aboard, the driver is the one who lives if somebody can drive.
    """
    cloned = bool(season.setting("cloning.ooa_always_cloned"))
    driver_lives = outcome.alive > 0 if not seat.gunner or outcome.can_drive else outcome.alive > 1
    yield {
        "driver": seat.driver,
        **_fate(lives=driver_lives, drives=outcome.can_drive, cloned=cloned),
        "kills": outcome.kills,
        "scores": outcome.scores,
    }
    if seat.gunner:
        gunner_lives = outcome.alive > 1 if outcome.can_drive else outcome.alive > 0
        yield {"driver": seat.gunner, **_fate(lives=gunner_lives, drives=outcome.can_drive, cloned=cloned)}


def _fate(*, lives: bool, drives: bool, cloned: bool) -> dict[str, bool]:
    """Whether a person is out of action, and dead where that is asked."""
    return {"out": not lives or not drives, "dead": not lives and not cloned}
