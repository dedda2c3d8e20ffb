"""A match described in one file: how it is read, and everything that can be wrong with it."""

from __future__ import annotations

import copy
import json
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.setup.match_errors import MatchImpossible, setup_errors
from rules.dethmatch.setup.match_spec import match_from, read_match
from rules.dethmatch.setup.match_spec_schema import MatchSpec
from rules.match.exhibition import ruleset_in
from rules.match.spec_schema import LARGEST_FILE, PaperUnreadable
from tests.rules.dethmatch.courses import ring_road
from tests.rules.dethmatch.matches import BLUE, car, match, red

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "matches").glob("*.json"))
DRAWN = {
    "name": "Drawn",
    "engine": 40,
    "suspension": 60,
    "fuel": 160,
    "toughness": 1,
    "armor_points": 16,
    "armor": {"front": 4, "rear": 4, "left": 4, "right": 4},
    "mounts": [{"id": "nose", "type": "light"}],
}


def document(**fields: Any) -> dict[str, Any]:
    """A playable duel."""
    return {
        "event": "lap_race",
        "track": "foundry_row",
        "teams": [
            {"id": "red", "crew": [{"id": "ada"}], "cars": [{"driver": "ada", "stock": "mongrel"}]},
            {"id": "blue", "crew": [{"id": "bob"}], "cars": [{"driver": "bob", "design": copy.deepcopy(DRAWN)}]},
        ],
    } | fields


def first_car(spec: dict[str, Any]) -> dict[str, Any]:
    car: dict[str, Any] = spec["teams"][0]["cars"][0]
    return car


@pytest.mark.rule("DM-M-039")
def test_what_is_not_said_is_made_up() -> None:
    setup = read_match(document())
    assert (setup.match, setup.laps, setup.heats, setup.profiles, setup.drawn) == ("match", 0, 0, {}, {})
    ada = setup.teams[0].cars[0]
    assert (ada.id, ada.design.name, ada.gearing, ada.items, ada.gunner) == ("red.c1", "Mongrel", 0, (), "")
    crew = setup.teams[0].crew[0]
    assert (crew.driving, crew.gunnery, crew.initiative, crew.toughness) == (3, 3, 3, 3)


@pytest.mark.rule("DM-M-018", "DM-M-036", "DM-M-039")
def test_items_are_named_by_kind_and_weapons_find_their_mounts() -> None:
    spec = document()
    first_car(spec).update(
        stock="twinfang",
        weapons={"rack": "rockets"},
        items=[
            "machinegun",
            "machinegun",
            {"kind": "targeting_device", "on": "left"},
            {"kind": "gear_set", "gearing": 1},
            {"kind": "tire_heavy", "tread": "street", "id": "red.tires"},
        ],
    )
    car = read_match(spec).teams[0].cars[0]
    assert [(item.id, item.kind, item.mount) for item in car.items] == [
        ("red.c1.rockets", "rockets", "rack"),
        ("red.c1.machinegun", "machinegun", "left"),
        ("red.c1.machinegun-2", "machinegun", "right"),
        ("red.c1.targeting-device", "targeting_device", ""),
        ("red.c1.gear-set", "gear_set", ""),
        ("red.tires", "tire_heavy", ""),
    ]
    assert (car.items[3].weapon, car.gearing) == ("red.c1.machinegun", 1)


@pytest.mark.rule("DM-M-010")
def test_a_car_without_a_design_gets_one_for_what_it_carries() -> None:
    spec = document()
    first_car(spec).clear()
    first_car(spec).update(driver="ada", gunner="eve", dp=75, items=["at_rifle", "machinegun"])
    spec["teams"][0]["crew"].append({"id": "eve"})
    car = read_match(spec).teams[0].cars[0]
    assert (car.design.has("gunner_station"), car.design.gearing) == (True, 0)
    assert all(item.mount for item in car.items)


@pytest.mark.rule("DM-M-131")
def test_each_further_copy_of_mechanic_raises_the_skill_by_one() -> None:
    spec = document(switches={"match.repair_attempts": 9})
    spec["teams"][0]["crew"] += [{"id": "eve", "talents": ["mechanic", "pro", "mechanic"]}]
    spec["teams"][0]["crew"][0]["talents"] = ["mechanic"]
    assert [(mechanic.crew, mechanic.checks, mechanic.skill) for mechanic in read_match(spec).teams[0].mechanics] == [
        ("ada", 3, 3),
        ("eve", 3, 4),
    ]


