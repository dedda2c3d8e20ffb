"""The file `prices.json` of a book's autopilot: the prices, and the run of self-play that found them."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

from rules.match.driving.prices import FILE, LearningRun


def path_of(ruleset: str) -> Path:
    """Where the prices of a book are."""
    return Path(str(files(f"rules.{ruleset}.autopilot").joinpath(FILE)))


def write_prices(path: Path, prices: Any, run: LearningRun) -> None:
    """Write prices, an instance of the book's dataclass, with their run."""
    document = {"prices": asdict(prices), "run": asdict(run)}
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
