"""What the autopilot orders: speed, tokens, moves, and where damage goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.carcult.autopilot import Autopilot
from rules.carcult.autopilot.bounds import bounds_of
from rules.carcult.autopilot.chances import (
    WHOLE,
    expected,
    guess,
    guns_of,
    hit_chance,
    is_behind,
    may_come_near,
    square_between,
    strike,
)
from rules.carcult.autopilot.moves import _best, _leads_on, _prospect, move
from rules.carcult.autopilot.outlook import outlook_of
from rules.carcult.autopilot.placing import hurt_most, placing, spared
from rules.carcult.autopilot.samples import HALF_ROUND, MOST, STRIDE, Sample, samples
from rules.carcult.autopilot.speed import FAST, SLOW, band, tokens_to_add, tokens_to_shift, tokens_to_start
from rules.carcult.autopilot.wants import allocation, is_reached, ranked_guns
from rules.carcult.cards import WEAPONS
from rules.carcult.geometry import course
from rules.carcult.moving import act
from rules.carcult.order_checks import refuse_illegal, turns_in
from rules.carcult.orders import ActOrder, Attack, Lay, Leg, ShiftOrder, StartOrder, Swap
from rules.carcult.play import Play
from rules.carcult.state import Placing
from rules.carcult.tokens import drift_of, move_of, turns_of
from tests.rules.carcult.boards import Put, board, car, entries, mine, run

AWAY = (4000, 2400)


def face_to_face(*puts: Put, **more: Any) -> Play:
    """A hauler that looks at a buzzbox far ahead, or the cars given."""
    return board(*(puts or (Put(at=(800, 2400), engine="hauler"), Put(id="b1", at=AWAY, engine="buzzbox"))), **more)


# ---------------------------------------------------------------------------------------------------- chances


@pytest.mark.rule("CC-053", "CC-054", "CC-095")
@pytest.mark.parametrize(
    ("modifier", "faces"), [(0, 11), (-6, 5), (-9, 2), (-10, 1), (-30, 1), (7, 18), (8, 19), (9, 19), (30, 19)]
)
def test_a_twenty_always_hits_and_a_one_never(modifier: int, faces: int) -> None:
    assert hit_chance(modifier) == faces
    assert WHOLE == 20


@pytest.mark.rule("CC-053", "CC-095", "CC-096")
@pytest.mark.parametrize(
    ("weapon", "deals"), [("machine_gun", 3 * 12), ("cannon", 2 * 17), ("flamethrower", 19), ("rifle", 2 * 14)]
)
def test_expected_damage_is_shots_by_damage_by_chance(weapon: str, deals: int) -> None:
    play = face_to_face()
    assert expected(play, WEAPONS[weapon], car(play, "b1")) == deals


@pytest.mark.rule("CC-002")
@pytest.mark.parametrize(("percent", "near"), [(0, True), (10, False), (-10, True)])
def test_distances_are_guessed(percent: int, *, near: bool) -> None:
    play = face_to_face()
    play.state.guesses = {"b1": percent}
    assert guess(play, car(play, "b1")) == 100 + percent
    assert square_between(car(play), car(play, "b1")) == 3200 * 3200
    assert may_come_near(3200 * 3200, 100 + percent, 2875) is near


@pytest.mark.rule("CC-002")
def test_an_enemy_of_whom_nothing_was_guessed_is_where_it_is() -> None:
    play = face_to_face()
    assert guess(play, car(play, "b1")) == 100
    assert may_come_near(3200 * 3200, 100, 2874) is False


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(
    ("heading", "behind"), [(0, False), (180, True), (90, False), (270, False), (91, True), (89, False)]
)
def test_what_is_square_to_a_car_is_not_behind_it(heading: int, *, behind: bool) -> None:
    play = board(Put(at=(800, 2400), heading=heading), Put(id="b1", at=AWAY))
    assert is_behind(car(play), car(play, "b1")) is behind


@pytest.mark.rule("CC-095", "CC-096")
def test_an_enemy_strikes_as_far_as_its_longest_gun_and_its_move() -> None:
    guns = ("machine_gun", "cannon")
    play = face_to_face(Put(), Put(id="b1", at=AWAY, engine="buzzbox", cards=guns, tracks={"engine": "SS.."}))
    assert strike(play, car(play, "b1"), car(play)) == (36, 100 * (24 + 8))
    car(play, "b1").tracks["machine_gun"] = [2, 2]
    assert strike(play, car(play, "b1"), car(play)) == (34, 100 * (24 + 8))
    car(play, "b1").tracks["cannon"] = [2, 2]
    assert strike(play, car(play, "b1"), car(play)) == (0, 0)
    assert guns_of(play, car(play, "b1")) == []


# ------------------------------------------------------------------------------------------------------ speed


@pytest.mark.rule("CC-030", "CC-095")
@pytest.mark.parametrize(
    ("engine", "tokens"),
    [("buzzbox", 3), ("streetfighter", 3), ("hauler", 4), ("jackrabbit", 2), ("warwagon", 5), ("razorback", 2)],
)
def test_a_car_starts_hard_to_hit_as_far_as_it_may(engine: str, tokens: int) -> None:
    play = face_to_face(Put(at=(800, 2400), engine=engine), Put(id="b1", at=AWAY))
    assert tokens_to_start(play, car(play)) == tokens
    assert Autopilot().order(play, car(play), "start") == StartOrder(tokens=tokens)


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(("heading", "aim"), [(0, FAST), (180, SLOW)])
def test_it_aims_at_eight_to_eleven_or_at_five_with_every_enemy_behind(heading: int, aim: tuple[int, int]) -> None:
    play = board(Put(at=(2000, 2400), heading=heading), Put(id="b1", at=AWAY))
    assert band(play, car(play)) == aim
    assert (FAST, SLOW) == ((8, 11), (0, 5))


@pytest.mark.rule("CC-095")
def test_without_an_enemy_it_goes_on_fast_and_with_one_ahead_too() -> None:
    assert band(board(Put()), car(board(Put()))) == FAST
    play = board(Put(at=(2000, 2400)), Put(id="b1", at=AWAY), Put(id="b2", at=(500, 2400)))
    assert band(play, car(play)) == FAST


@pytest.mark.rule("CC-031", "CC-042", "CC-095")
@pytest.mark.parametrize(
    ("track", "most", "tokens"),
    [
        ("SS....", 4, 2),
        ("SSS...", 4, 1),
        ("SSSS..", 4, 0),
        ("SSSSS.", 4, 0),
        ("......", 4, 2),
        ("SS....", 1, 1),
        ("SS..DD", 4, 2),
    ],
)
def test_tokens_are_added_toward_that_minimum_within_the_plug(track: str, most: int, tokens: int) -> None:
    play = face_to_face(
        Put(at=(800, 2400), engine="hauler", tracks={"engine": track}), Put(id="b1", at=AWAY)
    )  # fmt: skip
    assert tokens_to_add(play, car(play), most=most) == tokens


@pytest.mark.rule("CC-042", "CC-095")
@pytest.mark.parametrize(("house", "tokens"), [({}, 0), ({"carcult.shift_then_accelerate": True}, 2)])
def test_a_car_that_shifted_down_adds_none_unless_the_house_lets_it(house: dict[str, Any], tokens: int) -> None:
    play = face_to_face(
        Put(at=(800, 2400), engine="hauler", tracks={"engine": "SS...."}), Put(id="b1", at=AWAY), switches=house
    )  # fmt: skip
    car(play).shifted = True
    assert tokens_to_add(play, car(play), most=4) == tokens


@pytest.mark.rule("CC-014", "CC-041", "CC-095")
@pytest.mark.parametrize(
    ("track", "at", "heading", "tokens"),
    [
        ("SSSS..", (800, 2400), 0, 0),
        ("SSSSSS", (800, 2400), 0, 1),
        ("SSSSS.", (800, 2400), 0, 0),
        ("SSSS..", (800, 2400), 180, 1),
        ("SS....", (800, 2400), 180, 0),
        ("S.....", (4500, 2400), 0, 0),
        ("......", (800, 2400), 0, 0),
        ("SSSSS.", (4000, 4400), 45, 1),
    ],
)
def test_one_token_is_taken_off_when_the_car_is_too_fast_or_no_way_is_clear(
    track: str, at: tuple[int, int], heading: int, tokens: int
) -> None:
    play = board(
        Put(at=at, heading=heading, engine="hauler", tracks={"engine": track}), Put(id="b1", at=(4600, 300))
    )  # fmt: skip
    if at == (4500, 2400):
        car(play, "b1").x = 4700
    assert tokens_to_shift(play, car(play)) == tokens
    assert Autopilot().order(play, car(play), "shift") == ShiftOrder(tokens=tokens)


@pytest.mark.rule("CC-095")
def test_no_token_is_added_that_leads_into_a_wall() -> None:
    walls = [("blocking", [(14, 10), (16, 10), (16, 38), (14, 38)])]
    cars = (Put(at=(800, 2400), engine="buzzbox", tracks={"engine": "...."}), Put(id="b1", at=AWAY))
    free, walled = board(*cars), board(*cars, terrain=walls)
    assert tokens_to_add(free, car(free), most=4) == 3
    assert tokens_to_add(walled, car(walled), most=4) == 2


# --------------------------------------------------------------------------------------------------- tokens


CREWED = ("dangerous_driver", "gutsy_gunner", "fanatical_fixer", "rifle", "machine_gun", "mines")


def armed(**more: Any) -> Play:
    """A hauler at its speed with everything aboard, and an armed enemy 20 inches ahead that has not acted."""
    return face_to_face(
        Put(at=(800, 2400), engine="hauler", cards=CREWED, tracks={"engine": "SSSS..", **more.pop("tracks", {})}),
        Put(id="b1", at=(2800, 2400), heading=180, engine="buzzbox", cards=("rifle",), **more),
    )  # fmt: skip


@pytest.mark.rule("CC-016", "CC-095")
def test_tokens_go_on_driver_best_gun_and_gunner_in_that_order() -> None:
    play = armed()
    assert allocation(play, car(play)).tokens == {"dangerous_driver": 2, "machine_gun": 2, "gutsy_gunner": 2}
    refuse_illegal(play, car(play), allocation(play, car(play)))


@pytest.mark.rule("CC-095")
def test_the_driver_is_left_when_nobody_who_comes_first_reaches_him() -> None:
    play = armed()
    car(play, "b1").acted = True
    assert is_reached(play, car(play)) is False
    assert "dangerous_driver" not in allocation(play, car(play)).tokens
    car(play, "b1").tracks["engine"] = [1, 1, 1, 1]
    assert is_reached(play, car(play)) is False
    car(play).tracks["engine"] = [1, 1, 1, 0, 0, 0]
    assert is_reached(play, car(play)) is True
    car(play, "b1").tracks["rifle"] = [2, 2]
    assert is_reached(play, car(play)) is False


@pytest.mark.rule("CC-095")
def test_guns_rank_by_what_they_deal_to_whom_they_may_reach() -> None:
    play = armed()
    assert [name for name, _ in ranked_guns(play, car(play), 0)] == ["machine_gun", "rifle"]
    car(play, "b1").tracks["engine"] = [1, 1, 1, 0]
    assert [name for name, _ in ranked_guns(play, car(play), 0)] == ["rifle", "machine_gun"]
    car(play, "b1").tracks["engine"] = [0, 0, 0, 0]
    car(play, "b1").x = 800 + 100 * (12 + 11) + 326
    assert [name for name, _ in ranked_guns(play, car(play), 0)] == ["rifle"]
    assert [name for name, _ in ranked_guns(play, car(play), 1)] == ["machine_gun", "rifle"]
    car(play, "b1").x = 800 + 100 * (18 + 11) + 326
    assert ranked_guns(play, car(play), 0) == []


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(("cards", "gunner"), [(("gutsy_gunner", "cannon"), True), (("gutsy_gunner", "rifle"), True)])
def test_the_gunner_has_a_token_only_where_two_dice_are_thrown(cards: Sequence[str], *, gunner: bool) -> None:
    play = face_to_face(
        Put(at=(800, 2400), engine="hauler", cards=cards, tracks={"engine": "SSSS.."}),
        Put(id="b1", at=(2000, 2400), engine="buzzbox"),
    )  # fmt: skip
    assert ("gutsy_gunner" in allocation(play, car(play)).tokens) is gunner
    car(play).tracks[cards[1]] = [0, 2]
    assert ("gutsy_gunner" in allocation(play, car(play)).tokens) is (cards[1] == "rifle")
    car(play).tracks[cards[1]] = [2, 2]
    assert "gutsy_gunner" not in allocation(play, car(play)).tokens


@pytest.mark.rule("CC-095")
def test_fixer_and_mines_wait_for_their_cause() -> None:
    play = face_to_face(
        Put(at=(2400, 2400), engine="hauler", cards=("fanatical_fixer", "mines"), tracks={"engine": "SSSS.."}),
        Put(id="b1", at=(3600, 2400), engine="buzzbox"),
    )  # fmt: skip
    assert allocation(play, car(play)).tokens == {}
    car(play, "b1").x = 1200
    assert allocation(play, car(play)).tokens == {"mines": 3}
    car(play).tracks["engine"] = [1, 1, 1, 1, 0, 2]
    assert allocation(play, car(play)).tokens == {"fanatical_fixer": 2}


@pytest.mark.rule("CC-082", "CC-095")
@pytest.mark.switch("carcult.slicks", True)
def test_oil_and_caltrops_are_laid_as_mines_are_where_they_are_played() -> None:
    play = face_to_face(
        Put(at=(2400, 2400), engine="hauler", cards=("oil", "caltrops"), tracks={"engine": "SSSS..", "oil": "S."}),
        Put(id="b1", at=(1200, 2400), engine="buzzbox"),
        switches={"carcult.slicks": True},
    )  # fmt: skip
    assert allocation(play, car(play)).tokens == {"oil": 1, "caltrops": 1}
    assert move(play, car(play)).lays == (Lay(card="oil"),)


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
    found = samples(0, minimum, maximum, turns, drift)
    assert len(found) == count <= MOST == 200
    assert len({each.legs for each in found}) >= count - turns - 5 * drift
    for each in found:
        ahead = sum(leg.forward for leg in each.legs)
        assert 100 * minimum <= ahead <= 100 * maximum
        assert ahead % 100 == 0
        assert turns_in(each.legs) <= min(turns, HALF_ROUND)
        assert all(leg.turn % 45 == 0 for leg in each.legs)
        assert sum(abs(leg.drift) for leg in each.legs) <= 100 * drift
        assert each.length == ahead + sum(abs(leg.drift) for leg in each.legs)


@pytest.mark.rule("CC-096")
def test_samples_of_many_lie_scattered_and_each_way_comes_up_once() -> None:
    found = samples(90, 8, 11, 2, 2)
    assert len(set(found)) == 200
    assert {sum(leg.forward for leg in each.legs) for each in found} == {800, 900, 1000, 1100}
    assert {leg.drift for each in found for leg in each.legs} == {-200, -100, 0, 100, 200}
    assert {leg.turn for each in found for leg in each.legs} == {-90, -45, 0, 45, 90}
    assert STRIDE == 7919


@pytest.mark.rule("CC-096")
@pytest.mark.parametrize("heading", [0, 45, 90, 225])
def test_a_sample_ends_where_its_legs_lead(heading: int) -> None:
    for each in samples(heading, 5, 8, 2, 1):
        x = y = 0
        facing = heading
        for leg in each.legs:
            dx, dy = course(facing, leg.forward, leg.drift)
            x, y, facing = x + dx, y + dy, (facing + leg.turn) % 360
        assert (each.dx, each.dy) == (x, y)
        far_x, far_y = course(facing, sum(leg.forward for leg in each.legs), 0)
        assert (each.far_x, each.far_y) == (x + far_x, y + far_y)


# ---------------------------------------------------------------------------------------------------- moves


def judged(play: Play, id: str = "a1") -> tuple[Any, Any]:
    """Everything that every sample comes to, worked out without any bounds, and the one that is made."""
    one = car(play, id)
    minimum, maximum = move_of(play, one)
    drift = drift_of(minimum)
    outlook = outlook_of(play, one, minimum=minimum, furthest=maximum + drift)
    table = samples(one.heading, minimum, maximum, turns_of(play, one), drift)
    bounds = bounds_of(outlook, table, 100 * (maximum + drift))
    keys = _leads_on(outlook, table)
    ranked = []
    for index, sample in enumerate(table):
        found = _prospect(outlook, sample, bounds[index], None)
        assert found is not None
        assert found.worth <= bounds[index].most
        ranked.append((found.worth, not found.touches, -keys[index]))
    best = max(ranked)
    legs, prospect = _best(outlook, table, furthest=100 * (maximum + drift))
    chosen = next(index for index, sample in enumerate(table) if sample.legs == legs)
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
    play = board(
        Put(at=(800, 2400), heading=heading, engine="hauler", cards=cards, tracks={"engine": drawn, **marked}),
        Put(id="b1", at=enemy, heading=180, engine="buzzbox", cards=("rifle",), tracks={"engine": "SS.."}),
        Put(id="b2", at=(3500, 800), engine="buzzbox", cards=("machine_gun",)),
        terrain=TERRAIN,
    )  # fmt: skip
    play.state.markers.append(mine(1500, 2900))
    best, made = judged(play)
    assert made == best
    refuse_illegal(play, car(play), move(play, car(play)))


@pytest.mark.rule("CC-096")
def test_rough_ground_and_collisions_are_avoided_where_that_is_possible() -> None:
    lane = [("blocking", [(12, 20), (20, 20), (20, 28), (12, 28)])]
    play = board(
        Put(at=(800, 2400), engine="hauler", tracks={"engine": "SSSS.."}), Put(id="b1", at=AWAY), terrain=lane
    )  # fmt: skip
    order = move(play, car(play))
    assert order.legs[0].turn != 0
    rough = [("rough", [(12, 23), (14, 23), (14, 25), (12, 25)])]
    play = board(
        Put(at=(800, 2400), engine="hauler", tracks={"engine": "SSSS.."}), Put(id="b1", at=AWAY), terrain=rough
    )  # fmt: skip
    assert len(move(play, car(play)).legs) > 1


@pytest.mark.rule("CC-078", "CC-096")
def test_a_car_with_a_ram_drives_into_an_enemy_and_one_without_does_not() -> None:
    for cards, rams in ((("ram",), True), ((), False)):
        play = board(
            Put(at=(800, 2400), engine="hauler", cards=cards, tracks={"engine": "SSSS.."}),
            Put(id="b1", at=(1700, 2400), heading=90, engine="buzzbox"),
            faces=[15],
        )  # fmt: skip
        run(play, act(play, car(play), move(play, car(play))))
        assert bool(entries(play, "ram")) is rams
        assert entries(play, "stopped") == []


@pytest.mark.rule("CC-050", "CC-051", "CC-055", "CC-096")
def test_every_token_on_a_gun_is_an_attack_on_its_best_target_with_all_rerolls() -> None:
    play = board(
        Put(at=(800, 2400), cards=("rifle", "gutsy_gunner"), tracks={"rifle": "SS", "gutsy_gunner": "SS"}),
        Put(id="b1", at=(1500, 2000), tracks={"engine": "SSSS."}),
        Put(id="b2", at=(1500, 2800)),
    )  # fmt: skip
    assert move(play, car(play)) == ActOrder(attacks=(Attack(weapon="rifle", target="b2", rerolls=2),) * 2)


@pytest.mark.rule("CC-004", "CC-052", "CC-096")
def test_what_is_behind_cover_or_out_of_guessed_range_is_not_attacked() -> None:
    wall = [("blocking", [(11, 14), (12, 14), (12, 34), (11, 34)])]
    cars = (Put(at=(800, 2400), cards=("rifle",), tracks={"rifle": "SS"}), Put(id="b1", at=(1500, 2400)))
    hidden = board(*cars, terrain=wall)
    assert move(hidden, car(hidden)).attacks == ()
    play = board(cars[0], Put(id="b1", at=(800 + 300 + 1800, 2400)))
    assert len(move(play, car(play)).attacks) == 2
    play.state.guesses = {"b1": 1}
    assert move(play, car(play)).attacks == ()
    far = board(cars[0], Put(id="b1", at=(800 + 300 + 1801, 2400)))
    assert move(far, car(far)).attacks == ()
    far.state.guesses = {"b1": -1}
    assert len(move(far, car(far)).attacks) == 2


@pytest.mark.rule("CC-017")
@pytest.mark.switch("carcult.attack_window", "after_move")
def test_attacks_wait_for_the_end_of_the_move_where_the_house_says_so() -> None:
    play = board(
        Put(at=(800, 2400), engine="hauler", cards=("rifle",), tracks={"engine": "SS....", "rifle": "S."}),
        Put(id="b1", at=(1800, 2800)),
        switches={"carcult.attack_window": "after_move"},
    )  # fmt: skip
    order = move(play, car(play))
    assert [each.after for each in order.attacks] == [len(order.legs)]
    refuse_illegal(play, car(play), order)


@pytest.mark.rule("CC-049", "CC-096")
@pytest.mark.switch("carcult.edge", "leave_play")
def test_it_does_not_leave_the_table_where_it_may() -> None:
    play = board(
        Put(at=(4200, 2400), engine="buzzbox", tracks={"engine": "SS.."}), Put(id="b1", at=(4700, 2400)),
        switches={"carcult.edge": "leave_play"},
    )  # fmt: skip
    best, made = judged(play)
    assert made == best
    house = board(
        Put(at=(4400, 4400), heading=45, engine="buzzbox", tracks={"engine": "SSS."}),
        switches={"carcult.edge": "leave_play"},
    )
    (worst, _, _), _ = judged(house)
    assert worst == -1200


@pytest.mark.rule("CC-076", "CC-095")
@pytest.mark.parametrize(("enemy", "lays"), [((500, 2400), 2), ((3000, 2400), 0)])
def test_mines_are_laid_where_the_car_sets_out_when_an_enemy_is_behind(enemy: tuple[int, int], lays: int) -> None:
    play = board(
        Put(at=(1500, 2400), engine="hauler", cards=("mines",), tracks={"engine": "SSS...", "mines": "SS.."}),
        Put(id="b1", at=enemy),
    )  # fmt: skip
    assert move(play, car(play)).lays == (Lay(card="mines"),) * lays
    car(play).tracks["engine"] = [0] * 6
    assert move(play, car(play)).lays == ()


@pytest.mark.rule("CC-077")
@pytest.mark.switch("carcult.mine_arming", "at_once")
def test_no_mine_is_laid_that_would_go_off_under_its_own_car() -> None:
    play = board(
        Put(at=(1500, 2400), engine="hauler", cards=("mines",), tracks={"engine": "SSS...", "mines": "SS.."}),
        Put(id="b1", at=(500, 2400)),
        switches={"carcult.mine_arming": "at_once"},
    )  # fmt: skip
    assert move(play, car(play)).lays == ()


@pytest.mark.rule("CC-073", "CC-095")
@pytest.mark.parametrize(
    ("tracks", "swaps"),
    [
        (
            {"engine": "S.D.", "fanatical_fixer": "S.", "gutsy_gunner": "SS"},
            (Swap(first=("engine", 3), second=("gutsy_gunner", 2), after=1),),
        ),
        ({"engine": "S.D.", "fanatical_fixer": "..", "gutsy_gunner": "SS"}, ()),
        ({"engine": "S...", "fanatical_fixer": "S.", "gutsy_gunner": "SS"}, ()),
        ({"engine": "S.D.", "fanatical_fixer": "SS", "gutsy_gunner": ".."}, ()),
    ],
)
def test_the_fixer_trades_a_damage_token_of_the_engine_for_a_speed_token(
    tracks: dict[str, str], swaps: tuple[Swap, ...]
) -> None:
    play = board(
        Put(at=(1500, 2400), engine="buzzbox", cards=("fanatical_fixer", "gutsy_gunner"), tracks=tracks),
        Put(id="b1", at=AWAY),
    )  # fmt: skip
    order = move(play, car(play))
    assert [(each.first, each.second) for each in order.swaps] == [(each.first, each.second) for each in swaps]
    assert [each.after for each in order.swaps] == [len(order.legs)] * len(swaps)
    refuse_illegal(play, car(play), order)


@pytest.mark.rule("CC-033", "CC-064")
def test_a_car_without_speed_stays_and_fires() -> None:
    play = board(
        Put(at=(1500, 2400), engine="buzzbox", cards=("rifle",), tracks={"engine": "DDDD", "rifle": "S."}),
        Put(id="b1", at=(2500, 2400)),
    )  # fmt: skip
    assert Autopilot().order(play, car(play), "act") == ActOrder(attacks=(Attack(weapon="rifle", target="b1"),))


@pytest.mark.rule("CC-096")
def test_it_leads_on_to_the_closest_enemy() -> None:
    play = board(
        Put(at=(2400, 2400), engine="hauler", tracks={"engine": "SSS..."}), Put(id="b1", at=(2400, 300)),
        Put(id="b2", at=(2400, 4600)),
    )  # fmt: skip
    order = move(play, car(play))
    assert order.legs[0] == Leg(turn=-90) or sum(leg.turn for leg in order.legs) < 0


# ------------------------------------------------------------------------------------------------- placing


ALL = ("dangerous_driver", "rifle", "machine_gun", "turbo", "armor_2")


@pytest.mark.rule("CC-063", "CC-097")
@pytest.mark.parametrize(
    ("tracks", "components", "spares"),
    [
        ({}, ["engine", "armor", "rifle"], "armor"),
        ({}, ["engine", "rifle", "dangerous_driver"], "rifle"),
        ({"rifle": "S."}, ["engine", "rifle", "machine_gun", "dangerous_driver"], "machine_gun"),
        ({"rifle": "S."}, ["engine", "rifle", "dangerous_driver"], "rifle"),
        ({"rifle": ".D"}, ["engine", "machine_gun", "rifle"], "rifle"),
        ({}, ["engine", "dangerous_driver"], "dangerous_driver"),
        ({}, ["engine"], "engine"),
    ],
)
def test_an_owner_spares_what_he_needs(tracks: dict[str, str], components: list[str], spares: str) -> None:
    play = board(Put(cards=ALL, tracks=tracks))
    assert spared(play, car(play), components) == spares


@pytest.mark.rule("CC-097")
@pytest.mark.parametrize(
    ("engine", "components", "hurts"),
    [
        ("SSDDD", ["engine", "rifle", "machine_gun"], "engine"),
        ("S.DDD", ["rifle", "machine_gun"], "machine_gun"),
        ("SSSDD", ["engine", "rifle", "machine_gun"], "machine_gun"),
        ("SSS..", ["engine", "rifle", "dangerous_driver"], "rifle"),
        ("SSS..", ["engine", "dangerous_driver"], "engine"),
        ("SSS..", ["dangerous_driver", "turbo"], "dangerous_driver"),
    ],
)
def test_an_attacker_goes_for_the_engine_that_two_hits_kill_or_the_best_weapon(
    engine: str, components: list[str], hurts: str
) -> None:
    play = board(Put(cards=ALL, tracks={"engine": engine}))
    assert hurt_most(play, car(play), components) == hurts


@pytest.mark.rule("CC-061", "CC-097")
@pytest.mark.parametrize(("side", "component"), [("owner", "rifle"), ("opponent", "engine")])
def test_each_side_places_its_own_way(side: str, component: str) -> None:
    play = board(Put(cards=ALL, tracks={"engine": "SSDDD"}), Put(id="b1"))
    play.state.placing = Placing(car="a1", side=side, components=["engine", "rifle", "dangerous_driver"])
    assert placing(play).component == component
    assert Autopilot().order(play, car(play, "b1"), "place") == placing(play)


# --------------------------------------------------------------------------------------- the worth of a sample


def worth(play: Play, *legs: Leg, minimum: int = 8) -> int:
    """What a move of the first car comes to, in twentieths of a token."""
    one = car(play)
    outlook = outlook_of(play, one, minimum=minimum, furthest=20)
    x, y = (sum(each) for each in zip(*(course(one.heading, leg.forward, leg.drift) for leg in legs), strict=True))
    sample = Sample(legs, sum(leg.forward for leg in legs), x, y, 0, 0)
    found = _prospect(outlook, sample, bounds_of(outlook, (sample,), 2000)[0], None)
    assert found is not None
    return found.worth


def alone(**more: Any) -> Play:
    """A hauler by itself, heading right at the middle of the table's left side."""
    return board(Put(at=(800, 2400), engine="hauler", tracks={"engine": "SSSS.."}, **more.pop("put", {})), **more)


