"""Impossible figures and choices in a match's file: each is reported, and nothing is played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.core.document_validation import document_of
from rules.dethmatch.setup.match_errors import MatchImpossible
from rules.dethmatch.setup.match_spec import match_from
from rules.match.spec_schema import PaperUnreadable
from tests.rules.dethmatch.paper_cars import PLAIN

DUEL = Path(__file__).parents[3] / "examples" / "matches" / "street-duel.json"


def refused(*, team: Mapping[str, Any] | None = None, car: Any = None, crew: Any = None, **file: Any) -> str:
    """The sentence that refuses the street duel with those changes to its first team, car and competitor."""
    spec: dict[str, Any] = {**json.loads(DUEL.read_text(encoding="utf-8")), **file}
    first = spec["teams"][0]
    first.update(team or {})
    if first["cars"]:
        first["cars"][0].update(car or {})
    first["crew"][0].update(crew or {})
    with pytest.raises(MatchImpossible) as raised:
        match_from(json.dumps(spec).encode())
    return raised.value.sentence.removeprefix("street-duel cannot be played: ")


INJECTORS = {"kind": "efficient_injectors", "rolled": {"fuel": 100}}
SPENT = {"kind": "machinegun", "ammunition": -5}
SEEKING = {"kind": "heat_seeking_rockets", "variant": "oil_jet"}


@pytest.mark.rule("DM-M-007", "DM-M-015", "DM-M-106", "DM-M-127", "DM-M-129")
@pytest.mark.parametrize(
    ("changed", "what", "numbers"),
    [
        ({"crew": {"driving": 10**9}}, "The driving of mags cannot be 1000000000 or more", "-20 to 20 (DM-M-007)"),
        (
            {"crew": {"driving": -(10**30)}},
            "The driving of mags cannot be -1000000000 or less",
            "-20 to 20 (DM-M-007)",
        ),
        ({"crew": {"toughness": -21}}, "The toughness of mags cannot be -21", "-20 to 20 (DM-M-007)"),
        ({"car": {"criticals": 21}}, "The criticals rivets.c1 brings with it cannot be 21", "0 to 20 (DM-M-106)"),
        ({"car": {"criticals": -1}}, "The criticals rivets.c1 brings with it cannot be -1", "0 to 20 (DM-M-106)"),
        ({"team": {"mechanic": 5}}, "The mechanic of rivets cannot be 5", "1 to 4 (DM-M-129)"),
        ({"team": {"mechanic": 0}}, "The mechanic of rivets cannot be 0", "1 to 4 (DM-M-129)"),
        ({"team": {"pit_bonus": -1}}, "The pit bonus of rivets cannot be -1", "0 to 9 (DM-M-129)"),
        (
            {"team": {"kit_uses": 100}},
            "The uses of the medical kits of rivets cannot be 100",
            "0 to 99 (DM-M-127)",
        ),
        (
            {"car": {"weapons": {"bonnet": SPENT}}},
            "The ammunition in rivets.c1.machinegun of rivets.c1 cannot be -5",
            "0 to 99 (DM-M-015)",
        ),
        (
            {"car": {"items": [INJECTORS]}},
            "The fuel of rivets.c1.efficient-injectors of rivets.c1 cannot be 100",
            "0 to 99 (DM-M-121)",
        ),
        (
            {"car": {"items": [{"kind": "gear_set", "gearing": 2}]}},
            "The gearing of rivets.c1.gear-set of rivets.c1 cannot be 2",
            "-1 to 1 (DM-M-026)",
        ),
    ],
)
def test_a_figure_that_no_match_has_is_refused_in_a_sentence(
    changed: dict[str, Any], what: str, numbers: str
) -> None:
    assert refused(**changed) == f"{what}: give a whole number from {numbers}."


@pytest.mark.parametrize(
    ("changed", "what", "choices"),
    [
        (
            {"car": {"items": ["rare_tires"]}},
            "The carcass of rivets.c1.rare-tires of rivets.c1 cannot be ''",
            "heavy, light, puncture_resistant, solid (DM-M-125)",
        ),
        (
            {"car": {"items": [{"kind": "tire_light", "tread": "wool"}]}},
            "The tread of rivets.c1.tire-light of rivets.c1 cannot be 'wool'",
            "mud_and_snow, snow, street, traction (DM-M-028)",
        ),
        (
            {"car": {"weapons": {"rack": SEEKING}}},
            "The rockets under rivets.c1.heat-seeking-rockets of rivets.c1 cannot be 'oil_jet'",
            (
                "anti_tank_guided_missile, cluster_rockets, heavy_cluster_rockets, heavy_rockets, light_rockets, "
                "rockets (DM-M-121)"
            ),
        ),
    ],
)
def test_a_choice_there_is_not_is_refused_in_a_sentence(changed: dict[str, Any], what: str, choices: str) -> None:
    assert refused(**changed) == f"{what}: choose one of {choices}."


@pytest.mark.parametrize(("field", "name"), [("talents", "pro"), ("quirks", "stupid")])
def test_nobody_has_a_talent_or_quirk_ten_times(field: str, name: str) -> None:
    assert (
        refused(crew={field: [name] * 10}) == f"mags cannot have {name} 10 times: give it 9 times at most (DM-M-113)."
    )


def test_a_house_rule_that_the_reading_needs_is_told_of_like_the_others() -> None:
    sentence = refused(switches={"dethmatch.special_mount_dp": 10**18})
    assert sentence == "dethmatch.special_mount_dp is a whole number: give one from 0 to 30 (DM-M-014)."


@pytest.mark.parametrize(
    ("switches", "said"),
    [
        (
            {"bogus": 1, "bogus2": 1},
            (
                "There is no switch 'bogus' in Dethmatch: look its name up in the rulebook. "
                "There is no switch 'bogus2' in Dethmatch: look its name up in the rulebook."
            ),
        ),
        (
            {"dethmatch.flag_count": "two", "match.vehicles_per_team": 99},
            (
                "dethmatch.flag_count is one of 1, 2: give one of those (DM-M-137). "
                "match.vehicles_per_team is a whole number: give one from 1 to 3 (DM-M-038)."
            ),
        ),
        (
            {"dethmatch.race_points": "9999", "dethmatch.lcs_points": 1, "dethmatch.dry_tank": [None]},
            (
                "dethmatch.lcs_points is a text such as '10 7 5 3 2 1': write one like it (DM-M-138). "
                "dethmatch.dry_tank is one of limp, coast: give one of those (DM-M-048). '9999' are no points by "
                "place: give whole numbers of at most 1000 with spaces between them, the first place first, such as "
                "10 7 5 3 2 1 (DM-M-136)."
            ),
        ),
    ],
)
def test_every_switch_that_may_not_be_what_it_is_is_told(switches: Mapping[str, Any], said: str) -> None:
    assert refused(switches=switches) == said


def test_a_switch_at_fault_leaves_the_others_in_force() -> None:
    sentence = refused(switches={"bogus": 1, "match.vehicles_per_team": 1}, team={"cars": [{"stock": "mongrel"}] * 2})
    assert "rivets brings 2 cars and a team may bring 1: leave some at home (DM-M-038)" in sentence


@pytest.mark.parametrize(
    ("car", "own"),
    [
        ({"dp": 61}, "rivets.c1: A car is built on 60, 63, 75, 81 design points, not 61: choose (DM-M-010)."),
        ({"stock": "unicorn"}, "rivets.c1: There is no stock design 'unicorn': use one of "),
        ({"stock": "", "design": {}}, "rivets.c1: The design cannot be read: design lacks 'name', 'engine'"),
        ({"design": {}}, "rivets.c1: It has the stock design 'mongrel' and one written out"),
    ],
    ids=["its budget", "no such stock", "unreadable", "two of them"],
)
def test_a_design_at_fault_hides_no_fault_of_what_the_car_brings(car: Mapping[str, Any], own: str) -> None:
    sentence = refused(car={"criticals": -1, "items": ["zap"], "gunner": "nobody", "weapons": {}, **car})
    assert sentence.startswith(own)
    for words in (
        "The criticals rivets.c1 brings with it cannot be -1",
        "rivets.c1 cannot carry 'zap'",
        "nobody sits in rivets.c1 and is not of rivets",
    ):
        assert words in sentence


@pytest.mark.rule("DM-M-036")
def test_what_is_too_long_in_a_design_hides_no_fault_of_it() -> None:
    sentence = refused(
        car={"stock": "", "design": document_of(PLAIN) | {"name": "x" * 61, "engine": 5}, "weapons": {}}
    )
    assert "rivets.c1: The design cannot be read: design.name is longer than 60 characters. " in sentence
    assert sentence.endswith("rivets.c1: The engine of 5 is not a multiple of 4: make it one (DM-M-011).")


def test_nothing_is_held_against_what_stands_for_a_design_that_cannot_be_read() -> None:
    gear = {"weapons": {"rack": "rockets"}, "items": ["machinegun", {"kind": "auto_ranger", "on": "bonnet"}]}
    sentence = refused(car={"stock": "unicorn", "height": "lowered", "gunner": "mags", "driver": "", **gear})
    assert sentence.count("(DM-M-") == 2
    assert "rivets.c1 has no driver" in sentence


def test_a_budget_there_is_not_is_told_beside_the_faults_of_the_design() -> None:
    sentence = refused(car={"dp": 61, "height": "sunken", "weapons": {"roof": "machinegun"}})
    assert "The suspension of rivets.c1 has no setting 'sunken'" in sentence
    assert "has no mount 'roof'" in sentence


@pytest.mark.rule("DM-M-137", "DM-M-138")
@pytest.mark.parametrize("event", ["flags", "last_car"])
def test_an_arena_has_no_laps(event: str) -> None:
    sentence = refused(event=event, track="hammer_bowl", laps=2)
    assert sentence == f"The event {event} has no laps: leave them out (DM-M-136)."


def test_heats_and_laps_of_0_are_as_if_left_out() -> None:
    spec = json.loads(DUEL.read_text(encoding="utf-8")) | {"event": "flags", "track": "hammer_bowl"}
    assert match_from(json.dumps(spec | {"laps": 0, "heats": 0}).encode()).heats == 0


def test_what_is_no_id_is_quoted_and_cut_wherever_it_is_told() -> None:
    odd = "x\n\x07\x1b[31mHeat 9"
    seats = {"driver": odd + "y", "gunner": odd + "z"}
    sentence = refused(
        match=odd,
        team={"id": odd, "stores": [odd], "profile": odd},
        crew={"id": odd, "talents": [odd], "quirks": [odd] * 10},
        car={"id": odd, **seats, "height": odd, "items": [odd], "weapons": {odd: odd}},
    )
    assert sentence.isprintable()
    assert "Heat 9" in sentence


def test_a_long_word_is_not_told_whole() -> None:
    track = json.loads((DUEL.parent / "own-track.json").read_text(encoding="utf-8"))["track"]
    sentence = refused(
        track=track | {"surface": "y" * 5000, "bases": {"z\n" * 3000: [[0, 0]]}},
        switches={"w" * 5000: 1},
    )
    assert len(max(sentence.split(), key=len)) < 100


def test_several_are_told_at_once_and_so_is_what_lies_in_the_stores() -> None:
    sentence = refused(team={"mechanic": 99, "stores": ["toaster", {"kind": "tire_solid", "tread": "wool"}]})
    assert [f"({rule})" in sentence for rule in ("DM-M-129", "DM-M-036", "DM-M-028")] == [True] * 3
    assert "rivets cannot store 'toaster': look its name up in the rulebook" in sentence


def test_the_edges_can_be_played() -> None:
    spec = json.loads(DUEL.read_text(encoding="utf-8"))
    team = spec["teams"][0]
    team.update(mechanic=4, pit_bonus=9, kit_uses=99, stores=[{"kind": "gear_set", "gearing": 1}])
    team["crew"][0].update(driving=20, gunnery=-20, talents=["adept"] * 9)
    team["cars"][0].update(criticals=20, weapons={"rack": {"kind": "heat_seeking_rockets", "ammunition": 99}})
    assert match_from(json.dumps(spec).encode()).match == "street-duel"


@pytest.mark.rule("DM-M-010")
def test_a_car_has_a_stock_design_or_one_written_out() -> None:
    sentence = refused(car={"design": {}, "weapons": {}})
    assert (
        sentence
        == "rivets.c1: It has the stock design 'mongrel' and one written out: take one of them out (DM-M-010)."
    )


@pytest.mark.rule("DM-M-038")
def test_a_team_without_a_car_is_refused_in_a_file() -> None:
    sentence = refused(team={"cars": [], "crew": [{"id": "mags"}]})
    assert sentence == "rivets has no car: give it one, or take the team out (DM-M-038)."


@pytest.mark.parametrize(
    "text", [b'{"match": "\xe4"}', b"[" * 100_000, b'{"track":' * 20_000, b"", b"\x00"],
    ids=["no UTF-8", "too deep a list", "too deep an object", "empty", "a control character"],
)  # fmt: skip
def test_what_is_no_json_is_refused_however_it_is_broken(text: bytes) -> None:
    with pytest.raises(PaperUnreadable, match=r"^The file is (not JSON \(|nested too deeply)"):
        match_from(text)


@pytest.mark.rule("DM-M-060")
@pytest.mark.parametrize("name", ["rating", "obstacle"])
def test_no_hex_of_a_track_is_worse_than_20(name: str) -> None:
    spec = json.loads((DUEL.parent / "own-track.json").read_text(encoding="utf-8"))
    mud = spec["track"]["legend"]["m"]
    mud[name] = 20
    assert match_from(json.dumps(spec).encode()).match == "own-track"
    mud[name] = 21
    with pytest.raises(MatchImpossible, match="has a rating of 21: give 20 at most, or let nobody pass there"):
        match_from(json.dumps(spec).encode())
