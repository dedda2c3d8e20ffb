"""The samples of moves the autopilot considers, the one it makes, and what it does on the way."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcult.car.tokens import drift_of, move_of, turns_of_car
from rules.carcult.first_autopilot import Autopilot
from rules.carcult.first_autopilot.bounds import bounds_of
from rules.carcult.first_autopilot.move_choice import _best, _onward_distances, _prospect, _ways, choose_move
from rules.carcult.first_autopilot.move_samples import HALF_ROUND, SAMPLE_LIMIT, STRIDE, Sample, path_of, samples
from rules.carcult.first_autopilot.surroundings import survey_surroundings
from rules.carcult.ground.geometry import displacement
from rules.carcult.match.orders import ActOrder, Attack, Lay, Leg, Swap
from rules.carcult.movement.moves import act
from rules.carcult.play.order_checks import refuse_illegal, turns_in
from tests.rules.carcult.boards import Board, Car, mine

AWAY = (4000, 2400)


# -------------------------------------------------------------------------------------------------- samples


@pytest.mark.rule("CC-032", "CC-034", "CC-035", "CC-036", "CC-037", "CC-096")
@pytest.mark.parametrize(
    ("minimum", "maximum", "turns", "drift", "count"),
    [
        (0, 0, 4, 0, 1),
        (3, 3, 0, 0, 1),
        (3, 6, 0, 0, 4),
        (8, 11, 0, 2, 20),
        (3, 6, 1, 0, 28),
        (8, 11, 2, 2, 200),
        (0, 17, 6, 4, 200),
        (4, 8, 2, 1, 200),
    ],
)
def test_samples_are_legal_moves_and_two_hundred_at_most(
    minimum: int, maximum: int, turns: int, drift: int, count: int
) -> None:
    sampled = samples(0, minimum, maximum, turns, drift)
    assert len(sampled) == count <= SAMPLE_LIMIT == 200
    assert len({move.path.legs for move in sampled}) >= count - turns - 5 * drift
    for move in sampled:
        ahead = sum(leg.forward for leg in move.path.legs)
        assert 100 * minimum <= ahead <= 100 * maximum
        assert ahead % 100 == 0
        assert turns_in(move.path.legs) <= min(turns, HALF_ROUND)
        assert all(leg.turn % 45 == 0 for leg in move.path.legs)
        assert sum(abs(leg.drift) for leg in move.path.legs) <= 100 * drift
        assert move.length == ahead + sum(abs(leg.drift) for leg in move.path.legs)


@pytest.mark.rule("CC-096")
def test_samples_of_many_lie_scattered_and_each_way_comes_up_once() -> None:
    sampled = samples(90, 8, 11, 2, 2)
    assert len(set(sampled)) == 200
    assert {sum(leg.forward for leg in move.path.legs) for move in sampled} == {800, 900, 1000, 1100}
    assert {leg.drift for move in sampled for leg in move.path.legs} == {-200, -100, 0, 100, 200}
    assert {leg.turn for move in sampled for leg in move.path.legs} == {-90, -45, 0, 45, 90}
    assert (STRIDE, HALF_ROUND) == (7919, 4)


@pytest.mark.rule("CC-096")
def test_two_hundred_samples_are_counted_through_in_their_order() -> None:
    sampled = samples(0, 1, 8, 2, 0)
    assert len(sampled) == 200
    assert [sum(leg.forward for leg in move.path.legs) // 100 for move in sampled] == sorted([*range(1, 9)] * 25)


@pytest.mark.rule("CC-096")
def test_the_turn_in_the_middle_comes_after_half_of_the_whole_inches() -> None:
    halves = {
        (sample.path.legs[-2].forward, sum(leg.forward for leg in sample.path.legs))
        for sample in samples(0, 7, 9, 1, 0)
        if len(sample.path.legs) > 1 and sample.path.legs[-2].forward
    }
    assert halves == {(300, 700), (400, 800), (400, 900)}


@pytest.mark.rule("CC-033", "CC-096")
def test_a_car_that_cannot_move_has_one_sample_that_leads_nowhere() -> None:
    assert samples(45, 0, 0, 3, 0) == (Sample(path_of(45, ())[0], 0, 0, 0, 0, 0),)


@pytest.mark.rule("CC-096")
@pytest.mark.parametrize("heading", [0, 45, 90, 225])
def test_a_sample_ends_where_its_legs_lead(heading: int) -> None:
    for sample in samples(heading, 5, 8, 2, 1):
        x = y = 0
        facing = heading
        for leg in sample.path.legs:
            dx, dy = displacement(facing, leg.forward, leg.drift)
            x, y, facing = x + dx, y + dy, (facing + leg.turn) % 360
        assert (sample.dx, sample.dy) == (x, y)
        far_x, far_y = displacement(facing, sum(leg.forward for leg in sample.path.legs), 0)
        assert (sample.far_x, sample.far_y) == (x + far_x, y + far_y)


# ---------------------------------------------------------------------------------------------------- moves


def judged(play: Board, id: str = "a1") -> tuple[Any, Any]:
    """The best rank among all samples, computed without pruning by bounds, and the rank of the move that is
    chosen.
    """
    driven_car = play.car(id)
    minimum, maximum = move_of(play, driven_car)
    drift = drift_of(minimum)
    outlook = survey_surroundings(play, driven_car, minimum=minimum, furthest=maximum + drift)
    table = samples(driven_car.heading, minimum, maximum, turns_of_car(play, driven_car), drift)
    most, taken = bounds_of(outlook, table, 100 * (maximum + drift))
    keys = _onward_distances(outlook, table)
    ranked = []
    for index, sample in enumerate(table):
        outcome = _prospect(outlook, sample, (most[index], taken[index]), -keys[index])
        assert outcome is not None
        assert outcome.worth <= most[index]
        ranked.append((outcome.worth, not outcome.touches, -keys[index]))
    best = max(ranked)
    legs, prospect = _best(outlook, table, furthest=100 * (maximum + drift))
    chosen = next(index for index, sample in enumerate(table) if sample.path.legs == legs)
    return best, (prospect.worth, not prospect.touches, -keys[chosen])


TERRAIN = [
    ("blocking", [(14, 22), (18, 22), (18, 26), (14, 26)]),
    ("rough", [(9, 18), (13, 18), (13, 30), (9, 30)]),
    ("blocking", [(20, 10), (24, 10), (24, 14), (20, 14)]),
]


@pytest.mark.rule("CC-096")
@pytest.mark.parametrize("cards", [("rifle",), ("ram", "machine_gun"), ("flamethrower", "cannon"), ()])
@pytest.mark.parametrize("enemy", [(2400, 2400), (1500, 1500), (4300, 4300), (700, 2000)])
@pytest.mark.parametrize("heading", [0, 90, 225])
@pytest.mark.parametrize("drawn", ["SSSS..", "SS...."])
def test_what_is_made_is_the_best_of_all_samples(
    cards: tuple[str, ...], enemy: tuple[int, int], heading: int, drawn: str
) -> None:
    marked = {name: "SS" if name != "flamethrower" else "SSS" for name in cards if name != "ram"}
    play = Board(
        Car(at=(800, 2400), heading=heading, engine="hauler", cards=cards, tracks={"engine": drawn, **marked}),
        Car(id="b1", at=enemy, heading=180, engine="buzzbox", cards=("rifle",), tracks={"engine": "SS.."}),
        Car(id="b2", at=(3500, 800), engine="buzzbox", cards=("machine_gun",)),
        terrain=TERRAIN,
    )  # fmt: skip
    play.state.markers.append(mine(1500, 2900))
    best, chosen = judged(play)
    assert chosen == best
    refuse_illegal(play, play.car(), choose_move(play, play.car()))


@pytest.mark.rule("CC-096")
def test_rough_ground_and_collisions_are_avoided_where_that_is_possible() -> None:
    lane = [("blocking", [(12, 20), (20, 20), (20, 28), (12, 28)])]
    play = Board(
        Car(at=(800, 2400), engine="hauler", tracks={"engine": "SSSS.."}), Car(id="b1", at=AWAY), terrain=lane
    )  # fmt: skip
    order = choose_move(play, play.car())
    assert order.legs[0].turn != 0
    rough = [("rough", [(12, 23), (14, 23), (14, 25), (12, 25)])]
    play = Board(
        Car(at=(800, 2400), engine="hauler", tracks={"engine": "SSSS.."}), Car(id="b1", at=AWAY), terrain=rough
    )  # fmt: skip
    assert len(choose_move(play, play.car()).legs) > 1


@pytest.mark.rule("CC-078", "CC-096")
def test_a_car_with_a_ram_drives_into_an_enemy_and_one_without_does_not() -> None:
    for cards, rams in ((("ram",), True), ((), False)):
        play = Board(
            Car(at=(800, 2400), engine="hauler", cards=cards, tracks={"engine": "SSSS.."}),
            Car(id="b1", at=(1700, 2400), heading=90, engine="buzzbox"),
            faces=[15],
        )  # fmt: skip
        play.run(act(play, play.car(), choose_move(play, play.car())))
        assert bool(play.entries_of("ram")) is rams
        assert play.entries_of("stopped") == []


@pytest.mark.rule("CC-050", "CC-051", "CC-055", "CC-096")
def test_every_token_on_a_gun_is_an_attack_on_its_best_target_with_all_rerolls() -> None:
    play = Board(
        Car(at=(800, 2400), cards=("rifle", "gutsy_gunner"), tracks={"rifle": "SS", "gutsy_gunner": "SS"}),
        Car(id="b1", at=(1500, 2000), tracks={"engine": "SSSS."}),
        Car(id="b2", at=(1500, 2800)),
    )  # fmt: skip
    assert choose_move(play, play.car()) == ActOrder(attacks=(Attack(weapon="rifle", target="b2", rerolls=2),) * 2)


@pytest.mark.rule("CC-004", "CC-052", "CC-096")
def test_what_is_behind_cover_or_out_of_guessed_range_is_not_attacked() -> None:
    wall = [("blocking", [(11, 14), (12, 14), (12, 34), (11, 34)])]
    cars = (Car(at=(800, 2400), cards=("rifle",), tracks={"rifle": "SS"}), Car(id="b1", at=(1500, 2400)))
    hidden = Board(*cars, terrain=wall)
    assert choose_move(hidden, hidden.car()).attacks == ()
    play = Board(cars[0], Car(id="b1", at=(800 + 300 + 1800, 2400)))
    assert len(choose_move(play, play.car()).attacks) == 2
    play.state.guesses = {"b1": 1}
    assert choose_move(play, play.car()).attacks == ()
    far = Board(cars[0], Car(id="b1", at=(800 + 300 + 1801, 2400)))
    assert choose_move(far, far.car()).attacks == ()
    far.state.guesses = {"b1": -1}
    assert len(choose_move(far, far.car()).attacks) == 2


@pytest.mark.rule("CC-017")
@pytest.mark.switch("carcult.attack_window", "after_move")
def test_attacks_wait_for_the_end_of_the_move_where_the_house_says_so() -> None:
    play = Board(
        Car(at=(800, 2400), engine="hauler", cards=("rifle",), tracks={"engine": "SS....", "rifle": "S."}),
        Car(id="b1", at=(1800, 2800)),
        switches={"carcult.attack_window": "after_move"},
    )  # fmt: skip
    order = choose_move(play, play.car())
    assert [attack.after for attack in order.attacks] == [len(order.legs)]
    refuse_illegal(play, play.car(), order)


@pytest.mark.rule("CC-049", "CC-096")
@pytest.mark.switch("carcult.edge", "leave_play")
def test_it_does_not_leave_the_table_where_it_may() -> None:
    play = Board(
        Car(at=(4200, 2400), engine="buzzbox", tracks={"engine": "SS.."}), Car(id="b1", at=(4700, 2400)),
        switches={"carcult.edge": "leave_play"},
    )  # fmt: skip
    best, chosen = judged(play)
    assert chosen == best
    house = Board(
        Car(at=(4400, 4400), heading=45, engine="buzzbox", tracks={"engine": "SSS."}),
        switches={"carcult.edge": "leave_play"},
    )
    (worst, _, _), _ = judged(house)
    assert worst == -1200


@pytest.mark.rule("CC-076", "CC-095")
@pytest.mark.parametrize(("enemy", "lays"), [((500, 2400), 2), ((3000, 2400), 0)])
def test_mines_are_laid_where_the_car_sets_out_when_an_enemy_is_behind(enemy: tuple[int, int], lays: int) -> None:
    play = Board(
        Car(at=(1500, 2400), engine="hauler", cards=("mines",), tracks={"engine": "SSS...", "mines": "SS.."}),
        Car(id="b1", at=enemy),
    )  # fmt: skip
    assert choose_move(play, play.car()).lays == (Lay(card="mines"),) * lays
    play.car().tracks["engine"] = [0] * 6
    assert choose_move(play, play.car()).lays == ()


@pytest.mark.rule("CC-077")
@pytest.mark.switch("carcult.mine_arming", "at_once")
def test_no_mine_is_laid_that_would_go_off_under_its_own_car() -> None:
    play = Board(
        Car(at=(1500, 2400), engine="hauler", cards=("mines",), tracks={"engine": "SSS...", "mines": "SS.."}),
        Car(id="b1", at=(500, 2400)),
        switches={"carcult.mine_arming": "at_once"},
    )  # fmt: skip
    assert choose_move(play, play.car()).lays == ()


@pytest.mark.rule("CC-073", "CC-095")
@pytest.mark.parametrize(
    ("tracks", "swaps"),
    [
        (
            {"engine": "S.D.", "fanatical_fixer": "S.", "gutsy_gunner": "SS"},
            (Swap(first=("engine", 3), second=("gutsy_gunner", 2), after=1),),
        ),
        (
            {"engine": "S.D.", "fanatical_fixer": "S.", "gutsy_gunner": "S."},
            (Swap(first=("engine", 3), second=("gutsy_gunner", 1), after=1),),
        ),
        ({"engine": "S.D.", "fanatical_fixer": "..", "gutsy_gunner": "SS"}, ()),
        ({"engine": "S...", "fanatical_fixer": "S.", "gutsy_gunner": "SS"}, ()),
        ({"engine": "S.D.", "fanatical_fixer": "SS", "gutsy_gunner": ".."}, ()),
    ],
)
def test_the_fixer_trades_a_damage_token_of_the_engine_for_a_speed_token(
    tracks: dict[str, str], swaps: tuple[Swap, ...]
) -> None:
    play = Board(
        Car(at=(1500, 2400), engine="buzzbox", cards=("fanatical_fixer", "gutsy_gunner"), tracks=tracks),
        Car(id="b1", at=AWAY),
    )  # fmt: skip
    order = choose_move(play, play.car())
    assert [(swap.first, swap.second) for swap in order.swaps] == [(swap.first, swap.second) for swap in swaps]
    assert [swap.after for swap in order.swaps] == [len(order.legs)] * len(swaps)
    refuse_illegal(play, play.car(), order)


@pytest.mark.rule("CC-033", "CC-064")
def test_a_car_without_speed_stays_and_fires() -> None:
    play = Board(
        Car(at=(1500, 2400), engine="buzzbox", cards=("rifle",), tracks={"engine": "DDDD", "rifle": "S."}),
        Car(id="b1", at=(2500, 2400)),
    )  # fmt: skip
    assert Autopilot().order(play, play.car(), "act") == ActOrder(attacks=(Attack(weapon="rifle", target="b1"),))


@pytest.mark.rule("CC-096")
def test_it_leads_on_to_the_closest_enemy() -> None:
    play = Board(
        Car(at=(2400, 2400), engine="hauler", tracks={"engine": "SSS..."}), Car(id="b1", at=(2400, 300)),
        Car(id="b2", at=(2400, 4600)),
    )  # fmt: skip
    order = choose_move(play, play.car())
    assert order.legs[0] == Leg(turn=-90) or sum(leg.turn for leg in order.legs) < 0


# -------------------------------------------------------------------------------------------------- the edge

WALLED = ("SSSS", (4500, 4500), 45)
"""A buzzbox in the corner without a turn left: every path of 12 to 16 inches touches the edge."""


@pytest.mark.rule("CC-040", "CC-096")
@pytest.mark.parametrize("house", ["blocking", "leave_play"])
def test_a_car_that_would_touch_the_edge_on_every_way_brakes(house: str) -> None:
    track, place, heading = WALLED
    play = Board(
        Car(at=place, heading=heading, engine="buzzbox", tracks={"engine": track}), Car(id="b1", at=(400, 400)),
        switches={"carcult.edge": house}, faces=(20,),
    )  # fmt: skip
    order = choose_move(play, play.car())
    refuse_illegal(play, play.car(), order)
    play.run(act(play, play.car(), order))
    assert (play.car().status, play.car().tracks["engine"]) == ("active", [1, 1, 1, 1])
    assert [entry.more["short"] for entry in play.entries_of("brakes")] == [10]
    assert play.entries_of("stopped") == []


@pytest.mark.rule("CC-046", "CC-096")
def test_a_car_with_a_way_to_go_neither_brakes_nor_runs_up_the_edge() -> None:
    """Straight ahead it touches the edge after 8.5 inches, half an inch beyond its minimum."""
    play = Board(
        Car(at=(3800, 2400), engine="buzzbox", cards=("rifle",), tracks={"engine": "SSS.", "rifle": "S."}),
        Car(id="b1", at=(4600, 300), engine="buzzbox"), faces=(1, 1),
    )  # fmt: skip
    order = choose_move(play, play.car())
    play.run(act(play, play.car(), order))
    assert play.entries_of("stopped") == play.entries_of("brakes") == []
    assert sum(leg.forward for leg in order.legs) >= 800


@pytest.mark.rule("CC-040", "CC-096")
@pytest.mark.parametrize(
    ("at", "heading", "inches"), [((4650, 4650), 45, 0), ((3500, 2400), 0, 11), ((4500, 4500), 45, 2)]
)
def test_a_car_that_brakes_goes_as_far_as_it_can_or_stays(at: tuple[int, int], heading: int, inches: int) -> None:
    play = Board(
        Car(at=at, heading=heading, engine="buzzbox", tracks={"engine": "SSSS"}), Car(id="b1", at=(400, 400))
    )
    assert sum(leg.forward for leg in choose_move(play, play.car()).legs) == 100 * inches


@pytest.mark.rule("CC-096")
def test_of_two_moves_as_good_the_first_is_made() -> None:
    """The wall stands between the cars and is symmetric, so the way round it is as good to the left as to the
    right.
    """
    play = Board(
        Car(at=(800, 2400), engine="buzzbox", cards=("machine_gun",), tracks={"engine": "SSS.", "machine_gun": "S."}),
        Car(id="b1", at=(2600, 2400), engine="buzzbox"),
        terrain=[("blocking", [(14, 4), (20, 4), (20, 44), (14, 44)])],
    )
    assert choose_move(play, play.car()).legs == (Leg(turn=-45), Leg(forward=800, drift=-200))


@pytest.mark.rule("CC-049", "CC-096")
@pytest.mark.parametrize("heading", [0, 45, 90, 180, 270, 305])
@pytest.mark.parametrize("at", [(800, 2400), (2400, 300), (4200, 4300), (63, 2000)])
def test_a_path_leads_off_the_table_where_a_car_with_nothing_in_its_way_touches_the_edge(
    at: tuple[int, int], heading: int
) -> None:
    play = Board(Car(at=at, heading=heading, engine="hauler", tracks={"engine": "SSSS.."}))
    outlook = survey_surroundings(play, play.car(), minimum=8, furthest=20)
    for sample in samples(heading, 8, 14, 2, 2):
        ways = _ways(outlook, sample.path)
        assert outlook.leads_off(sample.path) is (ways[-1].touched == "edge")