@pytest.mark.rule("CC-046", "CC-096")
@pytest.mark.parametrize(("wall", "points"), [(18, 0), (17, 0), (16, -60), (15, -120), (12, -300)])
def test_each_token_of_a_collision_is_feared_thrice(wall: int, points: int) -> None:
    """The front of the car is at 9.5 inches, its minimum is 8."""
    play = alone(terrain=[("blocking", [(wall, 20), (wall + 3, 20), (wall + 3, 28), (wall, 28)])])
    assert worth(play, Leg(forward=1100)) == points


@pytest.mark.rule("CC-045", "CC-096")
@pytest.mark.parametrize(("wide", "points"), [(1, -13), (2, -14), (3, -15), (5, -17)])
def test_rough_ground_is_feared_by_its_chance_of_harm(wide: int, points: int) -> None:
    """The car is 3 inches long, so that it is in each piece for 3 inches more than that is wide."""
    play = alone(terrain=[("rough", [(12, 20), (12 + wide, 20), (12 + wide, 28), (12, 28)])])
    assert worth(play, Leg(forward=1100)) == points


@pytest.mark.rule("CC-045", "CC-096")
def test_two_pieces_of_rough_ground_are_feared_each_and_no_more_than_wholly() -> None:
    two_pieces = [("rough", [(x, 20), (x + 1, 20), (x + 1, 28), (x, 28)]) for x in (11, 16)]
    assert worth(alone(terrain=two_pieces), Leg(forward=1100)) == -2 * 13
    vast = [("rough", [(2, 10), (46, 10), (46, 40), (2, 40)])]
    assert worth(alone(terrain=vast), Leg(forward=1000), Leg(forward=600)) == -20
    assert worth(alone(terrain=vast), Leg(forward=400), Leg(forward=500)) == -18


