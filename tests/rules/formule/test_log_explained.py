"""What entries of the log explain from the second edition on, and what those of the first do not have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.formule.combat import attacks, dropped_weapons, to_hit
from rules.formule.log.story import narrate_entry
from rules.formule.match.orders import DriveOrder, FireOrder, RamOrder
from rules.formule.movement import collisions, deliberate_collisions
from rules.formule.play import grid
from tests.rules.formule.boards import Board, Car, marker

FIRST, SECOND = 1, 2


def of_edition(edition: int, play: Board) -> Board:
    play.setup = replace(play.setup, edition=edition)
    return play


def shot(edition: int) -> Board:
    play = of_edition(
        edition,
        Board(Car("a", gear=5, weapons=[("mg", "front")], wounds=1), Car("b", row=13, gear=4), faces=(11,),
              weather="rain"),
    )  # fmt: skip
    attacks.fire(play, play.car(), FireOrder(weapon=0, target="b"), to_hit.stance_of(play, play.car()))
    return play


@pytest.mark.rule("FW-034")
def test_a_shot_has_its_distance_and_the_parts_of_its_modifier() -> None:
    (entry,) = shot(SECOND).entries_of("shot")
    assert sum(entry.more["parts"].values()) == entry.more["added"]
    assert narrate_entry(entry) == (
        "a.driver in a fires the machine gun at b, 3 squares away: needs 12, rolls 11 - 1 (target in gear 4) "
        "- 1 (own gear 5) - 2 (weather) - 1 (wounded) = 6, misses [FW-033]"
    )
    (earlier,) = shot(FIRST).entries_of("shot")
    assert earlier.more == {key: entry.more[key] for key in entry.more if key not in {"parts", "range"}}
    assert "needs 12, rolls 11 - 5 = 6, misses" in narrate_entry(earlier)


@pytest.mark.rule("FW-034", "FW-038")
def test_each_reason_of_a_shots_modifier_has_a_part() -> None:
    play = Board(Car("a", weapons=[("laser", "front")], equipment=("computer",)), Car("b", row=11, gear=1))
    play.state.markers = [marker("smoke", 11)]
    stance = to_hit.Stance(10, 1, corner=True, changed=True)
    parts = to_hit.modifier_parts(play, play.car(), stance, play.weapons["laser"], play.car("b"))
    assert {reason: added for reason, added in parts.items() if added} == {
        "target in gear 1": 1, "adjacent": 2, "in a corner": -2, "lane changed": -1, "smoke": -2, "computer": 2,
    }  # fmt: skip


@pytest.mark.rule("FW-056", "FW-081")
@pytest.mark.parametrize("edition", [FIRST, SECOND])
def test_a_ram_has_the_parts_of_its_modifier(edition: int) -> None:
    play = of_edition(
        edition, Board(Car("a", gear=4, road_holding=3, wounds=1), Car("b", row=11, gear=3), faces=(2,))
    )
    deliberate_collisions.attempt(play, play.car(), play.car("b"), left=3)
    (entry,) = play.entries_of("ram")
    assert ("parts" in entry.more) is (edition == SECOND)
    told = "+ 1 (road-holding 3 to 2) + 2 (gear 4 to 3) - 1 (wounded)" if edition == SECOND else "+ 2"
    assert narrate_entry(entry) == f"a.driver in a rams b from behind: needs 12, rolls 2 {told} = 4, fails [FW-081]"


@pytest.mark.rule("FW-062")
@pytest.mark.parametrize("edition", [FIRST, SECOND])
def test_an_avoidance_has_the_parts_of_its_modifier(edition: int) -> None:
    play = of_edition(edition, Board(Car("a", row=30, wounds=1), Car("b"), faces=(20,)))
    play.state.markers = [marker("oil", 30)]
    dropped_weapons.meet(play, play.car())
    (entry,) = play.entries_of("avoidance")
    bad = f"- {abs(dropped_weapons.OIL_IN_A_CORNER)} (in a corner)"
    told = f"+ 2 (road-holding) - 1 (wounded) {bad}" if edition == SECOND else "- "
    assert f"a meets oil of b: needs 15, rolls 20 {told}" in narrate_entry(entry)


@pytest.mark.rule("FW-096")
@pytest.mark.parametrize("edition", [FIRST, SECOND])
def test_a_shove_has_the_parts_of_its_modifier(edition: int) -> None:
    play = of_edition(edition, Board(Car("a", lane=0), Car("b", wounds=1), faces=(20, 20, 20)))
    deliberate_collisions.attempt(play, play.car(), play.car("b"), left=3)
    (entry,) = play.entries_of("shove")
    told = "+ 2 (road-holding) - 1 (wounded)" if edition == SECOND else "+ 1"
    assert narrate_entry(entry) == f"b is shoved by a: needs 14, rolls 20 {told} = 21, keeps its lane [FW-096]"


@pytest.mark.rule("FW-067", "FW-107")
@pytest.mark.parametrize(("edition", "paths"), [(FIRST, [2, 1]), (SECOND, [3])])
def test_smoke_on_the_way_does_not_part_a_move_in_two(edition: int, paths: list[int]) -> None:
    play = of_edition(edition, Board(Car("a")))
    play.state.markers = [marker("smoke", 12)]
    play.drive("a", 3)
    assert [len(entry.more["path"]) for entry in play.entries_of("drive")] == paths


@pytest.mark.rule("FW-080")
@pytest.mark.parametrize(("edition", "target"), [(FIRST, "another car"), (SECOND, "b")])
def test_an_order_that_lapses_names_its_target(edition: int, target: str) -> None:
    play = of_edition(edition, Board(Car("a", gear=4, tires=1), Car("b", row=13, gear=4), Car("c", row=45)))
    play.state.markers = [marker("spikes", 11, owner="c")]
    play.drive("a", 4, DriveOrder(path=(1, 1, 1), ram=(RamOrder(target="b", after=2),)), drive=[1, 6])
    (entry,) = play.entries_of("order_lapsed")
    assert narrate_entry(entry) == f"An order of a to ram {target} lapses: its move is over [FW-080]"


@pytest.mark.rule("FW-122")
@pytest.mark.parametrize(("edition", "told"), [(FIRST, ""), (SECOND, " with 7 squares to go")])
def test_a_car_that_runs_into_those_ahead_says_how_far_it_had_to_go(edition: int, told: str) -> None:
    play = of_edition(edition, Board(Car("a")))
    collisions.pay_blocked(play, play.car(), 7)
    (entry,) = play.entries_of("out")
    assert narrate_entry(entry) == f"a is destroyed: it ran into the cars ahead{told} [FW-122]"


@pytest.mark.rule("FW-105")
@pytest.mark.parametrize(("edition", "told"), [(FIRST, ["", "", "", ""]), (SECOND, ["", "", "again", "again"])])
def test_dice_for_the_grid_that_break_a_tie_say_so(edition: int, told: list[str]) -> None:
    play = of_edition(edition, Board(Car("a"), Car("b"), by_path={"grid": (5, 5, 2, 9)}, begun=False))
    grid.line_up(play)
    lines = [narrate_entry(entry) for entry in play.entries_of("grid_roll")]
    assert ["again" if "for the grid again, to break a tie" in line else "" for line in lines] == told
