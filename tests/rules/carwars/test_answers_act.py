"""Every answer that the scorer reads acts: a duel is scored as printed and with another answer, and totals differ.

The totals were worked out by hand. An attack that kills is first blood too, and is worth 1 more. Each duel goes on
after its last event, so that no bonus of the end is in the totals, unless its case says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from rules.carwars.questionnaire import find_question
from rules.carwars.scoring.answers import arena_with_points, scoring_settings
from rules.carwars.scoring.causes import Attack, Avoided, Bounced, Burned, Pushed, ShedObstacle
from rules.carwars.scoring.duel import Duel, Duelist
from rules.carwars.scoring.event_checks import DuelEventsRefused
from rules.carwars.scoring.events import (
    BurnModifier,
    Checkpoint,
    Counter,
    Crew,
    DuelEvent,
    Extinguished,
    FireRoll,
    Jump,
    LeftArena,
    Surrender,
    Takeover,
    Target,
)
from rules.carwars.scoring.score import ScoreSheet, score_duel
from rules.core.refusals import Malformed
from tests.rules.carwars.duels import at, disarmed, hit, kill, speed

FEATURES = {"checkpoints": ["north"], "targets": ["barrel"], "jumps": ["gap"]}
Outcome = Mapping[str, Any] | str
"""The totals of vehicles, where they are not 0; or the words with which the events are refused."""


def answered(key: str, **parts: Any) -> dict[str, dict[str, Any]]:
    """The printed answer to a question, with other values for some parts."""
    return {key: {**find_question(key).printed_answer, **parts}}


def scored_by(answers: Mapping[str, Any], events: Sequence[DuelEvent]) -> ScoreSheet:
    """The sheet of a duel of three vehicles by those answers, five phases after its start or at its last event."""
    duelists = tuple(Duelist(id=letter) for letter in "abc")
    duel = Duel(duelists, scoring_settings(answers), arena_with_points(answers, FEATURES))
    return score_duel(duel, events, closed=5)


def outcome_by(answers: Mapping[str, Any], events: Sequence[DuelEvent]) -> Outcome:
    """The score of a duel by those answers."""
    try:
        sheet = scored_by(answers, events)
    except DuelEventsRefused as refusal:
        return refusal.sentence
    return {id: score.total for id, score in sheet.scores.items() if score.total}


MODIFIERS = [
    BurnModifier(**at(1), by="a", on="c", modifier=3, turns=3),
    BurnModifier(**at(2), by="b", on="c", modifier=6, turns=3),
]
"""The modifiers of the source's example: 3 of the first, and 6 of the second."""