def test_a_track_may_be_written_out() -> None:
    setup = read_match(document(track=ring_road()))
    assert (setup.track, setup.drawn["name"]) == ("ring_road", "Ring Road")


@pytest.mark.rule("DM-M-128", "DM-M-136")
def test_a_match_may_have_three_heats_and_a_race_seven_laps() -> None:
    setup = read_match(document(heats=3, laps=7))
    assert (setup.heats, setup.laps) == (3, 7)


@pytest.mark.rule("DM-M-010")
@pytest.mark.parametrize("dp", [60, 63, 75, 81])
def test_a_design_may_cost_its_whole_budget_and_a_step_more_is_too_much(dp: int) -> None:
    spec = document()
    # engine, suspension, fuel, toughness and mount take 10 + 10 + 10 + 3 + 6; the rest is armor
    points = dp - 39
    armor = {"front": points - 3 * (points // 4), "rear": points // 4, "left": points // 4, "right": points // 4}
    car = {"driver": "ada", "design": DRAWN | {"armor_points": points, "armor": armor}}
    spec["teams"][0]["cars"] = [car if dp == 60 else car | {"dp": dp}]
    assert read_match(spec).teams[0].cars[0].design.armor_points == points
    car["design"] |= {"engine": 44}
    refused(spec, f"takes {dp + 1} DP and the car has {dp}")


@pytest.mark.rule("DM-M-010")
@pytest.mark.parametrize("dp", [0, 59, 61, 62, 64, 74, 76, 80, 82])
def test_there_are_four_budgets_and_no_other(dp: int) -> None:
    spec = document()
    spec["teams"][0]["cars"][0] |= {"dp": dp}
    refused(spec, f"design points, not {dp}")


# ------------------------------------------------------------------------------------------------------ bad input


def refused(spec: dict[str, Any], *words: str) -> str:
    with pytest.raises(MatchImpossible) as caught:
        read_match(spec)
    for word in words:
        assert word in caught.value.sentence
    return caught.value.sentence


@pytest.mark.rule("DM-M-128", "DM-M-135", "DM-M-136", "DM-M-137")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"track": "nowhere"}, "There is no track 'nowhere': choose"),
        ({"event": "chess"}, "There is no event 'chess': choose lap_race, flags, last_car"),
        ({"track": "the_sump"}, "is no circuit"),
        ({"event": "flags"}, "is no arena"),
        ({"event": "flags", "track": "the_sump"}, "no place for a flag"),
        ({"heats": 4}, "A match has 1 to 3 heats, not 4"),
        ({"heats": -1}, "not -1"),
        ({"laps": 8}, "A race has 1 to 7 laps, not 8"),
        ({"laps": -1}, "A race has 1 to 7 laps, not -1"),
        ({"switches": {"dethmatch.gravity": True}}, "no switch 'dethmatch.gravity'"),
        ({"switches": {"dethmatch.dry_tank": 3}}, "dethmatch.dry_tank is one of limp, coast"),
        ({"switches": {"dethmatch.race_points": "ten"}}, "such as '10 7 5 3 2 1'"),
        ({"switches": {"dethmatch.lcs_points": "9999"}}, "'9999' are no points by place"),
        ({"match": "A B"}, "cannot be the id of a match"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_a_sentence(fields: dict[str, Any], words: str) -> None:
    refused(document(**fields), words)


@pytest.mark.rule("DM-M-010", "DM-M-013", "DM-M-022", "DM-M-023", "DM-M-027", "DM-M-036", "DM-M-038", "DM-M-123")
@pytest.mark.parametrize(
    ("car", "words"),
    [
        ({"stock": "unicorn"}, "There is no stock design 'unicorn': use one of"),
        ({"driver": ""}, "red.c1 has no driver"),
        ({"driver": "bob"}, "bob sits in red.c1 and is not of red"),
        ({"gunner": "eve"}, "eve has no station to sit at in red.c1"),
        ({"gunner": "ada"}, "ada has 2 seats"),
        ({"id": "Red One"}, "cannot be the id of a car"),
        ({"height": "sunken"}, "has no setting 'sunken': use lowered"),
        ({"items": ["trebuchet"]}, "red.c1 cannot carry 'trebuchet'"),
        ({"items": ["at_rifle"]}, "Anti-tank rifle of red.c1 stands in no mount"),
        ({"items": ["tire_light", "tire_heavy"]}, "red.c1 has two tire-sets on"),
        ({"items": [{"kind": "auto_ranger", "on": "bonnet"}]}, "fixed to no weapon"),
        ({"weapons": {"roof": "machinegun"}}, "has no mount 'roof'"),
        ({"weapons": {"bonnet": "rockets"}}, "goes in a rocket mount, and bonnet is a light one"),
        ({"stock": "", "design": {"name": "x"}}, "design lacks 'engine'"),
        ({"stock": "", "design": DRAWN, "dp": 62}, "built on 60, 63, 75, 81 design points, not 62"),
    ],
)
def test_a_car_that_cannot_be_is_refused_in_a_sentence(car: dict[str, Any], words: str) -> None:
    spec = document()
    spec["teams"][0]["crew"].append({"id": "eve"})
    first_car(spec).update(car)
    refused(spec, words)


@pytest.mark.rule("DM-M-038", "DM-M-113", "DM-M-117", "DM-M-127")
@pytest.mark.parametrize(
    ("crew", "words"),
    [
        ({"talents": ["levitation"]}, "ada cannot have the talent 'levitation'"),
        ({"quirks": ["tall"]}, "ada cannot have the quirk 'tall'"),
        ({"worn": ["top_hat"]}, "ada cannot have the gear 'top_hat'"),
        ({"id": "bob"}, "The competitor bob is entered 2 times: give each an id of its own"),
    ],
)
def test_a_competitor_that_cannot_be_is_refused_in_a_sentence(crew: dict[str, Any], words: str) -> None:
    spec = document()
    spec["teams"][0]["crew"][0].update(crew)
    refused(spec, words)


@pytest.mark.parametrize(
    ("team", "things"),
    [
        ({"id": "bob"}, "bob is the id of a team and of a competitor"),
        ({"id": "blue.c1"}, "blue.c1 is the id of a team and of a car"),
        (
            {"cars": [{"driver": "ada", "stock": "mongrel", "id": "bob"}]},
            "bob is the id of a competitor and of a car",
        ),
    ],
)
def test_an_id_stands_for_one_thing_alone(team: dict[str, Any], things: str) -> None:
    spec = document()
    spec["teams"][0].update(team)
    refused(spec, f"{things}: give each one of its own")


@pytest.mark.rule("DM-M-038")
def test_a_team_brings_no_more_cars_than_the_house_allows() -> None:
    spec = document(switches={"match.vehicles_per_team": 1})
    spec["teams"][0]["cars"].append({"driver": "eve", "stock": "mongrel"})
    spec["teams"][0]["crew"].append({"id": "eve"})
    refused(spec, "red brings 2 cars and a team may bring 1")
    spec["switches"] = {"match.vehicles_per_team": 2}
    assert len(read_match(spec).teams[0].cars) == 2


@pytest.mark.rule("DM-M-013", "DM-M-036")
def test_two_weapons_in_one_mount_and_one_item_twice_are_faults() -> None:
    gun, other_gun = (
        ItemEntry(id="gun", kind="machinegun", mount="front"),
        ItemEntry(id="other", kind="laser", mount="front"),
    )
    setup = match(red(car("c1", "ada", gun, gun, other_gun)), BLUE).setup
    codes = {fault.code for fault in setup_errors(setup)}
    assert codes >= {"same_id", "mount_taken"}
    setup = match(red(car("c1", "ada", gun)), BLUE).setup
    assert {fault.code for fault in setup_errors(setup)} == {"unknown_track"}


@pytest.mark.rule("DM-C-150", "DM-M-022", "DM-M-124")
@pytest.mark.parametrize(
    ("design", "wrong"),
    [
        ({"tweaks": ("lowered",)}, ""),
        ({"tweaks": (), "adjustable": "lowered"}, ""),
        ({"tweaks": ()}, "normal"),
        ({"tweaks": ("raised",)}, "raised"),
        ({"tweaks": (), "adjustable": "raised"}, "normal or raised"),
    ],
)
def test_hydraulics_go_on_a_lowered_suspension_alone(design: dict[str, Any], wrong: str) -> None:
    setup = match(red(car("c1", "ada", ItemEntry(id="jacks", kind="hydraulics"))), BLUE).setup
    built = replace(setup.teams[0].cars[0], design=replace(setup.teams[0].cars[0].design, **design))
    teams = (replace(setup.teams[0], cars=(built,)), *setup.teams[1:])
    sentences = [
        setup_error.sentence
        for setup_error in setup_errors(replace(setup, teams=teams))
        if setup_error.code == "not_lowered"
    ]
    assert len(sentences) == bool(wrong)
    assert all(f"this one is {wrong}:" in sentence for sentence in sentences)


def test_more_cars_than_the_grid_has_places_are_refused() -> None:
    teams = [
        {
            "id": f"t{team}",
            "crew": [{"id": f"d{team}.{number}"} for number in range(3)],
            "cars": [{"driver": f"d{team}.{number}", "stock": "mongrel"} for number in range(3)],
        }
        for team in range(5)
    ]
    refused(document(teams=teams), "15")


@pytest.mark.rule("DM-M-136", "DM-M-137", "DM-M-138")
@pytest.mark.parametrize(("event", "rule"), [("flags", "DM-M-137"), ("last_car", "DM-M-138")])
def test_an_arena_needs_two_teams_with_cars_and_a_race_may_be_run_by_one(event: str, rule: str) -> None:
    spec = document(event=event, track="hammer_bowl")
    spec["teams"][1]["cars"] = []
    refused(spec, f"The event {event} needs 2 teams with cars and has 1", rule)
    alone = document()
    alone["teams"].pop()
    assert len(read_match(alone).teams) == 1
    refused(document(teams=[]), "needs 1 team with cars and has 0")


@pytest.mark.rule("DM-M-036")
def test_everything_wrong_with_designs_tracks_and_crews_is_told_at_once() -> None:
    spec = document(track=ring_road() | {"surface": "cheese", "checkpoints": []})
    spec["teams"][1]["cars"][0]["design"] |= {"engine": 41, "toughness": 9, "armor_points": 17}
    spec["teams"][0]["crew"][0]["talents"] = ["levitation"]
    sentence = refused(spec, "blue.c1: ", "engine of 41", "toughness of 9", "16 armor points", "cheese", "levitation")
    assert "DM-M-011" in sentence
    spec["teams"][1]["cars"][0]["design"] = DRAWN | {"engine": 100}
    refused(spec, "blue.c1: Drawn takes", "DP and the car has 60", "(DM-M-010)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"{", "not JSON"),
        (b"[]", "cannot be read"),
        (b"{}", "match lacks 'event', 'track', 'teams'"),
        (json.dumps(document(colour="red")).encode(), "colour"),
        (json.dumps(document(laps="three")).encode(), "match.laps is not a whole number"),
        (b'{"laps": 2, "laps": 3}', "The file has 'laps' more than once in one object"),
        (b" " * (LARGEST_FILE + 1), "shorten it"),
    ],
)
def test_what_is_no_description_of_a_match_is_refused_in_a_sentence(text: bytes, words: str) -> None:
    with pytest.raises(PaperUnreadable) as caught:
        match_from(text)
    assert words in caught.value.sentence


def test_there_is_an_example_for_every_event_and_every_surface() -> None:
    setups = [match_from(file.read_bytes()) for file in EXAMPLES]
    assert {setup.event for setup in setups} == {"lap_race", "flags", "last_car"}
    tracks = {"anvil_oval", "foundry_row", "slag_field", "long_january", "hammer_bowl", "the_sump"}
    assert {setup.track for setup in setups} >= tracks
    assert {sum(len(team.cars) for team in setup.teams) for setup in setups} >= {1, 2, 4, 6, 8, 12}


def test_the_file_printed_in_the_manual_says_its_ruleset_and_can_be_played() -> None:
    page = (Path(__file__).parents[3] / "docs" / "match.md").read_text(encoding="utf-8")
    (printed,) = re.findall(r"```json\n(.+?)```", page, re.DOTALL)
    assert ruleset_in(printed.encode()) == "dethmatch"
    assert match_from(printed.encode()).match == "street-duel"
    listed = set(re.findall(r"^\| `(\w+)` \|", page.partition("| Of a team |")[0], re.MULTILINE))
    assert listed == {field.name for field in fields(MatchSpec)}
