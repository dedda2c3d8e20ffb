"""What is measured of Formule Wars."""

from __future__ import annotations

from tools.sanity.book_measure import BookMeasure
from tools.sanity.match_counts import (
    ending_figures,
    limit_figure,
    per_match_figure,
    per_start_figure,
)

MEASURE = BookMeasure(
    name="formule",
    base={
        "name": "Yardstick",
        "tires": 6,
        "brakes": 3,
        "fuel": 3,
        "body": 3,
        "engine": 3,
        "road_holding": 2,
        "armor": 5,
        "weapons": [{"key": "vulcan", "mount": "front"}],
        "equipment": [],
    },
    figures=(
        per_start_figure("cars that finish", "finish", least=0.3),
        limit_figure(80, most=0.05),
        *ending_figures(level=0.25, rounds=(8, 60), destroyed=(0.02, 0.6)),
        per_match_figure("shots", "shot", least=3),
        per_match_figure("overshoots", "overshoot", least=0.5),
        per_match_figure("collisions", "collision", least=0.1),
        per_match_figure("rams", "ram"),
        per_match_figure("spins", "spin"),
        per_match_figure("slipstreams", "slipstream", least=0.2),
    ),
)
