"""What should be true of matches of Car Cult."""

from __future__ import annotations

from tools.sanity.book_counts import Advantage, BookExpectations
from tools.sanity.expected_figures import ending_figures, limit_figure, per_match_figure, with_fields

EXPECTATIONS = BookExpectations(
    name="carcult",
    figures=(
        *ending_figures(level=0.5, rounds=(2, 12), destroyed=(0.05, 0.95)),
        limit_figure(12, most=0.8),
        per_match_figure("attacks", "attack", least=6),
        per_match_figure("rams", "ram", most=12),
        per_match_figure("mines", "mine"),
        per_match_figure("explosions", "explosion"),
        per_match_figure("brakes tried", "brakes"),
    ),
    advantages=(
        Advantage(
            what="armor 4 against 1",
            design="gnat",
            with_it=with_fields(cards=["dangerous_driver", "machine_gun", "armor_4"]),
            without=with_fields(cards=["dangerous_driver", "machine_gun", "armor_1"]),
            judged="cars that survive",
        ),
        Advantage(
            what="two machine guns against one",
            design="gnat",
            with_it=with_fields(cards=["dangerous_driver", "machine_gun", "machine_gun", "armor_2"]),
            without=with_fields(cards=["dangerous_driver", "machine_gun", "armor_2"]),
            judged="hits",
        ),
    ),
)
