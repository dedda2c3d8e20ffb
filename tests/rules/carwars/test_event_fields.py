"""What the forms of a referee's table say of each event: its name, its rule, and what each field asks for."""

from __future__ import annotations

import pytest

from tests.rules.carwars.test_duel_book import BOOK, everything

FORMS = {
    "hit": (
        "Hit",
        "CW-S-018",
        {"by": "Who did it", "on": "To whom", "hazard": "It also inflicted a hazard"},
    ),
    "hazard": (
        "Hazard",
        "CW-S-046",
        {"by": "Who did it", "on": "To whom"},
    ),
    "kill": (
        "Kill",
        "CW-S-005",
        {"on": "To whom", "part": "What became of it", "because": "Cause"},
    ),
    "not_killed": (
        "Not out yet",
        "CW-S-010",
        {"on": "To whom", "note": "Note"},
    ),
    "speed": (
        "Speed",
        "CW-S-019",
        {"of": "Vehicle", "mph": "Miles an hour, below 0 in reverse", "voluntary": "The driver chose it"},
    ),
    "control": (
        "Control",
        "CW-S-030",
        {"of": "Vehicle", "state": "State"},
    ),
    "crew": (
        "Crew",
        "CW-S-008",
        {"of": "Vehicle", "alive": "How many aboard are alive", "can_drive": "Somebody aboard can drive"},
    ),
    "armed": (
        "Ammunition",
        "CW-S-011",
        {"of": "Vehicle", "can_fire": "It has a working weapon with ammunition"},
    ),
    "reach": (
        "Can still harm",
        "CW-S-010",
        {"of": "Vehicle", "reaches": "It can still harm somebody before it stops"},
    ),
    "burn_modifier": (
        "Burn modifier",
        "CW-S-049",
        {"by": "Who did it", "on": "To whom", "modifier": "Modifier", "turns": "Turns it lasts after this one"},
    ),
    "extinguished": (
        "Fire put out",
        "CW-S-049",
        {"on": "To whom", "personal": "A personal extinguisher"},
    ),
    "fire_roll": (
        "Roll for fire",
        "CW-S-050",
        {"on": "To whom", "roll": "Sum of the dice"},
    ),
    "checkpoint": (
        "Checkpoint",
        "CW-S-020",
        {"by": "Who did it", "name": "Name on the arena's sheet"},
    ),
    "target": (
        "Target",
        "CW-S-021",
        {
            "by": "Who did it",
            "name": "Name on the arena's sheet",
            "points": "Points of damage",
            "damage": "Kind of damage",
        },
    ),
    "jump": (
        "Jump",
        "CW-S-022",
        {"by": "Who did it", "name": "Name on the arena's sheet", "landed": "Landing"},
    ),
    "counter": (
        "Counter in a no-drop zone",
        "CW-S-024",
        {
            "by": "Who did it",
            "width": "Width in the zone, hundredths of an inch",
            "length": "Length in the zone, hundredths of an inch",
            "squares": "Squares of the zone, instead of width and length",
            "gas": "Smoke, paint or sand",
            "projector": "The whole counter of a fluid projector",
        },
    ),
    "surrender": (
        "Surrender",
        "CW-S-013",
        {"of": "Vehicle", "to": "To whom"},
    ),
    "left_arena": (
        "Left the arena",
        "CW-S-013",
        {"of": "Vehicle"},
    ),
    "takeover": (
        "Takeover",
        "CW-S-014",
        {"of": "Vehicle", "into": "The vehicle taken over"},
    ),
    "time_called": (
        "Time called",
        "CW-S-037",
        {},
    ),
}
"""The label, the rule and the labels of the fields of each type of event, in the order of the forms."""
CHOICES = {
    ("kill", "part"): {
        "mobility": "can no longer move under power",
        "complete": "can no longer affect the duel",
        "destroyed": "is destroyed",
    },
    ("control", "state"): {
        "controlled": "is in control",
        "skidding": "skids",
        "spinning": "spins",
        "rolling": "rolls over",
    },
    ("target", "damage"): {
        "vehicular": "vehicular",
        "burst": "burst",
        "flechette": "flechette",
        "hand_weapon": "hand weapon",
    },
    ("jump", "landed"): {
        "ramp": "lands on the ramp",
        "overshot": "overshoots the ramp",
        "short": "lands short of the ramp",
    },
}
"""The choices of a field, each with its words."""
CAUSES = [
    ("attack", "It was hit or rammed", "by", ""),
    ("lost_control", "A hazard cost the driver control, because …", "", "l"),
    ("pushed", "A pushed car collided with it: which, and because …", "driver", "lc"),
    ("bounced", "The driver rammed a car and lost control by it", "off", ""),
    ("avoided", "The driver was avoiding what somebody dropped", "owner", ""),
    ("shed_obstacle", "An obstacle fell off a car", "by", ""),
    ("burned", "The fire on it, or on another car", "on", "e"),
    ("nobody", "The driver's own maneuver, or the arena", "", ""),
]
"""The links of a chain of causes: type, words, the part that says who, and whether it leads on (l), has a driver who
may have chosen it (c), and may name nobody (e)."""


