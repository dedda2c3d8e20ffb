"""Export tables of a league's records, built from the context of their page: all lines, sorted as on the page."""

from __future__ import annotations

from typing import Any

from league.pages.exports.exports import ExportRequest, ExportTable, Row
from league.pages.records.records import records_page


def _page(request: ExportRequest) -> dict[str, Any]:
    query = {name: request.query[name] for name in ("franchises", "drivers", "cars") if name in request.query}
    return records_page(league=request.league, viewer=request.viewer, query=query, every=True)


def _champions(request: ExportRequest) -> list[Row]:
    return [
        (
            champion.number,
            "" if champion.champion is None else champion.champion.name,
            None if champion.champion is None else champion.points,
            None if champion.champion is None else champion.wins,
            "" if champion.second is None else champion.second.name,
            champion.cup_bonus,
        )
        for champion in _page(request)["champions"]
    ]


def _records(request: ExportRequest) -> list[Row]:
    return [
        (part.title, feat.of, feat.value, ", ".join(holder.name for holder in feat.holders), feat.where, feat.season)
        for part in _page(request)["parts"]
        for feat in part.feats
    ]


def _franchises(request: ExportRequest) -> list[Row]:
    return [
        (
            line.name,
            line.seasons,
            line.titles,
            line.cups,
            line.matches,
            line.wins,
            line.points,
            line.criticals,
            line.run,
            line.prizes,
            line.richest,
            line.out,
        )
        for line in _page(request)["franchises"].lines
    ]


def _drivers(request: ExportRequest) -> list[Row]:
    return [
        (
            line.name,
            line.franchise.name,
            line.matches,
            line.heats,
            line.kills,
            line.criticals,
            line.scores,
            line.xp,
            line.level,
            line.out,
            line.best,
            line.best_match,
        )
        for line in _page(request)["drivers"].lines
    ]


def _cars(request: ExportRequest) -> list[Row]:
    return [
        (line.name, line.franchise.name, line.matches, line.criticals, line.destroyed)
        for line in _page(request)["cars"].lines
    ]


RECORD_TABLES = (
    ExportTable(
        name="champions",
        title="Champions",
        of="league",
        columns=("Season", "Champion", "Points", "Won", "Second", "Cup bonus, credits"),
        rows=_champions,
    ),
    ExportTable(
        name="records",
        title="Book of records",
        of="league",
        columns=("Of", "Record", "Stands at", "Held by", "Set in", "Season"),
        rows=_records,
    ),
    ExportTable(
        name="franchise-records",
        title="Franchises over all seasons",
        of="league",
        columns=(
            "Franchise", "Seasons", "Championships", "Metal Cups", "Matches", "Won", "Points", "Criticals",
            "Longest run of wins", "Prizes, credits", "Most at a season's end, credits", "Out of action",
        ),
        rows=_franchises,
    ),
    ExportTable(
        name="driver-records",
        title="Drivers over all seasons",
        of="league",
        columns=(
            "Driver", "Franchise", "Matches", "Heats", "Kills", "Criticals", "Scored", "Experience", "Level",
            "Out of action", "Best match, XP", "Best match",
        ),
        rows=_drivers,
    ),
    ExportTable(
        name="car-records",
        title="Cars over all seasons",
        of="league",
        columns=("Car", "Franchise", "Matches", "Criticals", "Destroyed"),
        rows=_cars,
    ),
)  # fmt: skip