@pytest.mark.parametrize(
    ("key", "changed", "events", "outcomes"),
    [
        # A counter of 1/2 inch is 1 square of -7, one of a full inch is 4.
        pytest.param(
            "fire.fluid_projector_counter", {"size": "one_inch"}, [Counter(**at(3), by="a", projector=True)],
            ({"a": -7}, {"a": -28}), marks=pytest.mark.rule("CW-Q-067"),
        ),
        # As printed the fire of 6 kills c for whoever lit it: 20 + 20 less the same for c. Else it is no cause.
        pytest.param(
            "burn.advanced_rules", {"advanced_fire": False},
            [MODIFIERS[1], FireRoll(**at(3), on="c", roll=5), kill(3, "c", Burned())],
            ({"b": 40, "c": -40}, "advanced fire rules"), marks=pytest.mark.rule("CW-Q-095"),
        ),
        # A personal extinguisher takes the 3 of a away: b lit it with 6. Else a did too, and was first.
        pytest.param(
            "burn.pfe_on_mods", {"removes_modifiers": False},
            [
                MODIFIERS[0], Extinguished(**at(2), on="c", personal=True), MODIFIERS[1],
                FireRoll(**at(3), on="c", roll=3), kill(3, "c", Burned()),
            ],
            ({"b": 40, "c": -40}, {"a": 40, "c": -40}), marks=pytest.mark.rule("CW-Q-109"),
        ),
        # 20 + 20 and first blood, and -40; else 25 + 20 and first blood, and b loses nothing.
        pytest.param(
            "duel.points", {"mobility_kill": 25, "loss_equals_gain": False}, [kill(3, "b", "a")],
            ({"a": 41, "b": -40}, {"a": 46}), marks=pytest.mark.rule("CW-Q-147"),
        ),
        # After one turn it is over: each driver alive is worth 2, and each car that rolls 1.
        pytest.param(
            "duel.end_conditions", {"turn_limit": 1}, [kill(3, "b", "a", "mobility")],
            ({"a": 21, "b": -20}, {"a": 24, "b": -17, "c": 3}), marks=pytest.mark.rule("CW-Q-148"),
        ),
        # Whoever it surrenders to is credited with both parts of the kill.
        pytest.param(
            "duel.surrender", {"surrender": True}, [Surrender(**at(3), of="b", to="a")],
            ("nobody may surrender", {"a": 40, "b": -40}), marks=pytest.mark.rule("CW-Q-152"),
        ),
        pytest.param(
            "duel.surrender", {"exit_arena": True}, [hit(2, "a", "b"), LeftArena(**at(3), of="b")],
            ("nobody may leave", {"a": 1}), marks=pytest.mark.rule("CW-Q-152"),
        ),
        # A car that stands and is dry is out, for whoever made it a mobility kill.
        pytest.param(
            "duel.ammo_out", {"ammo_out": False},
            [kill(3, "b", "a", "mobility"), speed(3, "b", 0), disarmed(3, "b")],
            ({"a": 41, "b": -40}, {"a": 21, "b": -20}), marks=pytest.mark.rule("CW-Q-153"),
        ),
        # b gets into c, whose crew is dead, and shoots with it.
        pytest.param(
            "duel.vehicle_takeover", {"takeover": True},
            [Crew(**at(1), of="c", alive=0, can_drive=False), Takeover(**at(2), of="b", into="c"), hit(3, "c", "a")],
            ("nobody may take over", {"c": 1}), marks=pytest.mark.rule("CW-Q-156"),
        ),
        pytest.param(
            "duel.credit_swerve", {"credit_swerve": False}, [kill(3, "b", Avoided(owner="a"))],
            ({"a": 40, "b": -40}, {"b": -40}), marks=pytest.mark.rule("CW-Q-157"),
        ),
        pytest.param(
            "duel.credit_bounce", {"credit_bounce": False}, [kill(3, "b", Bounced(off="a"))],
            ({"a": 40, "b": -40}, {"b": -40}), marks=pytest.mark.rule("CW-Q-158"),
        ),
        # b still rolls: the referee has to judge whether it can harm somebody; else it is out at once.
        pytest.param(
            "duel.coasting_kill", {"coasting_kill": "immediate"},
            [kill(3, "b", "a", "mobility"), disarmed(3, "b")],
            ({"a": 21, "b": -20}, {"a": 41, "b": -40}), marks=pytest.mark.rule("CW-Q-159"),
        ),
        # a rams b, and b is pushed into c.
        pytest.param(
            "duel.credit_push", {"credit_push": "last_contact"},
            [kill(3, "c", Pushed(driver="b", because=Attack(by="a")))],
            ({"a": 40, "c": -40}, {"b": 40, "c": -40}), marks=pytest.mark.rule("CW-Q-160"),
        ),
        pytest.param(
            "arena.jump_definition", {"jump_points": 7}, [Jump(**at(3), by="a", name="gap")],
            ({}, {"a": 7}), marks=pytest.mark.rule("CW-Q-162"),
        ),
        pytest.param(
            "arena.checkpoint_definition", {"checkpoint_points": 5}, [Checkpoint(**at(3), by="a", name="north")],
            ({}, {"a": 5}), marks=pytest.mark.rule("CW-Q-163"),
        ),
        pytest.param(
            "arena.target_definition", {"target_points": 6}, [Target(**at(3), by="a", name="barrel")],
            ({}, {"a": 6}), marks=pytest.mark.rule("CW-Q-164"),
        ),
        # 4 squares of -7, or of -5.
        pytest.param(
            "arena.no_drop_zones", {"no_drop_rate": -5}, [Counter(**at(3), by="a", squares=4)],
            ({"a": -28}, {"a": -20}), marks=pytest.mark.rule("CW-Q-165"),
        ),
        pytest.param(
            "arena.no_drop_zones", {"no_drop_zones": False}, [Counter(**at(3), by="a", squares=4)],
            ({"a": -28}, "no no-drop zones"), marks=pytest.mark.rule("CW-Q-165"),
        ),
        # 1.1 by 1 inch is 3 by 2 squares of -7, or 4.4 squares.
        pytest.param(
            "arena.no_drop_partial", {"no_drop_partial": "exact_area"},
            [Counter(**at(3), by="a", width=110, length=100)],
            ({"a": -42}, {"a": Fraction(-154, 5)}), marks=pytest.mark.rule("CW-Q-166"),
        ),
        pytest.param(
            "arena.no_drop_gases", {"no_drop_gases": False}, [Counter(**at(3), by="a", squares=4, gas=True)],
            ({"a": -28}, {}), marks=pytest.mark.rule("CW-Q-167"),
        ),
        # A roll of 5 is within the 6 of b alone; else the two share it.
        pytest.param(
            "duel.credit_fire", {"credit_fire": "even_split"},
            [*MODIFIERS, FireRoll(**at(3), on="c", roll=5), kill(3, "c", Burned())],
            ({"b": 40, "c": -40}, {"a": 20, "b": 20, "c": -40}), marks=pytest.mark.rule("CW-Q-168"),
        ),
        # a inflicted the last hazard on b, whose obstacle kills c; the hit is first blood.
        pytest.param(
            "duel.credit_shed_obstacle", {"credit_shed_obstacle": "shedder"},
            [hit(1, "a", "b", hazard=True), kill(3, "c", ShedObstacle(by="b"))],
            ({"a": 41, "c": -40}, {"a": 1, "b": 40, "c": -40}), marks=pytest.mark.rule("CW-Q-169"),
        ),
    ],
)  # fmt: skip
def test_another_answer_scores_the_same_duel_otherwise(
    key: str, changed: dict[str, Any], events: list[DuelEvent], outcomes: tuple[Outcome, Outcome]
) -> None:
    for answers, expected in zip(({}, answered(key, **changed)), outcomes, strict=True):
        found = outcome_by(answers, events)
        if isinstance(expected, str):
            assert expected in found
        else:
            assert found == expected