@pytest.mark.rule("CC-077", "CC-096")
@pytest.mark.parametrize(
    ("y", "points"), [(2400, -2 * 13), (2400 + 481, -2 * 13), (2400 + 482, 0), (2400 - 481, -2 * 13), (2400 - 482, 0)]
)
def test_a_mine_by_the_way_is_feared_for_what_it_deals(y: int, points: int) -> None:
    play = alone()
    play.state.markers.append(mine(1400, y, owner="a1"))
    assert worth(play, Leg(forward=1100)) == points
    assert worth(play, Leg(forward=1100), minimum=2) == (-2 * 19 if points else 0)


@pytest.mark.rule("CC-096")
def test_a_mine_beyond_either_end_of_the_way_is_measured_from_that_end() -> None:
    play = alone()
    play.state.markers.append(mine(1900 + 481, 2400, owner="a1"))
    assert worth(play, Leg(forward=1100)) == -26
    play.state.markers[0].x = 1900 + 482
    assert worth(play, Leg(forward=1100)) == 0
    play.state.markers[0].x = 800 - 481
    assert worth(play, Leg(forward=1100)) == -26
    play.state.markers[0].x = 800 - 482
    assert worth(play, Leg(forward=1100)) == 0


@pytest.mark.rule("CC-096")
def test_an_enemy_is_feared_where_a_move_leads_within_its_reach() -> None:
    play = board(
        Put(at=(800, 2400), engine="hauler", tracks={"engine": "SSSS.."}),
        Put(id="b1", at=(1900 + 1200 + 325, 2400), engine="buzzbox", cards=("machine_gun",)),
    )  # fmt: skip
    assert worth(play, Leg(forward=1100)) == -12
    assert worth(play, Leg(forward=1099)) == 0
    play.state.guesses = {"b1": 5}
    assert worth(play, Leg(forward=1100)) == 0


