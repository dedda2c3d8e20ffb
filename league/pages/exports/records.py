"""The tables of a league's records, made of what their page shows: every line, sorted as the page was."""

from __future__ import annotations

from typing import Any

from league.pages.exports.exports import ExportRequest, ExportTable, Row
from league.pages.records.records import records_page


def _page(asked: ExportRequest) -> dict[str, Any]:
    query = {name: asked.query[name] for name in ("franchises", "drivers", "cars") if name in asked.query}
    return records_page(league=asked.league, viewer=asked.viewer, query=query, every=True)


def _champions(asked: ExportRequest) -> list[Row]:
    return [
        (
            each.number,
            "" if each.champion is None else each.champion.name,
            None if each.champion is None else each.points,
            None if each.champion is None else each.wins,
            "" if each.second is None else each.second.name,
            each.cup_bonus,
        )
        for each in _page(asked)["champions"]
    ]


def _records(asked: ExportRequest) -> list[Row]:
    return [
        (part.title, feat.of, feat.value, ", ".join(it.name for it in feat.holders), feat.where, feat.season)
        for part in _page(asked)["parts"]
        for feat in part.feats
    ]


def _franchises(asked: ExportRequest) -> list[Row]:
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
        for line in _page(asked)["franchises"].lines
    ]


def _drivers(asked: ExportRequest) -> list[Row]:
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
        for line in _page(asked)["drivers"].lines
    ]


def _cars(asked: ExportRequest) -> list[Row]:
    return [
        (line.name, line.franchise.name, line.matches, line.criticals, line.destroyed)
        for line in _page(asked)["cars"].lines
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
