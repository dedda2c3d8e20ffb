"""Duels with random orders: every legal order is carried out, breaks no law, and is replayed with the same result."""

from __future__ import annotations

from typing import Any

import pytest

from rules.match.stepwise_play import OrderIllegal, OrderRequest
from rules.rhad.play.laws import LAWS
from rules.rhad.ruleset import RULESET
from tests.rules.lots import Lots
from tests.rules.rhad.chance_matches import lots_of, random_packet
from tests.rules.rhad.duels import dice
from tests.sampling import one_in


def by_lot(lots: Lots, question: OrderRequest) -> dict[str, Any]:
    """A random order within the bounds of what is offered."""
    may = question.may
    if question.kind == "speed":
        bounds = may["to"]
        return {"to": lots.of(range(bounds["least"], bounds["most"] + 1, bounds["step"]))}
    order: dict[str, Any] = {}
    if may["brake"] and lots.one_in(9):
        order["brake"] = True
    elif may["maneuvers"]["most"]:
        wanted = [lots.of(may["maneuvers"]["each"]) for _ in range(lots.below(may["maneuvers"]["most"] + 1))]
        order["maneuvers"] = [name for name in wanted[:-1] if name != "bootlegger"] + wanted[-1:]
    weapons, fires = list(may["attacks"]["weapon"]), may["attacks"]
    for role in fires["crew"]:
        if weapons and fires["target"] and lots.one_in(3):
            weapon = weapons.pop(lots.below(len(weapons)))
            order.setdefault("attacks", []).append(
                {"weapon": weapon, "target": lots.of(fires["target"]), "crew": role}
            )
    return order


@pytest.mark.rule("RH-080")
@pytest.mark.parametrize("seed", one_in(4, range(30)))
def test_a_duel_driven_by_lot_breaks_no_law_and_is_played_again_the_same(seed: int) -> None:
    lots, packet = lots_of(seed), random_packet(seed)
    duel = RULESET.start(packet, dice())
    LAWS.watch_match(duel.play)
    while not RULESET.is_over(duel):
        question = RULESET.legal_orders(duel)
        if question is None:
            RULESET.step(duel)
            continue
        order = by_lot(lots, question)
        try:
            RULESET.step(duel, order)
        except OrderIllegal as error:
            pytest.fail(f"{order} was among what may be ordered: {error.sentence}")
    resolved = RULESET.final_resolution(duel)
    assert RULESET.replay(packet, resolved.log, None) == resolved
