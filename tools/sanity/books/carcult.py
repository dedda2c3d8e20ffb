"""What is measured of Car Cult."""

from __future__ import annotations

from tools.sanity.book_measure import BookMeasure
from tools.sanity.match_counts import ending_figures, limit_figure, per_match_figure

MEASURE = BookMeasure(
    name="carcult",
    base={"name": "Yardstick", "engine": "buzzbox", "cards": ["dangerous_driver", "machine_gun", "armor_2"]},
    figures=(
        *ending_figures(level=0.5, rounds=(2, 12), destroyed=(0.05, 0.95)),
        limit_figure(12, most=0.8),
        per_match_figure("attacks", "attack", least=6),
        per_match_figure("rams", "ram", most=12),
        per_match_figure("mines", "mine"),
        per_match_figure("explosions", "explosion"),
        per_match_figure("brakes tried", "brakes"),
    ),
)
