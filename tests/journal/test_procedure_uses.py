"""The uses of a referee's procedures in the journal: exported and imported, corrected, struck and verified."""

from __future__ import annotations

from typing import Any

import pytest

from journal import verify
from journal.amends.corrections import corrections_to_strike
from journal.transfer.league_import import import_league
from league.models import ProcedureUse
from tests.journal.amends import amended, number_of
from tests.journal.exported_leagues import emptied, exported, ours, without_keys
from tests.league.small_league import SEEDS, Table, assert_reconciled, signed

pytestmark = pytest.mark.django_db
CREW = {"aboard": ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"], "attacks": 3}


def perform(table: Table, use: str, **fields: Any) -> None:
    """Perform a procedure that throws three dice for six people."""
    given = {"book": "carwars", "procedure": "choose_who_is_hit", "inputs": CREW, "duel": "d1", **fields}
    table.give("perform_procedure", use=use, **given)


def uses() -> list[tuple[str, list[int], Any]]:
    """Every use with its faces and result."""
    return list(ProcedureUse.objects.order_by("entry").values_list("use", "faces", "values"))


@pytest.mark.rule("HOUSE-015")
def test_uses_are_exported_again_byte_for_byte_and_are_there_after_an_import() -> None:
    table = signed(dice=SEEDS)
    perform(table, "p1", turn=2, phase=5)
    table.throw(
        "perform_procedure",
        {"procedures/p2": [6, 1, 2]},
        use="p2",
        book="carwars",
        procedure="choose_who_is_hit",
        inputs=CREW,
    )
    perform(table, "p3", procedure="round_smoke_distance", inputs={"distance": 130})
    first, rows, before = exported(), ours(), uses()
    assert [use for use, _, _ in before] == ["p1", "p2", "p3"]
    assert before[1][1] == [6, 1, 2]
    emptied()
    import_league(first)
    assert exported() == first
    assert without_keys(ours()) == without_keys(rows)
    assert uses() == before
    assert table.state.procedure_uses == ["p1", "p2", "p3"]
    assert_reconciled(table.season)
    assert verify.verify(table.season).findings == []


@pytest.mark.rule("HOUSE-015")
def test_a_use_that_is_corrected_keeps_its_dice() -> None:
    table = signed()
    perform(table, "p1")
    ((_, faces, _),) = uses()
    number = number_of(table, "perform_procedure")
    others = [name.lower() for name in CREW["aboard"]]
    command = {
        "type": "perform_procedure",
        "use": "p1",
        "book": "carwars",
        "procedure": "choose_who_is_hit",
        "inputs": {**CREW, "aboard": others},
    }
    amended(table, {number: [command]}, alone=True)
    assert uses() == [("p1", faces, {"hurt": [others[face - 1] for face in faces]})]
    assert_reconciled(table.season)


@pytest.mark.rule("HOUSE-015")
def test_a_use_that_is_struck_is_gone_and_what_takes_its_place_has_its_id_and_its_dice() -> None:
    table = signed()
    perform(table, "p1")
    perform(table, "p2", procedure="round_smoke_distance", inputs={"distance": 130})
    faces = uses()[0][1]
    number = number_of(table, "perform_procedure", use="p1")
    amended(table, corrections_to_strike([number]), alone=True)
    assert [use for use, _, _ in uses()] == ["p2"]
    assert table.state.procedure_uses == ["p2"]
    perform(table, "p1")
    assert uses()[-1][:2] == ("p1", faces)
    assert_reconciled(table.season)
