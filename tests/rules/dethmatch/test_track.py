"""A track compiled for play: neighbors, the way along the guide line, and the bends ahead."""

from __future__ import annotations

import pytest

from rules.dethmatch.ground.hexes import distance, hex_at
from rules.dethmatch.ground.track import (
    Bend,
    Track,
    TrackUnknown,
    bends_of,
    compile_track,
    facings_of,
    load_track,
    load_track_file,
    sides_between,
    steps_to,
    track_names,
)
from rules.dethmatch.ground.track_errors import track_errors
from rules.dethmatch.ground.track_file import read_track
from tests.rules.dethmatch.courses import ring_road, yard

BASES = (("t1", 0), ("t2", 6))
OWN_TRACKS = ("anvil_oval", "foundry_row", "hammer_bowl", "long_january", "slag_field", "the_sump")


@pytest.fixture(scope="module")
def ring() -> Track:
    return compile_track(read_track(ring_road()))


def at(track: Track, column: int, row: int) -> int:
    return track.index[hex_at(column, row)]


def test_hexes_are_numbered_row_by_row_and_found_again(ring: Track) -> None:
    assert ring.size == 72
    assert ring.column_and_row(0) == (3, 0)
    assert ring.column_and_row(ring.size - 1) == (8, 10)
    assert all(ring.index[hexagon] == number for number, hexagon in enumerate(ring.hexes))


@pytest.mark.rule("DM-M-008")
def test_a_hex_knows_its_six_neighbors_and_where_the_track_ends(ring: Track) -> None:
    around = [(6, 1), (6, 2), (5, 2), (4, 1), (5, 0), (6, 0)]
    assert ring.neighbors[at(ring, 5, 1)] == tuple(at(ring, *place) for place in around)
    assert ring.neighbors[at(ring, 0, 5)] == (at(ring, 1, 5), at(ring, 1, 6), -1, -1, -1, at(ring, 1, 4))


def test_what_lies_in_a_hex_is_looked_up_by_its_number(ring: Track) -> None:
    mud, stones, wall, snow = (at(ring, column, 10) for column in (4, 5, 6, 7))
    assert (ring.surface[mud], ring.surface[stones], ring.surface[snow]) == ("mud", "asphalt", "snow")
    assert (ring.obstacle[stones], ring.obstacle[mud]) == (2, None)
    assert (ring.impassable[wall], ring.blocks_sight[wall], ring.impassable[mud]) == (True, True, False)
    assert (ring.rating[snow], ring.rating[mud]) == (0, None)
    assert ring.pits_of("t3") == [at(ring, 4, 2), at(ring, 5, 2)]


def test_the_guide_line_begins_on_the_line_and_goes_round_once(ring: Track) -> None:
    assert ring.guide[0] in ring.line
    assert len(set(ring.guide)) == 24
    assert ring.guide_facing[:7] == (0, 0, 1, 1, 1, 1, 2)
    assert ring.guide_facing[-2:] == (0, 0)
    assert [len(hexes) for hexes in (ring.line, *ring.checkpoints)] == [3, 3, 3]
    assert ring.line_direction == 0


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(
    ("place", "along"),
    [
        ((5, 1), 0),
        ((4, 1), 23),
        ((5, 0), 0),  # between 23 and 0: the earlier one
        ((5, 2), 0),
        ((6, 0), 0),
        ((7, 0), 1),
        ((10, 5), 6),
        ((8, 5), 5),  # beside the hexes 5 and 6
        ((0, 5), 18),
        ((6, 10), 11),  # the wall, in a straight line
    ],
)
def test_every_hex_is_along_at_the_nearest_hex_of_the_guide_line(
    ring: Track, place: tuple[int, int], along: int
) -> None:
    assert ring.along[at(ring, *place)] == along


@pytest.mark.rule("DM-M-142")
def test_the_nearest_hex_is_the_nearest_to_drive_and_not_through_a_wall() -> None:
    document = ring_road()
    document["rows"][3] = " ...###..."
    document["rows"][4] = " .........."  # a way through the infield, walled off from the start straight
    track = compile_track(read_track(document))
    assert distance(hex_at(5, 4), hex_at(5, 1)) == distance(hex_at(5, 4), hex_at(2, 4)) == 3
    assert (track.along[at(track, 5, 1)], track.along[at(track, 2, 4)]) == (0, 19)
    assert track.along[at(track, 5, 4)] == 19


@pytest.mark.rule("DM-M-142")
def test_the_bends_to_come_are_counted_from_where_a_car_is(ring: Track) -> None:
    assert ring.bends[0] == tuple(Bend(ahead, 3, 1) for ahead in (2, 6, 10, 14, 18, 22))
    assert ring.bends[1][0] == Bend(1, 3, 1)
    assert ring.bends[2][0] == Bend(4, 3, 1)
    assert ring.bends[2][-1] == Bend(24, 3, 1)


