"""Uses of a referee's procedures: entries with their dice, the answers they read, and what they came to."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.dice_paths import procedures_matching
from rules.campaign.season.answers import AnswerQuestions
from rules.campaign.season.procedures import (
    MOST_USES,
    PerformProcedure,
    ProcedurePerformed,
    TooManyUses,
    UseTaken,
)
from rules.campaign.season_end.off_season import next_season
from rules.campaign.steward.proposed_ids import proposals, with_proposed_ids
from rules.core.dice import FaceImpossible, NeedsDice
from rules.core.refusals import Malformed, Unknown
from rules.match.referee.procedures import InputsImpossible
from rules.match.registry import find_procedure, get_procedure_book, get_questionnaire, procedure_books
from tests.rules.campaign.memory_seasons import Table, signed

CREW = {"aboard": ["Ann", "Bob", "Cy"], "attacks": 2}


def perform(procedure: str, inputs: Any, use: str = "p1", **fields: Any) -> PerformProcedure:
    """The command that performs a procedure of the Car Wars referee."""
    return PerformProcedure(use=use, book="carwars", procedure=procedure, inputs=inputs, **fields)


def performed(table: Table, command: PerformProcedure, *faces: int) -> ProcedurePerformed:
    """The one fact of a use whose dice show these faces."""
    (stated,) = table.give(command, {f"procedures/{command.use}": faces} if faces else None)
    assert isinstance(stated, ProcedurePerformed)
    return stated


@pytest.mark.rule("HOUSE-015")
def test_a_use_keeps_its_inputs_faces_and_result() -> None:
    table = signed()
    stated = performed(table, perform("choose_who_is_hit", CREW, duel="d1", turn=3, phase=4), 3, 1)
    assert (stated.use, stated.procedure, stated.book, stated.version) == ("p1", "choose_who_is_hit", "carwars", 0)
    assert (stated.inputs, stated.answers, stated.faces) == (CREW, {}, [3, 1])
    assert (stated.duel, stated.turn, stated.phase) == ("d1", 3, 4)
    assert stated.values == {"hurt": ["Cy", "Ann"]}
    assert [(roll.path, roll.sides, roll.faces) for roll in stated.rolls] == [
        ("procedures/p1", 3, (3,)),
        ("procedures/p1", 3, (1,)),
    ]
    assert table.season.procedure_uses == ["p1"]


@pytest.mark.rule("HOUSE-015")
def test_a_use_without_dice_is_kept_too() -> None:
    table = signed()
    stated = performed(table, perform("collision_angle", {"heading": 0, "struck_heading": 180}))
    assert (stated.faces, stated.rolls) == ([], ())
    assert stated.values is not None
    assert table.season.procedure_uses == ["p1"]


@pytest.mark.rule("HOUSE-015")
def test_a_use_goes_by_the_answers_in_force_and_keeps_those_that_it_read() -> None:
    table = signed()
    answers = {"fire.crew_hit_allocation": {"who": "choose"}}
    unread = {"drop.own_counters": {"own_counters_act": False}}
    table.give(AnswerQuestions(questionnaire="carwars", version=7, answers={**answers, **unread}))
    stated = performed(table, perform("choose_who_is_hit", {**CREW, "chosen": ["Bob", "Bob"]}))
    assert (stated.version, stated.answers, stated.faces) == (7, answers, [])
    assert stated.values == {"hurt": ["Bob", "Bob"]}


@pytest.mark.rule("HOUSE-015")
def test_dice_that_fell_stand_where_the_inputs_turn_out_to_be_impossible() -> None:
    table = signed()
    printed = get_questionnaire("carwars").question("crew.reflex_mode").printed_answer
    answers = {"crew.reflex_mode": {**printed, "mode": "rolled"}}
    table.season.answers = {"carwars": answers}
    stated = performed(table, perform("handling_start", {"base": 3, "skill": 0}), 2)
    assert (stated.values, stated.faces) == (None, [2])
    assert table.season.procedure_uses == ["p1"]
    following = performed(table, perform("handling_start", {"base": 3, "skill": 0}, "p2"), 5)
    assert following.values == {"reflexes": 5, "total": 5, "bonus": 1, "start": 4, "recovery": 3}


@pytest.mark.rule("HOUSE-015")
def test_impossible_inputs_are_refused_before_any_die_falls() -> None:
    table = signed()
    table.refused(perform("choose_who_is_hit", {"aboard": ["Ann", "Ann"]}), InputsImpossible, "Ann")
    assert table.season.procedure_uses == []


@pytest.mark.rule("HOUSE-015")
def test_everything_wrong_with_the_inputs_is_said_at_its_field() -> None:
    with pytest.raises(Malformed) as refused:
        signed().give(perform("choose_who_is_hit", {"aboard": ["Ann", ""], "attacks": 21, "armed": True}))
    assert [(fault.pointer, fault.sentence) for fault in refused.value.together] == [
        ("/inputs/armed", "There is no field 'armed': use one of aboard, attacks, chosen."),
        ("/inputs/aboard/1", "This is needed: fill it in."),
        ("/inputs/attacks", "Give a whole number from 1 to 20."),
    ]


@pytest.mark.rule("HOUSE-015")
@pytest.mark.parametrize(
    ("changes", "refusal", "says"),
    [
        ({"procedure": "choose_who_is_hitt"}, Unknown, "use choose_who_is_hit"),
        ({"book": "chess"}, Unknown, "use one of carwars"),
        ({"use": "P 1"}, Malformed, "the id of a procedure use"),
        ({"duel": "D 1"}, Malformed, "the id of a duel"),
        ({"duel": "d1", "turn": 1001}, Malformed, "from 1 to 1000"),
        ({"duel": "d1", "phase": 11}, Malformed, "from 1 to 10"),
        ({"duel": "d1", "turn": -1}, Malformed, "from 1 to 1000"),
        ({"turn": 2}, Malformed, "name the duel"),
        ({"phase": 2}, Malformed, "name the duel"),
    ],
)
def test_a_use_that_cannot_be_is_refused(changes: dict[str, Any], refusal: type[Exception], says: str) -> None:
    fields = {"use": "p1", "book": "carwars", "procedure": "choose_who_is_hit", "inputs": CREW}
    signed().refused(PerformProcedure(**{**fields, **changes}), refusal, says)  # type: ignore[arg-type]


@pytest.mark.rule("HOUSE-015")
def test_the_last_turn_and_the_most_phases_are_taken() -> None:
    stated = performed(signed(), perform("choose_who_is_hit", CREW, duel="d1", turn=1000, phase=10), 1, 1)
    assert (stated.turn, stated.phase) == (1000, 10)


@pytest.mark.rule("HOUSE-015")
def test_an_id_is_used_once_and_a_season_has_so_many_uses() -> None:
    table = signed()
    performed(table, perform("choose_who_is_hit", CREW), 1, 2)
    table.refused(perform("choose_who_is_hit", CREW), UseTaken, "p1")
    table.season.procedure_uses = [f"p{number}" for number in range(MOST_USES)]
    table.refused(perform("choose_who_is_hit", CREW, "more"), TooManyUses, "5000")


@pytest.mark.rule("HOUSE-015")
def test_faces_may_be_missing_or_not_be_on_the_die_and_nothing_happened() -> None:
    table = signed()
    with pytest.raises(NeedsDice, match="procedures/p1 needs 1d3"):
        table.give(perform("choose_who_is_hit", CREW), {"procedures/p1": [2]})
    with pytest.raises(FaceImpossible, match="4 is not on a d3"):
        table.give(perform("choose_who_is_hit", CREW), {"procedures/p1": [4, 1]})
    assert table.season.procedure_uses == []


@pytest.mark.rule("HOUSE-015")
def test_the_path_of_a_use_is_one_of_the_table_and_its_id_is_proposed() -> None:
    table = signed()
    table.season.edition = "4"
    command = perform("choose_who_is_hit", CREW, "mine")
    (proposal,) = proposals(table.season, command)
    assert (proposal.at, proposal.given, proposal.proposed) == (("use",), "mine", "p1")
    table.give(with_proposed_ids(table.season, command), {"procedures/p1": [1, 1]})
    assert proposals(table.season, command, besides={"p2"})[0].proposed == "p3"
    (row,) = procedures_matching("procedures/p1")
    assert row.commands == ("perform_procedure",)


@pytest.mark.rule("HOUSE-015")
def test_the_next_season_begins_without_uses() -> None:
    table = signed()
    table.season.step, table.season.procedure_uses = "closed", ["p1"]
    assert next_season(table.season).procedure_uses == []


def test_every_procedure_of_every_book_is_found_by_its_tag() -> None:
    for book in procedure_books():
        assert get_procedure_book(book.id) is book
        for tag, procedure in book.procedures().items():
            assert find_procedure(tag) == (book, procedure)
    with pytest.raises(Unknown, match="use spinout"):
        find_procedure("spinnout")
