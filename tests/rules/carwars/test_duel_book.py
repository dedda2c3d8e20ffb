"""The questionnaire's book as a referee's table asks it: events in words and as forms, and what a duel comes to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from rules.carwars.duel_book import BOOK
from rules.carwars.scoring.causes import Cause
from rules.carwars.scoring.documents import read_duel_document
from rules.carwars.scoring.event_words import event_sentence
from rules.carwars.scoring.events import DuelEvent
from rules.core.refusals import Malformed
from rules.match.duels.book import DuelistOutcome

EXAMPLE = json.loads(Path("examples/duels/three-cars.json").read_text(encoding="utf-8"))
ATTACK = {"type": "attack", "by": "r"}
WORDS: list[tuple[dict[str, Any], str]] = [
    ({"type": "hit", "by": "r", "on": "s"}, "Razor Jane hits Saint Otto."),
    (
        {"type": "hit", "by": "r", "on": "s", "hazard": True},
        "Razor Jane hits Saint Otto and puts them in a hazard.",
    ),
    ({"type": "hazard", "by": "r", "on": "s"}, "Razor Jane puts Saint Otto in a hazard."),
    (
        {"type": "kill", "on": "s", "part": "mobility", "because": ATTACK},
        "Saint Otto can no longer move under power: Razor Jane hit it.",
    ),
    (
        {"type": "kill", "on": "s", "part": "complete", "because": {"type": "burned"}},
        "Saint Otto can no longer affect the duel: it burned.",
    ),
    (
        {"type": "kill", "on": "s", "part": "destroyed", "because": {"type": "burned", "on": "r"}},
        "Saint Otto is destroyed: the fire on Razor Jane.",
    ),
    (
        {"type": "kill", "on": "s", "part": "destroyed", "because": {"type": "nobody"}},
        "Saint Otto is destroyed: nobody else had a part in it.",
    ),
    (
        {"type": "kill", "on": "s", "part": "mobility", "because": {"type": "bounced", "off": "r"}},
        "Saint Otto can no longer move under power: the driver rammed Razor Jane and lost control by it.",
    ),
    (
        {"type": "kill", "on": "s", "part": "mobility", "because": {"type": "avoided", "owner": "r"}},
        "Saint Otto can no longer move under power: the driver lost control while avoiding what Razor Jane dropped.",
    ),
    (
        {"type": "kill", "on": "s", "part": "mobility", "because": {"type": "shed_obstacle", "by": "r"}},
        "Saint Otto can no longer move under power: an obstacle fell off Razor Jane.",
    ),
    (
        {
            "type": "kill",
            "on": "s",
            "part": "mobility",
            "because": {"type": "pushed", "driver": "w", "because": {"type": "lost_control", "because": ATTACK}},
        },
        (
            "Saint Otto can no longer move under power: Grey Wolf was pushed into it, because a hazard cost the "
            "driver control, because Razor Jane hit it."
        ),
    ),
    (
        {
            "type": "kill",
            "on": "s",
            "part": "mobility",
            "because": {"type": "pushed", "driver": "w", "because": ATTACK, "voluntary": True},
        },
        (
            "Saint Otto can no longer move under power: Grey Wolf was pushed into it and turned into it by "
            "choice, because Razor Jane hit it."
        ),
    ),
    (
        {"type": "not_killed", "on": "s", "note": "It rolls."},
        "The referee finds that Saint Otto is not out yet: It rolls.",
    ),
    ({"type": "speed", "of": "s", "mph": 0}, "Saint Otto stands still."),
    ({"type": "speed", "of": "s", "mph": 40, "voluntary": True}, "Saint Otto goes at 40 miles an hour, by choice."),
    ({"type": "speed", "of": "s", "mph": -10}, "Saint Otto goes back at 10 miles an hour."),
    ({"type": "control", "of": "s", "state": "controlled"}, "Saint Otto is in control."),
    ({"type": "control", "of": "s", "state": "skidding"}, "Saint Otto skids."),
    ({"type": "control", "of": "s", "state": "spinning"}, "Saint Otto spins."),
    ({"type": "control", "of": "s", "state": "rolling"}, "Saint Otto rolls over."),
    ({"type": "crew", "of": "s", "alive": 0, "can_drive": False}, "Nobody aboard Saint Otto is alive."),
    (
        {"type": "crew", "of": "s", "alive": 1, "can_drive": True},
        "Aboard Saint Otto 1 is alive, and the vehicle has a driver.",
    ),
    (
        {"type": "crew", "of": "s", "alive": 2, "can_drive": False},
        "Aboard Saint Otto 2 are alive, and nobody can drive.",
    ),
    ({"type": "armed", "of": "s", "can_fire": False}, "Saint Otto has nothing left to fire."),
    ({"type": "armed", "of": "s", "can_fire": True}, "Saint Otto can fire again."),
    (
        {"type": "reach", "of": "s", "reaches": True},
        "The referee finds that Saint Otto can still harm somebody before it stops.",
    ),
    (
        {"type": "reach", "of": "s", "reaches": False},
        "The referee finds that Saint Otto can no longer harm somebody before it stops.",
    ),
    (
        {"type": "burn_modifier", "by": "r", "on": "s", "modifier": 3, "turns": 0},
        "Razor Jane puts a burn modifier of 3 on Saint Otto.",
    ),
    (
        {"type": "burn_modifier", "by": "r", "on": "s", "modifier": 3, "turns": 1},
        "Razor Jane puts a burn modifier of 3 on Saint Otto, for 1 more turn.",
    ),
    ({"type": "extinguished", "on": "s"}, "Saint Otto is put out."),
    ({"type": "extinguished", "on": "s", "personal": True}, "Saint Otto is put out with a personal extinguisher."),
    ({"type": "fire_roll", "on": "s", "roll": 8}, "The roll for fire on Saint Otto is 8."),
    ({"type": "checkpoint", "by": "r", "name": "gate"}, "Razor Jane touches the checkpoint gate."),
    ({"type": "target", "by": "r", "name": "barrel"}, "Razor Jane damages the target barrel by 1 point."),
    (
        {"type": "target", "by": "r", "name": "barrel", "points": 4, "damage": "flechette"},
        "Razor Jane damages the target barrel by 4 points with flechettes.",
    ),
    (
        {"type": "target", "by": "r", "name": "barrel", "points": 2, "damage": "burst"},
        "Razor Jane damages the target barrel by 2 points with burst damage.",
    ),
    (
        {"type": "target", "by": "r", "name": "barrel", "points": 2, "damage": "hand_weapon"},
        "Razor Jane damages the target barrel by 2 points with a hand weapon.",
    ),
    ({"type": "jump", "by": "r", "name": "gap"}, "Razor Jane jumps gap and lands on the ramp."),
    (
        {"type": "jump", "by": "r", "name": "gap", "landed": "short"},
        "Razor Jane jumps gap and lands short of the ramp.",
    ),
    (
        {"type": "jump", "by": "r", "name": "gap", "landed": "overshot"},
        "Razor Jane jumps gap and overshoots the ramp.",
    ),
    ({"type": "counter", "by": "r", "squares": 1}, "Razor Jane drops a counter in a no-drop zone."),
    ({"type": "counter", "by": "r", "squares": 1, "gas": True}, "Razor Jane drops a cloud in a no-drop zone."),
    ({"type": "surrender", "of": "s"}, "Saint Otto surrenders."),
    ({"type": "surrender", "of": "s", "to": "r"}, "Saint Otto surrenders to Razor Jane."),
    ({"type": "left_arena", "of": "s"}, "Saint Otto leaves the arena."),
    ({"type": "takeover", "of": "s", "into": "r"}, "A survivor of Saint Otto takes over Razor Jane."),
    ({"type": "time_called"}, "Time is called."),
]
DUEL: dict[str, Any] = {
    "duelists": [
        {"id": "r", "name": "Razor Jane"},
        {"id": "s", "name": "Saint Otto", "occupants": 2},
        {"id": "w", "name": "Grey Wolf"},
    ]
}


@pytest.mark.rule("CW-S-002", "CW-S-019", "CW-S-021", "CW-S-022", "CW-S-030", "CW-S-049")
@pytest.mark.parametrize(("event", "sentence"), WORDS)
def test_each_event_is_told_in_a_sentence(event: dict[str, Any], sentence: str) -> None:
    duel = read_duel_document(DUEL).duel()
    assert event_sentence(duel, msgspec.convert({"turn": 1, "phase": 1, **event}, DuelEvent)) == sentence


def test_every_type_of_event_and_of_cause_is_in_words() -> None:
    events = {kind.__struct_config__.tag for kind in get_args(DuelEvent)}
    causes = {kind.__struct_config__.tag for kind in get_args(Cause)}
    assert {event["type"] for event, _ in WORDS} == events
    assert {cause.type for cause in BOOK.cause_kinds} == causes


def test_the_log_of_a_duel_reads_as_a_story() -> None:
    assert BOOK.narrate(EXAMPLE, EXAMPLE["events"])[0] == "Razor Jane hits Saint Otto and puts them in a hazard."


def everything() -> dict[str, Any]:
    """A duel whose settings and arena allow every type of event."""
    features = {"a": {"points": 5}}
    settings = {"surrender": True, "exit_arena": True, "takeover": True}
    return {**DUEL, "settings": settings, "arena": {"checkpoints": features, "targets": features, "jumps": features}}


def test_forms_ask_for_every_field_of_every_event() -> None:
    kinds = {kind.type: kind for kind in BOOK.event_kinds(everything())}
    for event in get_args(DuelEvent):
        asked = {field.name for field in kinds[event.__struct_config__.tag].fields}
        stored = {field.name for field in msgspec.structs.fields(event)}
        assert asked == stored - {"turn", "phase", "ruled"}


@pytest.mark.rule("CW-S-013", "CW-S-014", "CW-S-020", "CW-S-024", "CW-S-049")
@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({"settings": {"advanced_fire": False}}, {"burn_modifier", "fire_roll"}),
        ({"settings": {"no_drop_zones": False}}, {"counter"}),
        ({}, set()),
    ],
)
def test_forms_leave_out_what_the_duel_cannot_have(changes: dict[str, Any], missing: set[str]) -> None:
    never = {"surrender", "left_arena", "takeover", "checkpoint", "target", "jump"}
    every = {kind.type for kind in BOOK.event_kinds(everything())}
    assert {kind.type for kind in BOOK.event_kinds({**DUEL, **changes})} == every - never - missing


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"type": "hit", "by": "r"}, "This is no event: Object missing required field `type`. Correct that field."),
        (3, "This is no event: Expected `object`, got `int`. Correct that field."),
        ({"type": "dance"}, "This is no event: Invalid value 'dance' (at type). Correct that field."),
        (
            {"turn": 1, "phase": 1, "type": "kill", "on": "s", "part": "destroyed", "because": {"type": "attack"}},
            "This is no event: Object missing required field `by` (at because). Correct that field.",
        ),
    ],
)
def test_what_is_no_event_is_refused_with_the_field_that_is_wrong(event: object, sentence: str) -> None:
    if isinstance(event, dict) and event.get("type") == "hit":
        event = {key: value for key, value in event.items() if key != "type"}
    with pytest.raises(Malformed) as refusal:
        BOOK.read_event(event)
    assert refusal.value.sentence == sentence


def test_a_cause_that_is_nested_too_deeply_is_refused() -> None:
    cause: dict[str, Any] = {"type": "attack", "by": "r"}
    for _ in range(5000):
        cause = {"type": "lost_control", "because": cause}
    with pytest.raises(Malformed, match="nested too deeply"):
        BOOK.read_event({"turn": 1, "phase": 1, "type": "kill", "on": "s", "part": "mobility", "because": cause})


def test_every_fault_of_a_duel_is_named() -> None:
    with pytest.raises(Malformed) as refusal:
        BOOK.read_duel({"duelists": [{"id": "r", "occupants": 9, "speed": 33}] * 2})
    assert len(refusal.value.together) > 3


@pytest.mark.rule("CW-S-035", "CW-S-036", "CW-S-055", "CW-S-057")
def test_what_became_of_whom_is_said_for_the_report() -> None:
    scored = BOOK.score(
        {
            "duelists": [
                {"id": "a1", "team": "a", "occupants": 2},
                {"id": "a2", "team": "a"},
                {"id": "b1", "team": "b"},
                {"id": "c1", "team": "c"},
            ],
            "arena": {"checkpoints": {"gate": {"points": 5}}},
            "events": [
                {"turn": 1, "phase": 1, "type": "checkpoint", "by": "c1", "name": "gate"},
                {"turn": 1, "phase": 1, "type": "crew", "of": "a1", "alive": 1, "can_drive": True},
                {
                    "turn": 1,
                    "phase": 2,
                    "type": "kill",
                    "on": "b1",
                    "part": "destroyed",
                    "because": {"type": "attack", "by": "a1"},
                },
                {"turn": 1, "phase": 3, "type": "control", "of": "a2", "state": "rolling"},
                {"turn": 1, "phase": 4, "type": "time_called"},
            ],
        }
    )
    outcomes = {outcome.id: outcome for outcome in scored.outcomes}
    assert outcomes["a1"] == DuelistOutcome(
        id="a1",
        team="a",
        place=1,
        occupants=2,
        alive=1,
        can_drive=True,
        can_fire=True,
        control="controlled",
        speed=20,
        on_fire=False,
        destroyed=False,
        left_arena=False,
        surrendered=False,
        kills=1,
        scores=1,
    )
    assert (outcomes["b1"].destroyed, outcomes["c1"].scores, outcomes["a2"].control) == (True, 1, "rolling")
    assert (scored.points, scored.places) == ({"a": 46, "b": -38, "c": 8}, {"a": 1, "b": 3, "c": 2})
    assert scored.end_rule == "CW-S-037"


@pytest.mark.rule("CW-S-035", "CW-S-036")
@pytest.mark.parametrize(
    ("settings", "events", "places"),
    [
        # nobody did anything: all are level, and share the first place
        ({"turn_limit": 1}, [], {"a": 1, "b": 1, "c": 1}),
        # a wins by the threshold, and the others are level
        (
            {"instant_win_threshold": 20, "held_win_threshold": 20},
            [{"type": "kill", "on": "b", "part": "mobility", "because": {"type": "attack", "by": "a"}}],
            {"a": 1, "b": 3, "c": 2},
        ),
    ],
)
def test_places_of_teams_follow_from_those_of_their_vehicles(
    settings: dict[str, Any], events: list[dict[str, Any]], places: dict[str, int]
) -> None:
    duel = {"duelists": [{"id": id} for id in "abc"], "settings": settings, "closed": 5}
    scored = BOOK.score({**duel, "events": [{"turn": 1, "phase": 1, **event} for event in events]})
    assert scored.places == places
