"""A staged league written down as an example folder: one command a line, reports in files of their own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from tools.rust_belt.cast import COMMISSIONER, COMPANIES, LEAGUE, TITLE
from tools.rust_belt.stage import Stage, Written, stamp


def write(folder: Path, stages: Sequence[Stage]) -> None:
    """Write `league.json` and each season's folder anew; what else stands in the folder stays."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "league.json").write_text(_plan(stages))
    for stage in stages:
        home = folder / stage.name
        shutil.rmtree(home, ignore_errors=True)
        (home / "reports").mkdir(parents=True)
        for scene, batches in groupby(stage.written, key=lambda each: each.scene):
            told = list(batches)
            (home / f"{scene}.json").write_text(_scene(told))
            for batch in told:
                for match, report in batch.reports.items():
                    (home / "reports" / f"{match}.json").write_text(_report(report))


def _plan(stages: Sequence[Stage]) -> str:
    members = [{"user": COMMISSIONER, "role": "commissioner"}]
    members += [{"user": each.owner, "role": "owner", "franchise": each.id} for each in COMPANIES.values()]
    seasons = [
        {"name": each.name, "rounds": each.season.rounds_planned, "opened_at": stamp(each.opened_at)}
        for each in stages
    ]
    plan = {
        "league": LEAGUE,
        "name": TITLE,
        "public": True,
        "secret": stages[0].secret.hex(),
        "seasons": seasons,
        "members": members,
    }
    return _object(plan, lists=("seasons", "members"))


def _scene(batches: Sequence[Written]) -> str:
    return "[\n" + ",\n".join(_object(each.document, lists=("commands",)).rstrip() for each in batches) + "\n]\n"


def _report(report: dict[str, Any]) -> str:
    return _object(report, lists=("teams", "drivers", "cars", "substitutes"))


def _object(document: dict[str, Any], *, lists: tuple[str, ...]) -> str:
    lines = []
    for name, value in document.items():
        told = _line(value)
        if name in lists:
            told = "[\n" + ",\n".join(f"    {_line(each)}" for each in value) + "\n  ]"
        lines.append(f"  {json.dumps(name)}: {told}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