@pytest.mark.rule("DM-M-142")
def test_a_bend_to_the_left_and_the_straight_before_it_are_told() -> None:
    facing = [0, 0, 0, 1, 0, 0, 0, 0]
    assert bends_of(facing)[0] == (Bend(3, 6, 1), Bend(4, 0, -1))
    assert bends_of(facing)[3] == (Bend(1, 0, -1), Bend(8, 6, 1))
    assert bends_of([2] * 5) == ((),) * 5


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(
    ("before", "after", "turned"), [(0, 0, 0), (0, 1, 1), (5, 0, 1), (0, 5, -1), (1, 3, 2), (2, 5, 3), (4, 2, -2)]
)
def test_a_turn_is_counted_the_shorter_way(before: int, after: int, turned: int) -> None:
    assert sides_between(before, after) == turned


def test_a_guide_line_that_breaks_off_cannot_be_compiled() -> None:
    with pytest.raises(ValueError, match="breaks off after its hex 1"):
        facings_of([(0, 0), (1, 0), (3, 0)])


@pytest.mark.rule("DM-M-136")
def test_steps_go_round_what_is_impassable_and_stop_where_no_way_leads(ring: Track) -> None:
    steps = steps_to([at(ring, 5, 1)], neighbors=ring.neighbors, impassable=ring.impassable)
    assert steps[at(ring, 5, 1)] == 0
    assert steps[at(ring, 7, 1)] == 2
    assert steps[at(ring, 6, 10)] == -1
    walled = [number not in ring.line for number in range(ring.size)]
    assert steps_to([at(ring, 5, 1)], neighbors=ring.neighbors, impassable=walled)[at(ring, 7, 1)] == -1
    assert set(steps_to([at(ring, 6, 10)], neighbors=ring.neighbors, impassable=ring.impassable)) == {-1}


@pytest.mark.rule("DM-M-137")
def test_an_arena_has_bases_and_flags_and_no_way_along() -> None:
    track = compile_track(read_track(yard()))
    assert not track.is_circuit
    assert track.bases == {slot: frozenset(at(track, column, row) for row in (0, 1)) for slot, column in BASES}
    assert track.flag_spawns == (at(track, 3, 3),)
    assert (track.guide, track.bends, set(track.along)) == ((), (), {0})
    assert track.grid_slots == ("t1",) * 6 + ("t2",) * 6
    assert track.grid[6] == (at(track, 4, 3), 3)


def test_the_tracks_of_the_game_are_known_by_name() -> None:
    assert track_names() == OWN_TRACKS
    with pytest.raises(TrackUnknown) as raised:
        load_track("no_such_place")
    assert raised.value.sentence == (
        "There is no track 'no_such_place': choose anvil_oval, foundry_row, hammer_bowl, long_january, slag_field, "
        "the_sump."
    )


def test_a_name_that_climbs_out_of_the_tracks_is_unknown() -> None:
    with pytest.raises(TrackUnknown):
        load_track_file("../tracks/anvil_oval")


def test_a_track_is_read_once() -> None:
    assert load_track("anvil_oval") is load_track("anvil_oval")


@pytest.mark.parametrize("name", OWN_TRACKS)
def test_a_track_of_the_game_has_no_faults_and_its_file_is_named_after_it(name: str) -> None:
    assert track_errors(load_track_file(name)) == []
    assert load_track(name).id == name


@pytest.mark.parametrize("name", OWN_TRACKS)
def test_a_track_of_the_game_has_room_for_twelve_cars_and_a_pit_for_every_team(name: str) -> None:
    track = load_track(name)
    assert len(track.grid) >= 12
    for slot in ("t1", "t2", "t3", "t4", "t5", "t6"):
        assert len(track.pits_of(slot)) >= 4
        assert sum(whose in {"", slot} for whose in track.grid_slots) >= 3


@pytest.mark.parametrize("name", [name for name in OWN_TRACKS if load_track(name).is_circuit])
def test_a_circuit_of_the_game_is_gentle_enough_for_handling_3_at_speed_6(name: str) -> None:
    """A lap of 40 to 50 hexes, no turn sooner than two hexes after the last, three at most in any nine (DM-M-142)."""
    track = load_track(name)
    assert 40 <= len(track.guide) <= 50
    for bends in track.bends:
        assert all(bend.gap >= 2 for bend in bends)
        assert sum(bend.ahead <= 9 for bend in bends) <= 3


@pytest.mark.parametrize("name", [name for name in OWN_TRACKS if load_track(name).is_circuit])
def test_the_guide_line_of_the_game_s_circuits_meets_no_obstacle(name: str) -> None:
    track = load_track(name)
    assert all(track.obstacle[hexagon] is None for hexagon in track.guide)


def test_the_six_tracks_have_the_surfaces_and_events_a_league_needs() -> None:
    tracks = [load_track(name) for name in OWN_TRACKS]
    assert {track.surface_of_road for track in tracks if track.is_circuit} == {"asphalt", "dirt", "snow"}
    assert sum(track.kind == "arena" for track in tracks) == 2
    assert [sorted(track.bases) for track in tracks if track.flag_spawns] == [["t1", "t2", "t3", "t4", "t5", "t6"]]
    grounds = {surface for track in tracks for surface in track.surface}
    assert grounds == {"asphalt", "concrete", "dirt", "gravel", "debris", "mud", "snow", "ice"}


def test_neighbors_of_neighbors_lead_back(ring: Track) -> None:
    for number, around in enumerate(ring.neighbors):
        for towards, neighbor in enumerate(around):
            if neighbor >= 0:
                assert ring.neighbors[neighbor][(towards + 3) % 6] == number
