"""What should be true of matches of Formule Wars."""

from __future__ import annotations

from tools.sanity.book_counts import Advantage, BookExpectations
from tools.sanity.expected_figures import (
    ending_figures,
    limit_figure,
    per_match_figure,
    per_start_figure,
    with_fields,
    with_weapon,
)

EXPECTATIONS = BookExpectations(
    name="formule",
    setting={"laps": 2},
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
    advantages=(
        Advantage(
            what="armor 7 against 1",
            design="outrider",
            with_it=with_fields(armor=7),
            without=with_fields(armor=1),
            judged="criticals suffered",
            way=-1,
        ),
        Advantage(
            what="a vulcan against a machine gun",
            design="outrider",
            with_it=with_weapon(key="vulcan"),
            without=with_weapon(key="mg"),
            judged="criticals made",
        ),
        Advantage(
            what="a targeting computer",
            design="outrider",
            with_it=with_fields(equipment=["turret", "computer"]),
            without=with_fields(equipment=["turret"]),
            judged="hits",
        ),
        Advantage(
            what="6 tires against 3",
            design="outrider",
            with_it=with_fields(tires=6),
            without=with_fields(tires=3),
            judged="points more than theirs",
        ),
    ),
)
