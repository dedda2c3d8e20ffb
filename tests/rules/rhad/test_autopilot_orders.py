"""Whatever happens to a car, the autopilot orders what it may: on every arena, under every house rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.rhad.autopilot import Autopilot
from rules.rhad.play.order_checks import refuse_illegal
from rules.rhad.ruleset import RULESET
from tests.rules.rhad.boards import PLAIN, Board, Car
from tests.rules.rhad.chance_matches import lots_of, random_packet
from tests.rules.rhad.duels import dice
from tests.rules.rhad.test_random_orders import by_lot
from tests.sampling import one_in

AGILE = replace(PLAIN, base_hc=6)


@pytest.mark.rule("RH-064", "RH-087")
@pytest.mark.parametrize("turned", [2, 4, 6, 8, 10])
@pytest.mark.parametrize("enemy_at", [(-6, 0), (0, 6), (0, -6), (6, 0)])
def test_a_car_that_slides_only_rotates_even_when_it_faces_its_line_again(
    turned: int, enemy_at: tuple[int, int]
) -> None:
    play = Board(Car("a", speed=60, hc=16, turned=turned, design=AGILE), Car("b", at=enemy_at, speed=30))
    order = Autopilot().order(play, play.car(), "phase")
    refuse_illegal(play, play.car(), order)
    assert {name.partition("_60")[0] for name in order.maneuvers} <= {"rotate", "straight"}  # type: ignore[union-attr]


@pytest.mark.rule("RH-085", "RH-088")
@pytest.mark.parametrize("kind", ["speed", "phase"])
def test_a_driver_orders_what_they_may_where_every_hex_of_range_costs_a_point_of_aim(kind: str) -> None:
    everything_far = {"rhad.duel_params": "free 0 each 1 rounds 30 start 30 mounts on"}
    play = Board(Car("a", design=AGILE), Car("b", at=(38, 0), speed=120), switches=everything_far)
    refuse_illegal(play, play.car(), Autopilot().order(play, play.car(), kind))


@pytest.mark.rule("RH-080", "RH-087")
@pytest.mark.parametrize("seed", one_in(4, range(60)))
def test_in_whatever_state_orders_by_lot_bring_a_car_its_autopilot_orders_what_it_may(seed: int) -> None:
    lots, packet = lots_of(seed), random_packet(seed)
    duel = RULESET.start(packet, dice())
    pilot = Autopilot()
    while not RULESET.is_over(duel):
        question = RULESET.legal_orders(duel)
        if question is None:
            RULESET.step(duel)
            continue
        play = duel.play
        refuse_illegal(
            play, play.state.cars[question.car], pilot.order(play, play.state.cars[question.car], question.kind)
        )
        RULESET.step(duel, by_lot(lots, question))
