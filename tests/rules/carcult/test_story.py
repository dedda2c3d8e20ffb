"""A skirmish as a story: the sentence for each entry, who placed what, and how the match ended."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from rules.carcult import engine
from rules.carcult.combat.attacks import fire
from rules.carcult.combat.dropped_weapons import set_off
from rules.carcult.log.entry_annotator import EntryAnnotator
from rules.carcult.log.log_messages import LOG_MESSAGES
from rules.carcult.log.story import group_entries, narrate, narrate_entries
from rules.carcult.match.match import Match
from rules.carcult.match.orders import ActOrder, Attack
from rules.carcult.match.packet_setup import setup_from_packet
from rules.carcult.match.state import EXPLODED
from rules.carcult.movement.moves import act
from rules.carcult.play.result import report_of
from rules.carcult.play.rounds import first_to_act
from rules.core.dice import Dice, KeyRing
from rules.match.engine import play_match
from rules.match.toughness_check import passes_toughness_check
from tests.rules.carcult.boards import Board, Car, ahead, mine
from tests.rules.carcult.chance_matches import random_packet
from tests.rules.carcult.test_entry import packet, seat, team

NUMBER = re.compile(r"(?<![\w.\-])\d+")


def two(**switches: Any) -> Board:
    """A match of two sides before its first step."""
    cards = ("dangerous_driver", "mines", "armor_2")
    return Board(
        Car(id="a1", cards=cards), Car(id="b1", at=(3000, 3000), cards=cards),
        switches={f"carcult.{name}": value for name, value in switches.items()},
    )  # fmt: skip


def said(play: Match, kind: str) -> list[str]:
    """The sentences of the entries of a kind."""
    return [
        narrate_entries([entry])
        for entry in map(EntryAnnotator(play).annotate, play.log.entries)
        if entry.kind == kind
    ]


def played(seed: int) -> Match:
    match_packet = random_packet(seed)
    return play_match(engine, setup_from_packet(match_packet), Dice(KeyRing(b"story", {match_packet.match: ""})))


@pytest.mark.rule("CC-098")
@pytest.mark.parametrize("seed", range(200, 212))
def test_every_die_of_a_match_stands_in_its_story(seed: int) -> None:
    play = played(seed)
    for together in group_entries(list(map(EntryAnnotator(play).annotate, play.log.entries))):
        words = narrate_entries(together)
        faces = Counter(str(face) for entry in together for roll in entry.rolls for face in roll.faces)
        assert not faces - Counter(NUMBER.findall(words)), words


@pytest.mark.parametrize("seed", range(200, 206))
def test_a_story_keeps_the_habits_that_pages_are_made_by(seed: int) -> None:
    play = played(seed)
    lines = narrate(play)
    assert lines[0].startswith("Car Cult on ")
    assert sum(line.startswith("The match is over: ") for line in lines) == 1
    headings = [line for line in lines if line.startswith("Round ")]
    assert [heading.split(" ")[1] for heading in headings] == [str(turn) for turn in range(1, play.moment.turn + 1)]
    for line in lines[1:]:
        indented = re.fullmatch(r" +(\d+  )?\S.* \[CC-\d{3}\]", line)
        assert not line or indented or not line.startswith(" "), line
    assert [lines[number - 1] for number, line in enumerate(lines) if line in headings] == [""] * len(headings)


@pytest.mark.rule("CC-067", "CC-090")
def test_the_points_that_head_a_round_are_those_of_the_log() -> None:
    play = played(201)
    final = "The match is over: " + ", ".join(f"{side} {play.points(side)}" for side in play.setup.teams)
    assert narrate(play)[-4] == final
    assert any("(Victory points: " in line for line in narrate(play))


@pytest.mark.rule("CC-067")
def test_a_token_of_damage_is_a_point_of_the_side_that_deals_it() -> None:
    play = two()
    for by in ("b1", "b1", "a1", ""):
        play.note("damage", "CC-060", play.car(), component="engine", az=5, placed_by="owner", by=by, why="rough")
    play.moment.turn = 2
    play.note("clear", "CC-013", play.car())
    assert "Round 2 (Victory points: a 0, b 2)" in narrate(play)


def test_every_kind_of_entry_but_the_bookkeeping_has_a_saying() -> None:
    kinds = {entry.kind for seed in range(200, 240) for entry in played(seed).log.entries}
    assert kinds - set(LOG_MESSAGES) <= {"move", "turn", "acted", "clear", "attack", "critical", "turn_end"}


def modified(speed: int = 0, driver: int = 0, *, blast: int = 10) -> dict[str, Any]:
    """What an entry has of the modifier of an attack."""
    return {"modifier": blast + speed + driver, "parts": {"blast": blast, "speed": speed, "driver": driver}}


@pytest.mark.parametrize(
    ("kind", "more", "words"),
    [
        ("brakes", {"short": 3, "face": 12, "harmed": True}, "a1 brakes 3 inches short: needs 13, rolls 12, harmed"),
        (
            "rough",
            {"piece": "rough 1", "inches": 1, "face": 11, "harmed": False},
            "a1 crosses 1 inch of rough 1: needs 11, rolls 11, unharmed",
        ),
        (
            "rough",
            {"piece": "rough 1", "inches": 0, "face": 9, "harmed": True},
            "a1 grazes rough 1: needs 10, rolls 9, harmed",
        ),
        (
            "rough",
            {"piece": "oil 2", "inches": 4, "face": 1, "harmed": True},
            "a1 crosses 4 inches of oil 2: needs 14, rolls 1, harmed",
        ),
        (
            "shift_dice",
            {"faces": [10, 9], "harmed": 1},
            "a1 needs 10 for each token, rolls 10, 9: 1 damage token on the engine",
        ),
        ("shift_dice", {"faces": [10, 11], "harmed": 0}, "a1 needs 10 for each token, rolls 10, 11: no harm"),
        ("shift", {"tokens": 1}, "a1 shifts down by 1 token"),
        (
            "no_attack",
            {"weapon": "machine_gun.2", "target": "b1", "why": "no sight"},
            "a1 does not attack b1 with its machine gun no. 2: there is no clear line",
        ),
        ("no_lay", {"card": "oil", "why": "no token"}, "a1 lays no oil dropper: its token is gone"),
        ("ram", {"target": "a2", "hits": 0, "damage": 0}, "a1 runs into a2 of its own side"),
        (
            "ram",
            {
                "target": "b1",
                **modified(-14),
                "faces": [15],
                "hits": 1,
                "damage": 4,
            },
            "a1 rams b1 (+10 blast, -14 speed: -4): needs 14, rolls 15, a hit for 4",
        ),
        (
            "hits",
            {
                "weapon": "cannon",
                "target": "b1",
                **modified(-14, driver=-4, blast=6),
                "faces": [19],
                "hits": 0,
            },
            "a1 attacks b1 with its cannon (+6 blast, -14 speed, -4 driver: -12): needs 20, rolls 19, no hit",
        ),
        (
            "hits",
            {
                "weapon": "cannon",
                "target": "b1",
                **modified(),
                "faces": [2, 3],
                "hits": 2,
            },
            "a1 attacks b1 with its cannon (+10): needs 2, rolls 2, 3, 2 hits",
        ),
        (
            "mine",
            {
                "marker": 3,
                "owner": "b1",
                **modified(-5),
                "faces": [4],
                "hits": 0,
            },
            "Mine 3 of b1 goes off near a1 (+10 blast, -5 speed: +5): needs 5, rolls 4, no hit",
        ),
        ("explosion", {"by": "a1"}, "a1 explodes"),
        ("explosion", {"by": "b1"}, "a1 explodes, the doing of b1"),
        ("left", {}, "a1 drives off the table and is out of the match"),
        ("lay", {"card": "mines", "marker": 1, "x": 1205, "y": -7}, "a1 lays mines at 12.05, -0.07"),
    ],
)
def test_what_an_entry_says(kind: str, more: dict[str, Any], words: str) -> None:
    play = two()
    play.note(kind, "CC-098", play.car(), **more)
    assert narrate_entries(play.log.entries[-1:]) == f"{words} [CC-098]"


def test_a_dead_engine_and_one_that_runs_again_are_told_apart() -> None:
    play = two()
    play.note("dead_engine", "CC-064", play.car())
    play.note("engine", "CC-064", play.car(), after={"status": "active"})
    play.note("engine", "CC-064", play.car(), after={"status": "immobile"})
    assert [narrate_entries([entry]) for entry in play.log.entries] == [
        "The engine of a1 is dead [CC-064]",
        "The engine of a1 runs again [CC-064]",
        "The engine of a1 is dead [CC-064]",
    ]


@pytest.mark.parametrize(
    ("before", "what", "words"),
    [
        ([1, 1, 0], "edge", "a1 is stopped by the edge of the table and loses 2 speed tokens"),
        ([1, 2, 2], "terrain", "a1 is stopped by blocking terrain and loses 1 speed token"),
        ([0, 2, 2], "b1", "a1 is stopped by b1"),
    ],
)
def test_who_is_stopped_loses_the_tokens_he_has(before: list[int], what: str, words: str) -> None:
    play = two()
    play.note("stopped", "CC-046", play.car(), before={"engine": before}, what=what)
    assert said(play, "stopped") == [f"{words} [CC-046]"]


@pytest.mark.rule("CC-002")
def test_a_car_judges_each_distance_too_far_too_near_or_rightly() -> None:
    play = Board(Car(), Car(id="b1"), Car(id="b2"), Car(id="b3"), faces=(12, 8, 11))
    play.roll(3, "a1 judges distances", sides=21)
    play.note("look", "CC-002", play.car(), percent={"b1": 1, "b2": -3, "b3": 0})
    guessed = "b1 1 % too far (12), b2 3 % too near (8), b3 right (11)"
    assert said(play, "look") == [f"a1 guesses distances (rolls of 21): {guessed} [CC-002]"]


@pytest.mark.rule("CC-052", "CC-076")
def test_markers_at_one_place_and_attacks_not_made_for_one_reason_share_a_line() -> None:
    play = Board(Car(cards=("mines", "machine_gun", "cannon")), Car(id="b1"))
    for marker in (1, 2):
        play.note("lay", "CC-076", play.car(), card="mines", marker=marker, x=1200, y=700)
    for weapon in ("machine_gun", "machine_gun", "cannon"):
        play.note("no_attack", "CC-052", play.car(), weapon=weapon, target="b1", why="gone")
    lines = [narrate_entries(entries) for entries in group_entries(play.log.entries)]
    assert lines == [
        "a1 lays 2 markers of mines at 12.00, 7.00 [CC-076]",
        "a1 does not attack b1 with its machine gun (2 times) and cannon (once): the target is gone [CC-052]",
    ]


@pytest.mark.rule("CC-061", "CC-065")
def test_damage_of_one_cause_that_the_same_side_placed_shares_a_line() -> None:
    play = Board(Car(), Car(id="b1"), Car(id="c1"))
    reader = EntryAnnotator(play)
    for az in (5, 4):
        play.note(
            "damage", "CC-061", play.car(), component="engine", az=az, placed_by="owner", by="b1", why="rifle"
        )  # fmt: skip
    play.note("damage", "CC-065", play.car(), component="engine", az=3, placed_by="owner", by="b1", why="blast")
    lines = [narrate_entries(entries) for entries in group_entries(list(map(reader.annotate, play.log.entries)))]
    first, second = lines
    assert first == (
        "a1 takes 2 damage tokens (engine, AZ 5; engine, AZ 4), from the rifle of b1: its owner places the first of "
        "each hit [CC-061]"
    )
    assert second == (
        "a1 takes damage on its engine, AZ 3, from the blast that b1 caused: its owner places it [CC-065]"
    )


@pytest.mark.rule("CC-012")
def test_a_tie_tells_who_rolled_what_now_and_before_and_who_is_first() -> None:
    cars = [Car(id=id, tracks={"engine": "S...."}) for id in ("a1", "b1", "c1")]
    play = Board(*cars, faces=(9, 9, 9, 3, 5))
    assert first_to_act(play, [play.car(), play.car("b1")]).id == "a1"
    assert first_to_act(play, [play.car(id) for id in ("a1", "b1", "c1")]).id == "a1"
    earlier = "a1 has 9, then 9 from before; b1 has 9, then 3 from before"
    assert said(play, "tie") == [
        "Level at 1 speed token: a1 rolls 9, then 9; b1 rolls 9, then 3; a1 is first [CC-012]",
        f"Level at 1 speed token: {earlier}; c1 rolls 5; a1 is first [CC-012]",
    ]


@pytest.mark.rule("CC-012")
def test_a_tie_stands_between_activations_and_has_the_number_of_none() -> None:
    lines = [line for line in narrate(played(201)) if "[CC-012]" in line]
    assert lines
    assert all(line.startswith("     Level at ") for line in lines)


@pytest.mark.rule("CC-102", "CC-104")
@pytest.mark.parametrize(
    ("status", "why"), [(EXPLODED, "their car exploded"), ("immobile", "both AZ of their card are damaged")]
)
def test_a_check_of_toughness_tells_what_it_is_for(status: str, why: str) -> None:
    play = Board(faces=(4,))
    assert passes_toughness_check(play, "ada", toughness=3, rule="CC-102", why=status) is False
    words = f"ada needs 3 or less to hold out, since {why}; rolls 4: is out of action [CC-102]"
    assert said(play, "toughness") == [words]


@pytest.mark.rule("CC-015")
@pytest.mark.parametrize("seed", range(200, 206))
def test_the_tokens_a_component_makes_are_those_that_are_put_and_lost(seed: int) -> None:
    play = played(seed)
    reader = EntryAnnotator(play)
    allocations = [entry for entry in map(reader.annotate, play.log.entries) if entry.kind == "allocate"]
    assert allocations
    for entry in allocations:
        bonus = entry.more.get("bonus", {})
        assert sum(entry.more["made"].values()) + sum(bonus.values()) == entry.more["generated"]
    for id, tracks in reader.tracks.items():
        assert tracks == play.state.cars[id].tracks


@pytest.mark.rule("CC-061")
def test_the_owner_places_the_first_token_of_a_hit_and_the_attacker_the_second() -> None:
    cards = ("cannon",)
    play = Board(Car(cards=cards, tracks={"cannon": "S."}), Car(id="b1", at=(2900, 2400), cards=cards), faces=(19,))
    play.run(fire(play, play.car(), Attack(weapon="cannon", target="b1")))
    assert said(play, "damage") == [
        "b1 takes damage on its engine, AZ 5, from the cannon of a1: its owner places the first of the hit [CC-061]",
        "b1 takes damage on its engine, AZ 4, from the cannon of a1: the attacker places it [CC-061]",
    ]


@pytest.mark.rule("CC-061", "CC-077")
@pytest.mark.parametrize(
    ("owner", "second"), [("b1", "the attacker places it"), ("a2", "its owner places all of their own side's")]
)
def test_a_mine_of_ones_own_side_has_no_attacker(owner: str, second: str) -> None:
    play = Board(Car(), Car(id="a2", at=(400, 400)), Car(id="b1", at=(4000, 4000)), faces=(19,))
    play.state.markers.append(mine(2400, 2400, owner=owner))
    play.run(set_off(play, play.car(), play.state.markers[0]))
    assert (
        said(play, "damage")[1] == f"a1 takes damage on its engine, AZ 4, from a mine of {owner}: {second} [CC-061]"
    )


@pytest.mark.rule("CC-040", "CC-048")
@pytest.mark.parametrize(
    ("enemies", "placer"), [((Car(id="b1", at=(4000, 4000)),), "the nearest enemy, b1,"), ((), "its owner")]
)
def test_damage_of_the_brakes_is_the_nearest_enemys_to_place_and_the_line_names_it(
    enemies: tuple[Car, ...], placer: str
) -> None:
    play = Board(Car(tracks={"engine": "SSS.."}), *enemies, faces=(2,))
    play.run(act(play, play.car(), ActOrder(legs=ahead(1))))
    assert said(play, "damage") == [f"a1 takes damage on its engine, AZ 5, from braking: {placer} places it [CC-040]"]


@pytest.mark.rule("CC-041", "CC-081")
@pytest.mark.parametrize(
    ("rule", "why", "words"), [("CC-041", "shift", "shifting down"), ("CC-081", "turbo", "its turbo")]
)
def test_nobody_chooses_where_the_rule_names_the_place(rule: str, why: str, words: str) -> None:
    play = two()
    play.note("damage", rule, play.car(), component="engine", az=5, placed_by="owner", by="", why=why)
    assert said(play, "damage") == [f"a1 takes damage on its engine, AZ 5, from {words} [{rule}]"]


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("rough", "rough ground"),
        ("oil", "oil"),
        ("caltrops", "caltrops"),
        ("terrain", "blocking terrain"),
        ("edge", "the edge of the table"),
        ("collision", "the collision"),
    ],
)
def test_damage_is_told_by_its_cause(why: str, words: str) -> None:
    play = two()
    play.note("damage", "CC-046", play.car(), component="engine", az=5, placed_by="owner", by="", why=why)
    assert said(play, "damage") == [
        f"a1 takes damage on its engine, AZ 5, from {words}: its owner places it [CC-046]"
    ]


# -------------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("CC-090", "CC-100")
@pytest.mark.parametrize(
    ("a", "b", "turn", "end"),
    [
        (5, 4, 12, [
            "The match is over: a 5, b 4",
            "     12 rounds were played [CC-090]",
            "     The match goes to the most victory points: a 5 [CC-100]",
            "     In points, which rank the teams: a 3, b 2 [CC-100]",
        ]),
        (5, 9, 12, [
            "The match is over: a 5, b 9",
            "     12 rounds were played [CC-090]",
            "     The match goes to the most victory points: b 9 [CC-100]",
            "     In points, which rank the teams: b 4, a 2 [CC-100]",
        ]),
        (20, 20, 7, [
            "The match is over: a 20, b 20",
            "     A side has 20 victory points or more [CC-090]",
            "     Level with the most victory points, a shared win: a 20, b 20 [CC-100]",
            "     In points, which rank the teams: a 10, b 10 [CC-100]",
        ]),
        (0, 0, 12, [
            "The match is over: a 0, b 0",
            "     12 rounds were played [CC-090]",
            "     Nobody has a victory point, all share the win: a 0, b 0 [CC-100]",
            "     In points, which rank the teams: a 0, b 0 [CC-100]",
        ]),
    ],
)  # fmt: skip
def test_the_end_tells_why_who_has_won_and_what_it_is_worth(a: int, b: int, turn: int, end: list[str]) -> None:
    play = two()
    play.car().caused, play.car("b1").caused, play.moment.turn = a, b, turn
    assert narrate(play)[-4:] == end


@pytest.mark.rule("CC-090")
def test_the_end_tells_of_sides_that_are_left_and_of_a_single_round() -> None:
    play = two(max_rounds=1)
    assert narrate(play)[-3] == "     1 round was played [CC-090]"
    play.car().status = EXPLODED
    assert narrate(play)[-3] == "     One side alone has cars left [CC-090]"
    play.car("b1").status = EXPLODED
    assert narrate(play)[-3] == "     No side has a car left [CC-090]"


@pytest.mark.rule("CC-090", "CC-100")
def test_two_cars_that_can_harm_nobody_play_every_round_and_share_the_first_rank() -> None:
    bare = {"name": "Bare", "engine": "buzzbox", "cards": []}
    pair = packet(
        team("a", seat("a.1", design=bare)), team("b", seat("b.1", design=bare)), edge="blocking", decision="none"
    )
    play = play_match(engine, setup_from_packet(pair), Dice(KeyRing(b"bare" * 8, {pair.match: ""})))
    assert (play.moment.turn, [team_report.rank for team_report in report_of(play, pair).teams]) == (12, [1, 1])
    assert narrate(play)[-4:-1] == [
        "The match is over: a 0, b 0",
        "     12 rounds were played [CC-090]",
        "     Nobody has a victory point, all share the win: a 0, b 0 [CC-100]",
    ]


def test_a_match_without_teams_is_over_and_no_more() -> None:
    play = Board()
    play.moment.turn = 12
    assert narrate(play) == ["Car Cult on Field: no cars", "", "The match is over"]


# ------------------------------------------------------------------------ what earlier entries and the setup say


@pytest.mark.rule("CC-030", "CC-090")
@pytest.mark.parametrize(
    ("heading", "words"),
    [(0, "facing east"), (135, "facing southwest"), (350, "facing northeast and 35 degrees further right")],
)
def test_the_line_of_a_start_says_where_the_car_stands_and_how_it_faces(heading: int, words: str) -> None:
    play = Board(Car(at=(200, 2450), heading=heading))
    play.note("start", "CC-030", play.car(), tokens=2)
    assert said(play, "start") == [f"a1 starts at 2.00, 24.50, {words}, with 2 speed tokens [CC-030]"]


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(
    ("cards", "tracks", "words"),
    [
        (("rifle",), {}, "a1 keeps out of reach"),
        (("rifle",), {"rifle": "DD"}, "a1 has nothing to shoot with and keeps out of reach"),
        (("mines", "ram"), {}, "a1 has nothing to shoot with and keeps out of reach"),
    ],
)
def test_a_car_without_a_weapon_says_why_it_keeps_out_of_reach(
    cards: tuple[str, ...], tracks: dict[str, str], words: str
) -> None:
    play = Board(Car(cards=cards))
    for name in tracks:
        play.note(
            "damage", "CC-061", play.car(), after={name: [2, 2]}, component=name, az=1, placed_by="owner", by="",
            why="rough",
        )  # fmt: skip
    play.note_plan(play.car(), "evade", rule="CC-095")
    assert said(play, "plan") == [f"{words} [CC-095]"]


@pytest.mark.rule("CC-040")
def test_a_car_that_brakes_on_the_spot_says_that_it_stays_there_and_one_that_moved_does_not() -> None:
    standing = Board(Car(tracks={"engine": "SSS.."}), faces=(19,))
    standing.run(act(standing, standing.car(), ActOrder()))
    assert said(standing, "brakes") == [
        "a1 stays where it is and brakes 6 inches short: needs 16, rolls 19, unharmed [CC-040]"
    ]
    moving = Board(Car(tracks={"engine": "SSS.."}), faces=(19,))
    moving.run(act(moving, moving.car(), ActOrder(legs=ahead(1))))
    assert said(moving, "brakes") == ["a1 brakes 5 inches short: needs 15, rolls 19, unharmed [CC-040]"]


@pytest.mark.rule("CC-010", "CC-017")
@pytest.mark.parametrize(("engine", "words"), [([0] * 5, "it has no speed token"), ([2] * 5, "its engine is dead")])
def test_a_car_that_did_nothing_in_its_activation_says_why(engine: list[int], words: str) -> None:
    play = two()
    play.note("damage", "CC-061", play.car(), after={"engine": engine}, component="engine", az=1, placed_by="owner",
              by="b1", why="rifle")  # fmt: skip
    for deed in ("shift", "", ""):
        play.note("look", "CC-002", play.car(), percent={})
        if deed:
            play.note(deed, "CC-041", play.car(), tokens=1)
        play.note("acted", "CC-010", play.car())
    assert said(play, "acted") == ["", *[f"a1 does nothing: {words} [CC-010]"] * 2]


@pytest.mark.rule("CC-054", "CC-055")
def test_dice_before_rerolls_name_the_target_and_the_weapon() -> None:
    play = Board(
        Car(cards=("rifle", "gutsy_gunner"), tracks={"rifle": "S.", "gutsy_gunner": "S."}),
        Car(id="b1", at=(2900, 2400)),
        faces=(2, 3, 15),
    )
    play.run(fire(play, play.car(), Attack(weapon="rifle", target="b1", rerolls=1)))
    assert said(play, "thrown") == ["a1 attacks b1 with its rifle and needs 7, rolls 2, 3 [CC-054]"]


@pytest.mark.rule("CC-054", "CC-078")
def test_the_die_of_a_ram_before_rerolls_names_the_car_that_is_rammed() -> None:
    play = Board(Car(), Car(id="b1"), faces=(4,))
    play.roll(1, "ram into b1", sides=20)
    play.note("thrown", "CC-054", play.car(), faces=[4], modifier=4)
    assert said(play, "thrown") == ["a1 rams b1 and needs 6, rolls 4 [CC-054]"]


@pytest.mark.rule("CC-002", "CC-052")
def test_a_shot_out_of_range_has_its_range_the_distance_and_the_guess() -> None:
    play = Board(Car(cards=("rifle",), tracks={"rifle": "S."}), Car(id="b1", at=(4600, 2400)), faces=(6,))
    play.roll(1, "a1 judges distances", sides=21)
    play.state.guesses = {"b1": -5}
    play.note("look", "CC-002", play.car(), percent={"b1": -5})
    play.run(fire(play, play.car(), Attack(weapon="rifle", target="b1")))
    assert said(play, "no_attack") == [
        "a1 does not attack b1 with its rifle (range 18): it is out of range (19.00 inches, guessed 18.05) [CC-052]"
    ]


@pytest.mark.rule("CC-002", "CC-052")
@pytest.mark.parametrize(("percent", "guess"), [({"b1": -5}, " (guessed 5 % too near)"), ({}, "")])
def test_a_shot_out_of_range_of_the_first_edition_has_no_distance(percent: dict[str, int], guess: str) -> None:
    play = Board(Car(cards=("rifle",)), Car(id="b1"), faces=(6,))
    if percent:
        play.roll(1, "a1 judges distances", sides=21)
        play.note("look", "CC-002", play.car(), percent=percent)
    for _ in range(2):
        play.note("no_attack", "CC-052", play.car(), weapon="rifle", target="b1", why="out of range")
    reader = EntryAnnotator(play)
    *_, line = [narrate_entries(group) for group in group_entries(list(map(reader.annotate, play.log.entries)))]
    assert line == f"a1 does not attack b1 with its rifle (range 18, 2 times): it is out of range{guess} [CC-052]"


@pytest.mark.rule("CC-073")
@pytest.mark.parametrize(
    ("engine", "gunner", "words"),
    [
        (([2, 1, 0, 0, 0], [1, 1, 0, 0, 0]), ([1, 0], [2, 0]),
         "the damage on its engine, AZ 1, and the speed token on its gutsy gunner, AZ 1"),
        (([1, 0, 0, 0, 0], [1, 0, 0, 0, 0]), ([1, 0], [1, 0]), "two equal tokens on its engine and gutsy gunner"),
    ],
)  # fmt: skip
def test_a_swap_says_which_tokens_change_places_and_where_they_were(
    engine: tuple[list[int], list[int]], gunner: tuple[list[int], list[int]], words: str
) -> None:
    play = Board(Car(cards=("gutsy_gunner", "fanatical_fixer")))
    tracks = {"fanatical_fixer": ([1, 0], [0, 0]), "engine": engine, "gutsy_gunner": gunner}
    before, after = ({name: track[index] for name, track in tracks.items()} for index in (0, 1))
    play.note("swap", "CC-073", play.car(), before=before, after=after)
    assert said(play, "swap") == [f"The fixer of a1 swaps {words} [CC-073]"]


@pytest.mark.rule("CC-067")
def test_every_round_but_the_first_is_headed_by_the_points_also_if_nobody_has_any() -> None:
    play = two()
    for play.moment.turn in (1, 2):
        play.note("acted", "CC-010", play.car())
    headings = [line for line in narrate(play) if line.startswith("Round ")]
    assert headings == ["Round 1", "Round 2 (Victory points: a 0, b 0)"]
