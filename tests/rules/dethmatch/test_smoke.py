"""Smoke launchers and grenades."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.combat.dropped_weapons import DirectionBarred, clear_up, lay
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import DropOrder
from rules.dethmatch.weapons.weapon_use import FiredLastPhase, NoAmmunition
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.gunnery import armed


def launcher(*faces: int, traverse: str = "fixed", facing: str = "front", heading: int = 0, **put: Any) -> Board:
    mount = Mount(id="m1", type="special", traverse=traverse, facing=facing)
    a = Car(id="a", design=armed(mount), guns={"m1": "smoke_launcher"}, facing=heading, **put)
    return Board(a, faces=faces)


def smoke_at(play: Board) -> set[tuple[int, int]]:
    return {play.track.hexes[marker.at] for marker in play.state.markers if marker.kind == "smoke"}


@pytest.mark.rule("DM-M-104")
def test_three_hexes_at_distance_2_each_scatter_by_one() -> None:
    # Aimed at (2, 0), (1, 1) and (2, -1), scattered in directions 0, 1 and 4.
    play = launcher(6, 1, 4)
    lay(play, play.car(), DropOrder(mount="m1", direction=0))
    assert smoke_at(play) == {(3, 0), (1, 2), (2, -2)}
    assert play.gun().ammunition == 1
    assert play.all_thrown()


@pytest.mark.rule("DM-M-104")
def test_several_markers_in_a_hex_are_as_one_and_what_falls_beyond_the_map_is_lost() -> None:
    # (2, 0) scattered in direction 1 is (2, 1), and so is (1, 1) in direction 0; (2, -1) in direction 1 is (2, 0).
    play = launcher(1, 6, 1)
    lay(play, play.car(), DropOrder(mount="m1", direction=0))
    assert smoke_at(play) == {(2, 1), (2, 0)}
    assert len(play.state.markers) == 2
    edge = launcher(6, 6, 6, at=(9, 0))
    lay(edge, edge.car(), DropOrder(mount="m1", direction=0))
    assert smoke_at(edge) == set()


@pytest.mark.rule("DM-M-104")
@pytest.mark.parametrize(("more", "last"), [(1, 2), (0, 1), (3, 4)])
def test_smoke_lasts_to_the_end_of_the_next_turn_or_as_the_house_says(more: int, last: int) -> None:
    mount = Mount(id="m1", type="special")
    switches = {"dethmatch.smoke_lasts_turns": more}
    play = Board(Car(id="a", design=armed(mount), guns={"m1": "smoke_launcher"}), faces=(6, 6, 6), switches=switches)
    lay(play, play.car(), DropOrder(mount="m1", direction=0))
    for turn in range(1, last + 1):
        assert play.state.markers
        play.state.moment.turn = turn
        clear_up(play)
    assert play.state.markers == []


@pytest.mark.rule("DM-M-014", "DM-M-019")
@pytest.mark.parametrize(
    ("traverse", "facing", "heading", "allowed"),
    [
        ("fixed", "front", 0, {0}),
        ("fixed", "rear", 0, {3}),
        ("fixed", "right_front", 0, {1}),
        ("fixed", "left_rear", 0, {4}),
        ("fixed", "front", 2, {2}),
        ("swivel", "front", 0, {5, 0, 1}),
        ("swivel", "rear", 1, {3, 4, 5}),
        ("turret", "front", 0, {0, 1, 2, 3, 4, 5}),
    ],
)
def test_a_launcher_reaches_its_own_direction_or_its_neighbors_or_all_six(
    traverse: str, facing: str, heading: int, allowed: set[int]
) -> None:
    for direction in range(6):
        play = launcher(1, 1, 1, traverse=traverse, facing=facing, heading=heading)
        order = DropOrder(mount="m1", direction=direction)
        if direction in allowed:
            lay(play, play.car(), order)
            continue
        with pytest.raises(DirectionBarred, match="does not reach in that direction"):
            lay(play, play.car(), order)
        assert play.gun().ammunition == 2


@pytest.mark.rule("DM-M-093", "DM-M-104")
def test_a_launcher_has_a_rate_of_1_and_two_loads() -> None:
    play = launcher(*[1] * 6)
    order = DropOrder(mount="m1", direction=0)
    play.state.moment.phase = 3
    lay(play, play.car(), order)
    play.next_phase()
    with pytest.raises(FiredLastPhase):
        lay(play, play.car(), order)
    play.next_phase()
    lay(play, play.car(), order)
    play.next_phase(3)
    with pytest.raises(NoAmmunition):
        lay(play, play.car(), order)


@pytest.mark.rule("DM-M-122")
def test_a_smoke_grenade_goes_out_of_any_side_once_and_is_used_up() -> None:
    for direction in range(6):
        play = Board(Car(id="a", items=[ItemEntry(id="bang", kind="smoke_grenade")]), faces=(1, 1, 1))
        lay(play, play.car(), DropOrder(mount="bang", direction=direction))
        assert len(smoke_at(play)) == 3
        assert play.car().loadout.used == ["bang"]
        play.next_phase(3)
        play.load(1, 1, 1)
        with pytest.raises(NoAmmunition):
            lay(play, play.car(), DropOrder(mount="bang", direction=direction))