@pytest.mark.rule("CC-078", "CC-096")
def test_a_ram_is_worth_its_chance_times_its_tokens() -> None:
    play = board(
        Put(at=(800, 2400), engine="hauler", cards=("ram",), tracks={"engine": "SSSS.."}),
        Put(id="b1", at=(1800, 2400), engine="buzzbox", tracks={"engine": "SSS."}),
        Put(id="a2", at=(800, 3200)),
    )  # fmt: skip
    assert worth(play, Leg(forward=1100)) == 4 * 13
    car(play, "b1").x = 2600
    assert worth(play, Leg(forward=1100)) == 0
    car(play, "a2").x, car(play, "a2").y = 1800, 2400
    assert worth(play, Leg(forward=1100)) == 0


@pytest.mark.rule("CC-096")
@pytest.mark.parametrize(
    ("far", "off"),
    [
        ((4600, 2400), 0),
        ((4601, 2400), 1),
        ((200, 200), 0),
        ((199, 200), 1),
        ((200, 199), 1),
        ((200, 4600), 0),
        ((200, 4601), 1),
    ],
)
def test_samples_that_lead_on_within_two_inches_of_the_edge_stand_last(far: tuple[int, int], off: int) -> None:
    play = board(Put(at=(2400, 2400)), Put(id="b1", at=(2400, 2000)), Put(id="b2", at=(2400, 3000)))
    outlook = outlook_of(play, car(play), minimum=3, furthest=6)
    sample = Sample((), 0, 0, 0, far[0] - 2400, far[1] - 2400)
    (key,) = _leads_on(outlook, (sample,))
    plain_key = (far[0] - 2400) ** 2 + (far[1] - 2000) ** 2
    assert (key > plain_key) is bool(off)
    if not off:
        assert key == plain_key