@pytest.mark.parametrize(
    ("key", "events", "rule"),
    [
        pytest.param(
            "duel.mobility_kill_definition", [Crew(**at(3), of="b", alive=1, can_drive=False)],
            ("CW-S-008", "CW-Q-149"), marks=pytest.mark.rule("CW-Q-149"),
        ),
        pytest.param(
            "duel.complete_kill_definition", [kill(3, "b", "a", "mobility"), disarmed(3, "b")],
            ("CW-S-010", "CW-Q-150"), marks=pytest.mark.rule("CW-Q-150"),
        ),
        pytest.param(
            "duel.complete_kill_definition",
            [kill(3, "b", "a", "mobility"), Crew(**at(3), of="b", alive=0, can_drive=False)],
            ("CW-S-009", "CW-Q-150"), marks=pytest.mark.rule("CW-Q-150"),
        ),
    ],
)  # fmt: skip
def test_the_referee_is_asked_by_their_own_definition(
    key: str, events: list[DuelEvent], rule: tuple[str, str]
) -> None:
    (printed,) = scored_by({}, events).proposals
    (own,) = scored_by(answered(key, definition="It stands\n for a turn. "), events).proposals
    assert (printed.rule, own.rule) == (rule[0], rule[0])
    assert own.sentence == f"{printed.sentence} The referee's answer to {rule[1]} says: It stands for a turn."
    reworded = str(find_question(key).printed_answer["definition"]).replace("\n", "\r\n ")
    assert scored_by(answered(key, definition=reworded), events).proposals == (printed,)


@pytest.mark.rule("CW-Q-067", "CW-S-025")
@pytest.mark.parametrize(
    ("sides", "points"), [((0, 0), -7), ((50, 50), -7), ((20, 10), -7), ((51, 10), "50 hundredths of an inch")]
)
def test_a_counter_of_a_fluid_projector_is_no_larger_than_the_answer_says(
    sides: tuple[int, int], points: int | str
) -> None:
    found = outcome_by({}, [Counter(**at(3), by="a", width=sides[0], length=sides[1], projector=True)])
    if isinstance(points, str):
        assert points in found
    else:
        assert found == {"a": points}


@pytest.mark.rule("CW-Q-067", "CW-S-025")
@pytest.mark.parametrize(("side", "outcome"), [(100, -28), (101, "100 hundredths of an inch")])
def test_the_larger_counter_of_a_fluid_projector_is_an_inch_wide(side: int, outcome: int | str) -> None:
    answers = answered("fire.fluid_projector_counter", size="one_inch")
    found = outcome_by(answers, [Counter(**at(3), by="a", width=side, length=100, projector=True)])
    assert found == {"a": outcome} if isinstance(outcome, int) else outcome in found
    exactly = answers | answered("arena.no_drop_partial", no_drop_partial="exact_area")
    assert outcome_by(exactly, [Counter(**at(3), by="a", projector=True)]) == {"a": -28}


@pytest.mark.rule("CW-Q-149", "CW-Q-150")
@pytest.mark.parametrize("text", ["x" * 2001, "a\x1b[2J"])
def test_a_definition_that_cannot_be_printed_is_refused(text: str) -> None:
    for name in ("mobility_kill_definition", "complete_kill_definition"):
        settings = scoring_settings({}).__class__(**{name: text})
        with pytest.raises(Malformed, match=f"{name} has at most 2000 printable characters"):
            score_duel(Duel((Duelist(id="a"), Duelist(id="b")), settings), [])
