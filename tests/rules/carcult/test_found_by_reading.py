"""Errors that reading the book against the code has brought to light, each with the rule it was against."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.carcult.combat.dropped_weapons import set_off
from rules.carcult.ground.table import load_table
from rules.carcult.log.log_messages import LOG_MESSAGES, move_message
from rules.carcult.log.story import EntryAnnotator, narrate
from rules.carcult.match.orders import ActOrder, Lay, Leg, Swap
from rules.carcult.movement.moves import act
from rules.carcult.play.order_checks import refuse_illegal
from rules.match.log import LogEntry
from rules.match.stepwise_play import OrderIllegal
from tests.rules.carcult.boards import Put, ahead, board, car, entries, mine, run, tracks


@pytest.mark.rule("CC-061", "CC-077")
@pytest.mark.parametrize(
    ("owner", "asked", "placed_by"),
    [
        ("b1", ["a1", "b1"], ["owner", "opponent"]),
        ("a2", ["a1", "a1"], ["owner", "owner"]),
        ("a1", ["a1", "a1"], ["owner", "owner"]),
    ],
)
def test_both_tokens_of_a_mine_of_ones_own_side_are_placed_by_the_owner(
    owner: str, asked: list[str], placed_by: list[str]
) -> None:
    play = board(
        Put(id="a1", cards=("rifle",)), Put(id="a2", at=(1000, 1000)), Put(id="b1", at=(4000, 4000)), faces=[20]
    )
    marker = mine(2400, 2400, owner=owner)
    play.state.markers.append(marker)
    assert [question.car for question in run(play, set_off(play, car(play), marker))] == asked
    assert [entry.more["placed_by"] for entry in entries(play, "damage")] == placed_by


@pytest.mark.rule("CC-082", "CC-077")
@pytest.mark.parametrize(("kind", "inches"), [("oil", 4), ("caltrops", 6)])
def test_a_counter_does_not_trouble_its_layer_in_the_activation_that_lays_it(kind: str, inches: int) -> None:
    play = board(
        Put(at=(1000, 2400), cards=(kind,), tracks={"engine": "..SS.", kind: "S."}),
        faces=[20],
        switches={"carcult.slicks": True},
    )
    run(play, act(play, car(play), ActOrder(legs=ahead(9), lays=(Lay(card=kind),))))
    assert entries(play, "rough") == []
    play.state.markers.append(mine(2500, 2400, kind=kind, owner="a1", id=2, laid=(1, 0)))
    run(play, act(play, car(play), ActOrder(legs=ahead(9))))
    assert [(entry.more["piece"], entry.more["inches"]) for entry in entries(play, "rough")] == [
        (f"{kind} 2", inches)
    ]


@pytest.mark.rule("CC-067", "CC-076")
def test_a_car_that_explodes_by_laying_its_last_mine_is_nobodys_doing() -> None:
    play = board(
        Put(id="a1", engine="buzzbox", cards=("mines",), tracks={"engine": "DDDD", "mines": "SDDD"}),
        Put(id="b1", at=(2400, 2700)),
        Put(id="b2", at=(2400, 2200)),
    )
    car(play).hit_by = "b1"
    run(play, act(play, car(play), ActOrder(lays=(Lay(card="mines"),))))
    assert car(play).status == "exploded"
    assert (car(play, "b1").kills, entries(play, "explosion")[0].more["by"]) == ([], "")
    assert car(play).caused == 2
    assert car(play, "b1").caused == 0


@pytest.mark.rule("CC-055", "CC-073", "CC-078")
@pytest.mark.parametrize(
    ("rerolls", "faces", "hits", "gunner"), [(0, [2], 0, "SS"), (1, [2, 3], 0, "S."), (2, [2, 3, 15], 1, "..")]
)
def test_the_gunner_may_reroll_the_die_of_a_ram(rerolls: int, faces: list[int], hits: int, gunner: str) -> None:
    play = board(
        Put(at=(1000, 2400), cards=("ram", "gutsy_gunner"), tracks={"engine": "SS...", "gutsy_gunner": "SS"}),
        Put(id="b1", at=(1700, 2400), tracks={"engine": "..SS."}),
        faces=faces,
    )
    run(play, act(play, car(play), ActOrder(legs=ahead(6), ram_rerolls=rerolls)))
    assert entries(play, "ram")[0].more["hits"] == hits
    assert [entry.more["face"] for entry in entries(play, "reroll")] == faces[1:]
    assert tracks(play)["gutsy_gunner"] == gunner


@pytest.mark.rule("CC-055")
@pytest.mark.parametrize(("rerolls", "legal"), [(-1, False), (0, True), (1, True), (2, False)])
def test_no_more_rerolls_are_ordered_for_the_ram_than_the_gunner_has(rerolls: int, *, legal: bool) -> None:
    play = board(Put(cards=("ram", "gutsy_gunner"), tracks={"engine": "SS...", "gutsy_gunner": "S."}))
    order = ActOrder(legs=ahead(6), ram_rerolls=rerolls)
    if legal:
        refuse_illegal(play, car(play), order)
    else:
        with pytest.raises(OrderIllegal, match="rerolls of the ram of a1"):
            refuse_illegal(play, car(play), order)


def fixed(engine: str = "SSSD.") -> Put:
    """A streetfighter with a fixer, whose numbers are 3 6 9 12 15."""
    tracks = {"engine": engine, "rifle": "S.", "fanatical_fixer": "S."}
    return Put(at=(1000, 2400), cards=("rifle", "fanatical_fixer"), tracks=tracks)


REPAIR = (("engine", 4), ("rifle", 1))


@pytest.mark.rule("CC-017", "CC-032", "CC-073")
@pytest.mark.parametrize(
    ("after", "inches", "legal"), [(0, 12, True), (0, 12.01, False), (1, 9, True), (1, 9.01, False)]
)
def test_a_swap_before_the_move_is_read_in_its_maximum(after: int, inches: float, *, legal: bool) -> None:
    play = board(fixed())
    order = ActOrder(legs=ahead(inches), swaps=(Swap(first=REPAIR[0], second=REPAIR[1], after=after),))
    if legal:
        refuse_illegal(play, car(play), order)
    else:
        with pytest.raises(OrderIllegal, match="at most"):
            refuse_illegal(play, car(play), order)


@pytest.mark.rule("CC-032", "CC-040", "CC-073")
@pytest.mark.parametrize(("after", "short"), [(0, 3), (1, 0)])
def test_a_swap_before_the_move_is_read_in_its_minimum(after: int, short: int) -> None:
    play = board(fixed(), faces=[20] * bool(short))
    order = ActOrder(legs=ahead(6), swaps=(Swap(first=REPAIR[0], second=REPAIR[1], after=after),))
    run(play, act(play, car(play), order))
    assert tracks(play) == {"engine": "SSSS.", "rifle": "D.", "fanatical_fixer": ".."}
    assert [entry.more["short"] for entry in entries(play, "brakes")] == [short] * bool(short)


@pytest.mark.rule("CC-036", "CC-073")
@pytest.mark.parametrize(("engine", "turns"), [("SS..D", 2), ("SSDDD", 0)])
def test_turns_are_counted_on_the_engine_the_move_is_made_with(engine: str, turns: int) -> None:
    play = board(fixed(engine))
    swap = Swap(first=("engine", 5), second=("rifle", 1))
    order = ActOrder(legs=(Leg(forward=600, turn=45 * turns),), swaps=(swap,))
    refuse_illegal(play, car(play), order)
    with pytest.raises(OrderIllegal, match=f"it may take {turns},"):
        refuse_illegal(play, car(play), ActOrder(legs=(Leg(forward=600, turn=45 * turns + 1),), swaps=(swap,)))


@pytest.mark.rule("CC-064", "CC-073")
def test_a_dead_engine_that_is_mended_before_the_move_moves() -> None:
    play = board(fixed("DDDDD"))
    car(play).status = "immobile"
    order = ActOrder(legs=ahead(3), swaps=(Swap(first=("engine", 1), second=("rifle", 1)),))
    refuse_illegal(play, car(play), order)
    run(play, act(play, car(play), order))
    assert (car(play).x, car(play).status, tracks(play)["engine"]) == (1300, "active", "SDDDD")


@pytest.mark.parametrize(
    ("kind", "more", "said"),
    [
        ("brakes", {"short": 1, "face": 12, "harmed": False}, "a1 brakes 1 inch short: needs 11, rolls 12, unharmed"),
        ("brakes", {"short": 0, "face": 9, "harmed": True}, "a1 brakes 0 inches short: needs 10, rolls 9, harmed"),
        ("lay", {"card": "oil", "x": 100, "y": 250}, "a1 lays oil at 1.00, 2.50"),
        ("lay", {"card": "caltrops.2", "x": 100, "y": 250}, "a1 lays caltrops at 1.00, 2.50"),
        (
            "damage",
            {"why": "carried over", "by": "", "placed_by": "owner", "component": "rifle", "az": 2},
            "a1 takes damage on its rifle, AZ 2, from before the match: its owner places it",
        ),
        (
            "allocate",
            {"generated": 3, "lost": 3, "made": {"engine": 2, "gutsy_gunner": 1}},
            "a1 makes 3 tokens (engine 2, gutsy gunner 1) and puts them nowhere: they are lost",
        ),
        (
            "allocate",
            {"generated": 1, "lost": 1, "made": {"engine": 1}},
            "a1 makes 1 token (engine 1) and puts it nowhere: it is lost",
        ),
        ("no_swap", {"why": "armor"}, "The fixer of a1 swaps nothing: no speed token goes on armor"),
    ],
)
def test_lines_read_well(kind: str, more: dict[str, object], said: str) -> None:
    entry = LogEntry(1, 1, 1, 1, "a1", "", kind, "CC-098", (), {}, {}, more)
    assert LOG_MESSAGES[kind](entry) == said


@pytest.mark.parametrize(
    ("put", "lost", "said"),
    [
        (2, 0, "a1 makes 2 tokens (engine 2), puts them on rifle 2"),
        (1, 1, "a1 makes 2 tokens (engine 2), puts them on rifle 1, 1 lost"),
    ],
)
def test_tokens_that_are_put_somewhere_are_told_with_those_lost(put: int, lost: int, said: str) -> None:
    before, after = {"rifle": [0, 0]}, {"rifle": [1] * put + [0] * (2 - put)}
    more = {"generated": 2, "lost": lost, "made": {"engine": 2}}
    assert (
        LOG_MESSAGES["allocate"](LogEntry(1, 1, 1, 1, "a1", "", "allocate", "CC-016", (), before, after, more))
        == said
    )


@pytest.mark.parametrize(
    ("degrees", "said"),
    [(1, "1 degree right"), (-1, "1 degree left"), (2, "2 degrees right"), (-45, "45 degrees left")],
)
def test_a_turn_is_told_by_its_degrees(degrees: int, said: str) -> None:
    more = {"degrees": degrees}
    assert move_message([LogEntry(1, 1, 1, 1, "a1", "", "turn", "CC-036", (), {}, {}, more)]) == f"a1 turns {said}"


@pytest.mark.parametrize(
    ("kind", "piece", "called"),
    [
        ("rough", "rough 0", "the salt crust"),
        ("rough", "rough 2", "the south dunes"),
        ("rough", "oil 3", "oil 3"),
        ("stopped", "rough 0", "rough 0"),
    ],
)
def test_rough_ground_is_told_by_its_name_on_the_table(kind: str, piece: str, called: str) -> None:
    play = board(Put())
    play.setup = replace(play.setup, table=load_table("dry_lake"))
    play.note(kind, "CC-045", car(play), piece=piece, inches=1)
    (entry,) = play.log.entries
    assert EntryAnnotator(play).annotate(entry).more == {"piece": called, "inches": 1}
    assert entry.more["piece"] == piece


def test_a_story_names_rough_ground() -> None:
    corners = [(1, 1), (3, 1), (3, 3), (1, 3)]
    play = board(Put(), terrain=[(kind, corners) for kind in ("rough", "blocking", "rough")])
    play.note("rough", "CC-045", car(play), piece="rough 1", inches=1, face=11, harmed=False)
    said = "a1 crosses 1 inch of the piece 2: needs 11, rolls 11, unharmed [CC-045]"
    assert [each for each in narrate(play) if "crosses" in each] == [f"  1  {said}"]
