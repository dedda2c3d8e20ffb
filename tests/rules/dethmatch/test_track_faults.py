"""Every error of a track is reported, each by itself and all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.dethmatch.ground.track import compile_track, load_track
from rules.dethmatch.ground.track_errors import event_fit_errors, track_errors
from rules.dethmatch.ground.track_file import read_track
from tests.rules.dethmatch.courses import Document, ring_road, yard

Change = Callable[[Document], Any]


SURFACES = ("asphalt", "concrete", "dirt", "gravel", "debris", "mud", "snow", "ice")


def put(row: int, column: int, sign: str) -> Change:
    """A change that draws another sign in a hex."""

    def change(document: Document) -> None:
        line = document["rows"][row]
        document["rows"][row] = line[:column] + sign + line[column + 1 :]

    return change


def meaning(**means: Any) -> Change:
    """A change that draws a hex with those fields beside the bottom straight."""

    def change(document: Document) -> None:
        document["legend"]["?"] = means
        put(10, 3, "?")(document)

    return change


def broken(document: Document, *changes: Change) -> list[tuple[str, str]]:
    for change in changes:
        change(document)
    return [(fault.code, fault.sentence) for fault in track_errors(read_track(document))]


def test_the_small_tracks_have_no_faults() -> None:
    assert track_errors(read_track(ring_road())) == []
    assert track_errors(read_track(yard())) == []


CIRCUITS = [
    (lambda d: d.update(name=""), "no_name", "The track has no id or no name: give it both."),
    (lambda d: d.update(line={}), "no_line", "The circuit has no line: name its hexes."),
    (lambda d: d.update(checkpoints=[]), "no_checkpoints", "The circuit has no checkpoints: name at least one."),
    (
        lambda d: d.pop("guide_line"),
        "no_guide_line",
        "The circuit has no guide line: say where it starts and its steps.",
    ),
    (
        lambda d: d.update(surface="mud"),
        "unknown_surface",
        "The track's road is 'mud', which is no surface: choose asphalt, concrete, dirt, ice, snow.",
    ),
    (
        meaning(surface="lava"),
        "unknown_surface",
        f"The hex at column 3, row 10 is 'lava', which is no surface: choose {', '.join(SURFACES)}.",
    ),
    (meaning(rating=-1), "bad_rating", "The hex at column 3, row 10 has a rating of -1: give 0 or more."),
    (meaning(obstacle=-2), "bad_rating", "The hex at column 3, row 10 has a rating of -2: give 0 or more."),
    (
        meaning(impassable=True, obstacle=1),
        "both",
        "The hex at column 3, row 10 is impassable and also an obstacle or a pit: choose one.",
    ),
    (
        meaning(pit="t7"),
        "bad_slot",
        "The hex at column 3, row 10 is the pit of 't7', which is no slot: choose t1, t2, t3, t4, t5, t6.",
    ),
    (
        lambda d: d["legend"]["P"].update(pit="t2"),
        "no_pit",
        "There are pits, but none for t1, t3, t4, t5, t6: add them, or pits for any.",
    ),
    (lambda d: d["start_grid"].pop(), "short_grid", "The grid has 11 places: give it 12 at least."),
    (
        lambda d: d["start_grid"].__setitem__(1, [12, 1, 0]),
        "off_track",
        "Place 2 of the grid is at column 12, row 1, which is no hex of the track: move it.",
    ),
    (
        lambda d: d["start_grid"].__setitem__(1, [6, 10, 0]),
        "on_impassable",
        "Place 2 of the grid is at column 6, row 10, which is impassable: move it.",
    ),
    (
        lambda d: d["start_grid"].__setitem__(1, [4, 0, 0]),
        "place_twice",
        "Place 2 of the grid is at column 4, row 0, which is taken: move it.",
    ),
    (
        lambda d: d["start_grid"].__setitem__(1, [4, 1, 0, "red"]),
        "bad_slot",
        "Place 2 of the grid is 'red''s, which is no slot: choose t1, t2, t3, t4, t5, t6.",
    ),
    (
        lambda d: d["line"]["hexes"].append([5, 3]),
        "off_track",
        "The line is at column 5, row 3, which is no hex of the track: move it.",
    ),
    (
        lambda d: d["line"].update(direction=3),
        "line_direction",
        "The guide line does not cross the line in direction 3: turn one of them round.",
    ),
    (lambda d: d["checkpoints"].append([]), "empty_checkpoint", "Checkpoint 3 has no hexes: name them."),
    (
        lambda d: d["checkpoints"].insert(1, [[5, 10], [6, 10]]),
        "on_impassable",
        "Checkpoint 2 is at column 6, row 10, which is impassable: move it.",
    ),
    (
        lambda d: d["checkpoints"].insert(1, [[5, 10]]),
        "off_guide_line",
        "Checkpoint 2 is not on the guide line: lay one across the other.",
    ),
    (
        lambda d: d["checkpoints"].reverse(),
        "checkpoints_disordered",
        "The guide line meets the checkpoints out of order: sort them.",
    ),
    (
        lambda d: d["checkpoints"][1].pop(),
        "way_round",
        "A car can go round the line or checkpoint 2: lay them across the whole track.",
    ),
    (
        lambda d: d["guide_line"].update(steps="0011112222333344445555"),
        "guide_line_open",
        "The guide line ends at column 3, row 1, not beside its start at column 5, row 1: close it.",
    ),
    (
        lambda d: d["guide_line"].update(steps="003300111122223333444455550"),
        "guide_line_crossed",
        "The guide line goes through a hex twice: straighten it.",
    ),
    (
        put(1, 6, "#"),
        "on_impassable",
        "The guide line is at column 6, row 1, which is impassable: move it.",
    ),
    (
        put(5, 1, " "),
        "off_track",
        "The guide line is at column 1, row 5, which is no hex of the track: move it.",
    ),
]  # fmt: skip


@pytest.mark.rule("DM-M-059", "DM-M-060", "DM-M-129", "DM-M-136", "DM-M-142")
@pytest.mark.parametrize(("change", "code", "sentence"), CIRCUITS)
def test_a_circuit_s_fault_is_named(change: Change, code: str, sentence: str) -> None:
    assert (code, sentence) in broken(ring_road(), change)


@pytest.mark.rule("DM-M-055")
def test_a_guide_line_may_turn_one_hex_side_in_a_hex_and_no_more() -> None:
    document = ring_road()
    document["guide_line"]["steps"] = "0" + "51" + "111222233334444555500"
    codes = [code for code, _ in broken(document)]
    assert codes == ["guide_line_sharp"]


ARENAS = [
    (lambda d: d.update(rows=[]), "no_hexes", "The track has no hexes: draw its rows."),
    (
        lambda d: d.update(flag_spawns=[[9, 3]]),
        "off_track",
        "A flag is at column 9, row 3, which is no hex of the track: move it.",
    ),
    (
        lambda d: (d["legend"].update({"#": {"impassable": True}}), put(3, 3, "#")(d)),
        "on_impassable",
        "A flag is at column 3, row 3, which is impassable: move it.",
    ),
    (
        lambda d: d["bases"]["t2"].append([0, 1]),
        "bases_overlap",
        "Column 0, row 1 is in the bases of t1 and t2: give it to one.",
    ),
    (lambda d: d["bases"].update(t2=[]), "empty_base", "The base of t2 has no hexes: name them."),
    (lambda d: d["bases"].pop("t2"), "no_base", "There is a flag, but no base for t2: add it."),
    (
        lambda d: d["bases"].update(t4=[[3, 6]]),
        "no_base",
        "There is a flag, but no base for t3: add it.",
    ),
    (
        lambda d: d["bases"].update(home=[[3, 6]]),
        "bad_slot",
        "There is a base of 'home', which is no slot: choose t1, t2, t3, t4, t5, t6.",
    ),
    (
        lambda d: d["bases"]["t1"].append([0, 9]),
        "off_track",
        "The base of t1 is at column 0, row 9, which is no hex of the track: move it.",
    ),
]


@pytest.mark.rule("DM-M-008", "DM-M-137")
@pytest.mark.parametrize(("change", "code", "sentence"), ARENAS)
def test_an_arena_s_fault_is_named(change: Change, code: str, sentence: str) -> None:
    assert (code, sentence) in broken(yard(), change)


def test_an_arena_without_a_flag_needs_no_base() -> None:
    document = yard()
    del document["flag_spawns"], document["bases"]
    assert broken(document) == []


@pytest.mark.rule("DM-M-129", "DM-M-136", "DM-M-137")
def test_what_cannot_be_reached_is_named() -> None:
    document = yard()
    document["legend"]["#"] = {"impassable": True}
    document["rows"][:2] = ["1#.#.#2", "1#.#.#2"]
    document["rows"][2] = "##.#.##"
    document["rows"][6] = "##...#."
    document["rows"][5] = ".....##"
    document["start_grid"][1] = [6, 6, 3, "t2"]
    document["legend"]["1"]["pit"] = document["legend"]["2"]["pit"] = "any"
    assert broken(document) == [
        ("grid_cut_off", "Place 2 of the grid is cut off from the first: open a way."),
        *(("pit_cut_off", f"No way leads from the grid to the pit of t{n}: open one.") for n in range(1, 7)),
        ("base_cut_off", "No way leads from the grid to the base of t1: open one."),
        ("base_cut_off", "No way leads from the grid to the base of t2: open one."),
    ]


@pytest.mark.rule("DM-M-137")
def test_a_walled_in_flag_is_named() -> None:
    document = yard()
    document["legend"]["#"] = {"impassable": True}
    document["flag_spawns"] = [[6, 6]]
    document["rows"][5:] = ["......#", ".....#."]
    document["rows"][5] = ".....##"
    assert broken(document) == [
        ("flag_cut_off", "No way leads from the grid to the flag at column 6, row 6: open one.")
    ]


@pytest.mark.rule("DM-M-136")
def test_a_grid_from_which_no_way_leads_to_the_first_checkpoint_is_named() -> None:
    document = ring_road()
    document["rows"] += ["", "............"]
    document["start_grid"] = [[column, 12, 0] for column in range(12)]
    assert broken(document) == [
        *(("pit_cut_off", f"No way leads from the grid to the pit of t{n}: open one.") for n in range(1, 7)),
        ("unreachable", "No way leads from the grid to checkpoint 1: open one."),
    ]


def test_all_faults_are_told_at_once() -> None:
    document = ring_road()
    document.update(surface="tar", line={}, start_grid=[[1, 1, 0]])
    document["checkpoints"] = []
    codes = [code for code, _ in broken(document)]
    assert codes == ["unknown_surface", "short_grid", "off_track", "no_line", "no_checkpoints", "off_guide_line"]


@pytest.mark.rule("DM-M-136", "DM-M-137", "DM-M-038")
@pytest.mark.parametrize(
    ("track", "event", "cars", "code", "sentence"),
    [
        ("hammer_bowl", "lap_race", (2, 2), "wrong_kind", "Hammer Bowl is no circuit: choose one for this event."),
        ("anvil_oval", "flags", (2, 2), "wrong_kind", "Anvil Oval is no arena: choose one for this event."),
        ("anvil_oval", "last_car", (2, 2), "wrong_kind", "Anvil Oval is no arena: choose one for this event."),
        ("the_sump", "flags", (2, 2), "no_flag", "The Sump has no place for a flag: choose another arena."),
        (
            "hammer_bowl",
            "last_car",
            (1,) * 7,
            "too_many_teams",
            "7 teams do not fit on Hammer Bowl: let six enter at most.",
        ),
        (
            "anvil_oval",
            "lap_race",
            (3, 3, 3, 3, 1),
            "grid_too_small",
            "13 cars do not fit on the 12 places of Anvil Oval's grid: let fewer enter.",
        ),
        (
            "hammer_bowl",
            "last_car",
            (3, 4),
            "slot_too_small",
            "Hammer Bowl has 3 starting places for t2, which brings 4 cars: bring fewer.",
        ),
    ],
)
def test_what_keeps_a_match_off_a_track_is_named(
    track: str, event: str, cars: tuple[int, ...], code: str, sentence: str
) -> None:
    (fault,) = event_fit_errors(load_track(track), event=event, cars=cars)
    assert (fault.code, fault.sentence) == (code, sentence)


@pytest.mark.rule("DM-M-137")
def test_more_teams_than_bases_are_named() -> None:
    (fault,) = event_fit_errors(compile_track(read_track(yard())), event="flags", cars=(1, 1, 1))[:1]
    assert fault.sentence == "Yard has 2 bases for 3 teams: let fewer enter."


@pytest.mark.rule("DM-M-136", "DM-M-137", "DM-M-038")
def test_a_slot_s_places_are_counted_when_the_grid_is_just_large_enough() -> None:
    faults = event_fit_errors(load_track("hammer_bowl"), event="last_car", cars=(6, 6, 6))
    assert [fault.code for fault in faults] == ["slot_too_small"] * 3


@pytest.mark.rule("DM-M-136", "DM-M-137", "DM-M-038")
@pytest.mark.parametrize(
    ("track", "event", "cars"),
    [
        ("anvil_oval", "lap_race", (3, 3, 3, 3)),
        ("slag_field", "lap_race", (2,) * 6),
        ("hammer_bowl", "flags", (2,) * 6),
        ("hammer_bowl", "last_car", (3, 3, 3, 3)),
        ("the_sump", "last_car", (1, 1)),
    ],
)
def test_a_match_that_fits_its_track_is_let_on(track: str, event: str, cars: tuple[int, ...]) -> None:
    assert event_fit_errors(load_track(track), event=event, cars=cars) == []
