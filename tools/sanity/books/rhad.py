"""What should be true of matches of RHAD."""

from __future__ import annotations

from tools.sanity.book_counts import Advantage, BookExpectations, Figure
from tools.sanity.expected_figures import ending_figures, limit_figure, per_match_figure, with_armor, with_weapon

EXPECTATIONS = BookExpectations(
    name="rhad",
    figures=(
        *ending_figures(level=0.5, rounds=(2, 40), destroyed=(0.05, 0.95)),
        limit_figure(30, most=0.8),
        per_match_figure("attacks", "attack", least=6),
        Figure(
            what="attacks that hit",
            of=lambda counted: counted.hits / max(counted.kinds["attack"], 1),
            percent=True,
            least=0.15,
            most=0.85,
        ),
        per_match_figure("maneuvers", "maneuver", least=10),
        per_match_figure("crashes", "crash", most=10),
        per_match_figure("walls struck", "wall", most=4),
        per_match_figure("rams", "ram"),
    ),
    advantages=(
        Advantage(
            what="armor 12 and 6 against 4 and 2",
            design="quick_nickel",
            with_it=with_armor(12, 6),
            without=with_armor(4, 2),
            judged="cars that survive",
        ),
        Advantage(
            what="a gun that hits on 6 against 8",
            design="quick_nickel",
            with_it=with_weapon(to_hit=6),
            without=with_weapon(to_hit=8),
            judged="hits",
        ),
    ),
)
