"""The referee's questionnaire: its counts, its printed answers, and what is no answer."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rules.carwars
from rules.carwars.questionnaire import (
    COMMENTS,
    QUESTIONNAIRE,
    find_question,
    questions,
    refuse_bad_answers,
    sections,
)
from rules.carwars.scoring.answers import SETTINGS, arena_with_points, scoring_settings, setting_of
from rules.carwars.scoring.duel import Feature
from rules.carwars.scoring.settings import ScoringSettings
from rules.core.refusals import Malformed, Unknown
from rules.match.referee.questionnaire import Part
from tools.rulebook import read_table

CHECKOUT = Path(rules.carwars.__file__).parents[2]
COUNTED = {key: question for key, question in questions().items() if key != COMMENTS}
KNOWN = read_table(CHECKOUT / "docs" / "rules" / "carwars.tsv")


def answered(key: str, **values: Any) -> dict[str, dict[str, Any]]:
    """The printed answer to a question, with other values for some parts."""
    return {key: find_question(key).printed_answer | values}


def test_there_are_169_questions_in_17_sections_and_the_comments() -> None:
    assert len(COUNTED) == 169
    assert [section.code for section in sections()] == [
        "COMMENTS", "VC-PP", "VC-GEN", "VC-PWR", "VC-ARM", "VC-WPN", "VC-ACC", "VC-TRK", "CH-PP", "CH-GEN", "CB-PP",
        "CB-DRP", "CB-DIR", "CB-OTH", "FIRE", "MOVE", "CRASH", "SCORE",
    ]  # fmt: skip
    assert [len(section.questions) for section in sections()] == [
        1, 4, 4, 1, 4, 4, 6, 3, 5, 2, 6, 19, 23, 13, 19, 21, 12, 23,
    ]  # fmt: skip
    assert Counter(question.kind for question in COUNTED.values()) == {"preference": 39, "ambiguity": 130}
    assert Counter(question.scope for question in COUNTED.values()) == {
        "helper": 58, "scorer": 22, "league": 7, "design": 6, "engine": 24, "text": 52,
    }  # fmt: skip


def test_every_question_has_its_id_its_words_and_a_printed_answer_that_is_one() -> None:
    assert [question.id for question in COUNTED.values()] == [f"CW-Q-{number:03}" for number in range(1, 170)]
    for key, question in COUNTED.items():
        assert "?" in question.question, key
        assert question.printed.endswith("."), key
        assert question.authority, key
        assert bool(question.acts) is (question.scope != "text"), key
        assert set(question.procedures) <= set(KNOWN), key
        refuse_bad_answers({key: question.printed_answer})


def test_no_part_is_named_twice_and_a_part_that_depends_on_another_names_one_of_its_values() -> None:
    for key, question in questions().items():
        parts = {part.name: part for part in question.parts}
        assert len(parts) == len(question.parts) > 0, key
        for part in question.parts:
            if part.only_if is not None:
                other, value = part.only_if
                assert value in ((True, False) if parts[other].kind == "yes_no" else parts[other].values), key


def test_a_section_has_only_fields_that_are_read() -> None:
    for path in sorted((CHECKOUT / "rules" / "carwars" / "questions").glob("*.toml")):
        assert set(tomllib.loads(path.read_text(encoding="utf-8"))) - {"counted"} == {
            "code", "title", "group", "freezes", "question",
        }, path  # fmt: skip
    assert [section.code for section in sections() if not section.counted] == ["COMMENTS"]


def test_a_need_names_another_question_a_part_of_it_and_values_it_may_have() -> None:
    needing = [(question, need) for question in COUNTED.values() for need in question.needs]
    assert len(needing) == 25
    for question, need in needing:
        parts = {part.name: part for part in find_question(need.key).parts}
        assert need.key != question.key
        assert set(need.among) <= set(values_of(parts[need.part])), question.key
        assert not QUESTIONNAIRE.contradictions({question.key: question.printed_answer}), question.key
        if need.only_when is not None:
            own = {part.name: part for part in question.parts}
            assert need.only_when[1] in values_of(own[need.only_when[0]]), question.key


def values_of(part: Part) -> tuple[str | bool, ...]:
    """The values of a choice, a set of choices, or yes and no."""
    return (True, False) if part.kind == "yes_no" else part.values


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ([("arena.no_drop_zones", {"no_drop_zones": False})], []),
        (
            [("arena.no_drop_zones", {"no_drop_zones": False}), ("arena.no_drop_gases", {"no_drop_gases": False})],
            [("arena.no_drop_gases", "arena.no_drop_zones")],
        ),
        (
            [("burn.advanced_rules", {"advanced_fire": False}), ("duel.credit_fire", {"credit_fire": "even_split"})],
            [("duel.credit_fire", "burn.advanced_rules")],
        ),
        (
            [("design.allowed_bodies", {"bodies": ["car"]}), ("fire.trike_targeting", {"rule": "cwc2"})],
            [("fire.trike_targeting", "design.allowed_bodies")],
        ),
        ([("design.allowed_bodies", {"bodies": ["trike"]}), ("fire.trike_targeting", {"rule": "cwc2"})], []),
        (
            [("crew.allowed_gear", {"gear": []}), ("burn.pfe_on_mods", {"removes_modifiers": False})],
            [("burn.pfe_on_mods", "crew.allowed_gear")],
        ),
        ([("duel.end_conditions", {"end_mode": "fixed_turn"}), ("duel.points", {"mobility_kill": 25})], []),
        (
            [
                ("duel.end_conditions", {"end_mode": "fixed_turn"}),
                ("duel.points", {"bonuses_count_toward_threshold": True}),
            ],
            [("duel.points", "duel.end_conditions")],
        ),
    ],
)
def test_answers_that_mean_nothing_beside_others_are_found(
    answers: list[tuple[str, dict[str, Any]]], found: list[tuple[str, str]]
) -> None:
    given = {key: answer for name, values in answers for key, answer in answered(name, **values).items()}
    contradictions = QUESTIONNAIRE.contradictions(given)
    assert [(contradiction.key, contradiction.other) for contradiction in contradictions] == found
    for contradiction in contradictions:
        ids = [find_question(key).id for key in (contradiction.key, contradiction.other)]
        assert all(id in contradiction.sentence for id in ids)


@pytest.mark.parametrize(
    ("least", "most", "says"),
    [
        (20, 40, ""),
        (40, 40, ""),
        (45, 40, "40 is below “Lowest starting speed”, 45: raise the one or lower the other"),
    ],
)
def test_a_number_may_not_be_below_another_part(least: int, most: int, says: str) -> None:
    speeds = answered("duel.start_speed", start_speed_least=least, start_speed_most=most)
    if not says:
        refuse_bad_answers(speeds)
        return
    with pytest.raises(Malformed, match=says) as refused:
        refuse_bad_answers(speeds)
    assert refused.value.pointer == "/duel.start_speed/start_speed_most"


@pytest.mark.parametrize(
    ("key", "values", "says"),
    [
        ("design.allowed_bodies", {"bodies": ["tank"]}, "choose among car"),
        ("design.allowed_bodies", {"bodies": ["car", "car"]}, "without repetitions"),
        ("design.allowed_bodies", {"bodies": "car"}, "give a list"),
        ("duel.points", {"mobility_kill": "20"}, "give a number"),
        ("duel.points", {"mobility_kill": True}, "give a number"),
        ("duel.points", {"mobility_kill": 1001}, "from 0 to 1000"),
        ("duel.points", {"mobility_kill": 0.5}, "in steps of 1"),
        ("duel.points", {"loss_equals_gain": "yes"}, "yes or no"),
        ("duel.points", {"more": 1}, "has no part 'more'"),
        ("duel.credit_push", {"credit_push": "C"}, "choose one of initiator, last_contact"),
        ("duel.mobility_kill_definition", {"definition": "x" * 2001}, "at most 2000"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_refused_in_a_sentence(key: str, values: dict[str, Any], says: str) -> None:
    with pytest.raises(Malformed, match=says) as refused:
        refuse_bad_answers(answered(key, **values))
    assert refused.value.pointer.startswith(f"/{key}")


def test_an_answer_lacks_no_part_and_is_no_list() -> None:
    with pytest.raises(Malformed, match="lacks its part complete_kill_extra"):
        refuse_bad_answers({"duel.points": {"mobility_kill": 20}})
    with pytest.raises(Malformed, match="a value for each part"):
        refuse_bad_answers({"duel.points": [20]})


def test_a_question_there_is_none_is_unknown() -> None:
    with pytest.raises(Unknown, match=r"no question 'duel\.luck'"):
        refuse_bad_answers({"duel.luck": {}})


@pytest.mark.rule("CW-S-001")
def test_the_printed_answers_are_the_printed_settings_of_the_scorer() -> None:
    assert scoring_settings({}) == ScoringSettings()
    read = {setting_of(key, part.name) for key, question in questions().items() for part in question.parts} - {""}
    assert read == SETTINGS


def other_value(part: Part) -> Any:
    """Another value than the printed one."""
    match part.kind:
        case "yes_no":
            return not part.default
        case "choice":
            return next(value for value in part.values if value != part.default)
        case "text":
            return "In the referee's own words."
        case _:
            return part.highest if part.at_least or part.default == part.lowest else part.lowest


@pytest.mark.rule(
    "CW-Q-067",
    "CW-Q-095",
    "CW-Q-109",
    "CW-Q-147",
    "CW-Q-148",
    "CW-Q-149",
    "CW-Q-150",
    "CW-Q-152",
    "CW-Q-153",
    "CW-Q-154",
    "CW-Q-156",
    "CW-Q-157",
    "CW-Q-158",
    "CW-Q-159",
    "CW-Q-160",
    "CW-Q-165",
    "CW-Q-166",
    "CW-Q-167",
    "CW-Q-168",
    "CW-Q-169",
)
@pytest.mark.parametrize(
    ("key", "name"),
    [(key, part.name) for key, question in COUNTED.items() for part in question.parts if setting_of(key, part.name)],
)
def test_every_answer_that_the_scorer_reads_changes_its_setting_and_no_other(key: str, name: str) -> None:
    (part,) = (part for part in find_question(key).parts if part.name == name)
    changed = scoring_settings(answered(key, **{name: other_value(part)}))
    printed = ScoringSettings()
    differing = {field for field in SETTINGS if getattr(changed, field) != getattr(printed, field)}
    assert differing == {setting_of(key, name)}


@pytest.mark.rule("CW-S-001", "CW-S-029")
def test_an_answer_changes_its_setting_and_a_hold_of_25_phases_is_five_turns() -> None:
    changed = answered("duel.end_conditions", phases_per_turn=3) | answered("duel.points", mobility_kill=15)
    settings = scoring_settings(changed)
    assert (settings.mobility_kill, settings.phases_per_turn, settings.held_phases) == (15, 3, 15)
    assert scoring_settings(answered("duel.end_conditions", held_win_phases=10)).held_phases == 10


@pytest.mark.rule("CW-S-020", "CW-S-021", "CW-S-022", "CW-Q-162", "CW-Q-163", "CW-Q-164")
def test_the_questionnaire_says_what_a_checkpoint_a_target_and_a_jump_are_worth() -> None:
    answers = answered("arena.checkpoint_definition", checkpoint_points=5)
    answers |= answered("arena.target_definition", target_points=6) | answered("arena.jump_definition", jump_points=7)
    arena = arena_with_points(answers, {"checkpoints": ["north"], "targets": ["barrel"], "jumps": ["gap"]})
    assert arena.checkpoints == {"north": Feature(points=5)}
    assert arena.targets == {"barrel": Feature(points=6)}
    assert arena.jumps == {"gap": Feature(points=7)}
    assert arena_with_points({}, {"jumps": ["gap"]}).jumps == {"gap": Feature(points=0)}