@pytest.mark.rule(
    "CW-S-002", "CW-S-005", "CW-S-008", "CW-S-010", "CW-S-011", "CW-S-013", "CW-S-014", "CW-S-018", "CW-S-019",
    "CW-S-020", "CW-S-021", "CW-S-022", "CW-S-024", "CW-S-030", "CW-S-037", "CW-S-046", "CW-S-049", "CW-S-050",
)  # fmt: skip
def test_every_event_has_its_name_its_rule_and_the_names_of_its_fields() -> None:
    kinds = BOOK.event_kinds(everything())
    found = {kind.type: (kind.label, kind.rule, {field.name: field.label for field in kind.fields}) for kind in kinds}
    assert list(found) == list(FORMS)
    assert found == FORMS


@pytest.mark.rule("CW-S-002", "CW-S-005", "CW-S-021", "CW-S-022", "CW-S-030")
def test_every_choice_has_its_words() -> None:
    found = {
        (kind.type, field.name): dict(field.choices)
        for kind in BOOK.event_kinds(everything())
        for field in kind.fields
        if field.kind == "choice" and field.name != "name"
    }
    assert found == CHOICES


@pytest.mark.rule("CW-S-002", "CW-S-040")
def test_every_cause_has_its_words_and_says_who() -> None:
    found = [
        (
            *(cause.type, cause.label, cause.who),
            "l" * cause.leads_on + "c" * cause.by_choice + "e" * cause.may_be_empty,
        )
        for cause in BOOK.cause_kinds
    ]
    assert found == CAUSES


@pytest.mark.rule("CW-S-020", "CW-S-021", "CW-S-022")
@pytest.mark.parametrize(
    ("shelf", "event"), [("checkpoints", "checkpoint"), ("targets", "target"), ("jumps", "jump")]
)
def test_a_feature_of_the_arena_is_offered_in_its_own_form_alone(shelf: str, event: str) -> None:
    arena = {"checkpoints": {}, "targets": {}, "jumps": {}, shelf: {"gate": {"points": 5}}}
    kinds = {kind.type: kind for kind in BOOK.event_kinds({**everything(), "arena": arena})}
    assert kinds.keys() & {"checkpoint", "target", "jump"} == {event}
    (name,) = (field for field in kinds[event].fields if field.name == "name")
    assert name.choices == (("gate", "gate"),)


@pytest.mark.rule("CW-S-013", "CW-S-014")
@pytest.mark.parametrize(
    ("setting", "event"), [("surrender", "surrender"), ("exit_arena", "left_arena"), ("takeover", "takeover")]
)
def test_an_event_that_an_answer_allows_is_offered_by_that_answer_alone(setting: str, event: str) -> None:
    kinds = {kind.type for kind in BOOK.event_kinds({**everything(), "settings": {setting: True}})}
    assert kinds & {"surrender", "left_arena", "takeover"} == {event}
