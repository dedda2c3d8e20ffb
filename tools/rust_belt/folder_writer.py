"""Writes a staged league as an example folder: one command a line, reports in files of their own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from league.league_folder import read_plan
from rules.core.canonical_json import without_defaults
from tools.rust_belt.cast import LEAGUE, TITLE, members
from tools.rust_belt.stage import BatchRecord, Stage, utc_text


def write_folder(folder: Path, stages: Sequence[Stage]) -> None:
    """Write `league.json` and replace each season's folder; anything else in the folder stays."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "league.json").write_text(_league_text(map(_season_plan, stages), secret=stages[0].secret.hex()))
    for stage in stages:
        _write_season(folder / stage.name, stage)


def write_next_season(folder: Path, stage: Stage) -> None:
    """Write a season that follows those in the folder, which stay as they are."""
    plan = read_plan(folder)
    before = [
        {"name": season.name, "rounds": season.rounds, "opened_at": utc_text(season.opened_at)}
        for season in plan.seasons
        if season.name != stage.name
    ]
    (folder / "league.json").write_text(_league_text([*before, _season_plan(stage)], secret=plan.secret))
    _write_season(folder / stage.name, stage)


def _write_season(home: Path, stage: Stage) -> None:
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    for scene, batches in groupby(stage.written, key=lambda record: record.scene):
        records = list(batches)
        (home / f"{scene}.json").write_text(_scene_text(records))
        for batch in records:
            for match, report in batch.reports.items():
                (home / "reports").mkdir(exist_ok=True)
                (home / "reports" / f"{match}.json").write_text(_report_text(report))


def _season_plan(stage: Stage) -> dict[str, Any]:
    return {"name": stage.name, "rounds": stage.season.rounds_planned, "opened_at": utc_text(stage.opened_at)}


def _league_text(seasons: Iterable[dict[str, Any]], *, secret: str) -> str:
    plan = {
        "league": LEAGUE,
        "name": TITLE,
        "public": True,
        "secret": secret,
        "seasons": list(seasons),
        "members": [without_defaults(member) for member in members()],
    }
    return _json_object(plan, lists=("seasons", "members"))


def _scene_text(batches: Sequence[BatchRecord]) -> str:
    return (
        "[\n" + ",\n".join(_json_object(batch.document, lists=("commands",)).rstrip() for batch in batches) + "\n]\n"
    )


def _report_text(report: dict[str, Any]) -> str:
    return _json_object(report, lists=("teams", "drivers", "cars", "substitutes"))


def _json_object(document: dict[str, Any], *, lists: tuple[str, ...]) -> str:
    lines = []
    for name, value in document.items():
        text = _json_line(value)
        if name in lists:
            text = "[\n" + ",\n".join(f"    {_json_line(entry)}" for entry in value) + "\n  ]"
        lines.append(f"  {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
