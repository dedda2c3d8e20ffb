"""A trial gives the same answer each time: prices, tables and odds, but never a face of dice to come."""

from __future__ import annotations

import json
from typing import Any

import pytest

from league.models import Season
from tests.api.api_callers import Program, at, program_of
from tests.command_forms.leagues_at_steps import at_the_shops
from tests.league import small_league
from tests.league.small_league import Table, announced, founded

pytestmark = pytest.mark.django_db
HIRE = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
FOUNDING = {f"setup/{franchise}/founding": [1, 1, 6, 4, 3, 1] for franchise in small_league.FRANCHISES}


def party(spend_k: int) -> dict[str, Any]:
    """The command for a party of the razors."""
    return {"type": "throw_party", "franchise": "razors", "spend_k": spend_k}


def tried(table: Table, *commands: dict[str, Any], who: str = "razors") -> Any:
    """The document a trial of these commands answers with."""
    return sent(table, program_of(table, who), *commands).json()


def sent(table: Table, program: Program, *commands: dict[str, Any]) -> Any:
    """The HTTP response to a trial."""
    answer = program.post(at(table, "/trials"), {"commands": list(commands)})
    assert answer.status_code == 200, answer.content
    return answer


@pytest.mark.parametrize("commands", [[party(150)], [party(40), HIRE], [HIRE], [party(40), party(40)]])
def test_the_same_request_is_answered_the_same_byte_for_byte(commands: list[dict[str, Any]]) -> None:
    table = founded()
    program = program_of(table, "razors")
    assert len({sent(table, program, *commands).content for _ in range(30)}) == 1


def test_world_trade_is_answered_the_same_byte_for_byte() -> None:
    table = at_the_shops()
    program = program_of(table, "razors")
    command = {"type": "roll_world_trade", "franchise": "razors", "match": "m1"}
    assert len({sent(table, program, command).content for _ in range(10)}) == 1


@pytest.mark.parametrize("spent", [10, 80, 300])
def test_two_seasons_alike_but_for_their_secret_answer_alike(spent: int, monkeypatch: pytest.MonkeyPatch) -> None:
    contents, faces = [], []
    for name, number in (("one", 1), ("two", 2), ("three", 3)):
        monkeypatch.setattr(small_league, "SECRET", bytes([number]) * 32)
        table = founded(league=name, faces=FOUNDING)
        assert Season.objects.get(pk=table.season).secret == (bytes([number]) * 32).hex()
        contents.append(sent(table, program_of(table, "razors"), party(spent), HIRE).content)
        answer = table.give("throw_party", by="razors", franchise="razors", spend_k=spent)
        faces.append([roll.faces for fact in answer.entries[0].facts for roll in fact.rolls])
    assert len(set(contents)) == 1
    assert len({str(face) for face in faces}) > 1, "the secrets throw alike: choose others"


def test_a_party_tells_its_price_and_marks_the_throw_that_hangs_on_its_die() -> None:
    trial = tried(founded(), party(150))
    assert trial["facts"] == []
    assert trial["prices"] == [
        {
            "franchise": "razors",
            "kind": "party_thrown",
            "rule": "DM-C-070",
            "amount": -150000,
            "least": -150000,
            "most": -150000,
        }
    ]
    thrown, attracted = trial["throws"]
    assert {name: thrown[name] for name in ("dice", "why", "always", "times", "more")} == {
        "dice": "1d6",
        "why": "sponsor party",
        "always": True,
        "times": 1,
        "more": False,
    }
    assert {name: attracted[name] for name in ("dice", "why", "always", "times", "more")} == {
        "dice": "2d6",
        "why": "sponsor attracted",
        "always": False,
        "times": 1,
        "more": True,
    }


def test_a_throw_names_its_table_as_the_catalogue_has_it_with_the_odds_of_its_rows() -> None:
    thrown, attracted = (throw["table"] for throw in tried(founded(), party(80))["throws"])
    assert thrown == {
        "book": "campaign",
        "rule": "DM-C-070",
        "title": "Sponsor party",
        "odds": [
            {"on": "1–2", "result": "no sponsor", "ways": 2, "of": 6},
            {"on": "3–5", "result": "1 sponsor", "ways": 3, "of": 6},
            {"on": "6", "result": "2 sponsors", "ways": 1, "of": 6},
        ],
    }
    tables = Program().get("/catalogue/tables").json()["tables"]
    (printed,) = (
        table for table in tables if all(table[name] == attracted[name] for name in ("book", "rule", "title"))
    )
    assert [(odds["on"], odds["result"]) for odds in attracted["odds"]] == [tuple(row[:2]) for row in printed["rows"]]


def test_what_costs_money_and_hangs_on_no_die_is_told_as_fact_and_as_price() -> None:
    trial = tried(founded(), HIRE)
    assert any("Vega" in fact for fact in trial["facts"])
    assert [(price["franchise"], price["kind"], price["amount"]) for price in trial["prices"]] == [
        ("razors", "driver_hired", -50000)
    ]
    assert trial["throws"] == []


@pytest.mark.rule("DM-C-084")
def test_money_that_dice_decide_is_told_by_its_bounds() -> None:
    table = founded(
        switches={"sponsors.holding_payout_subject_to_overhead": False},
        faces={"setup/razors/founding": [5, 5, 6, 4, 3, 1]},
    )
    (holding,) = (sponsor.id for sponsor in table.state.sponsors_of("razors") if sponsor.kind == "holding_company")
    trial = tried(table, {"type": "cash_holding", "franchise": "razors", "sponsor": holding})
    assert trial["prices"] == [
        {
            "franchise": "razors",
            "kind": "holding_cashed",
            "rule": "DM-C-084",
            "amount": None,
            "least": 40000,
            "most": 240000,
        }
    ]


@pytest.mark.rule("DM-C-069")
def test_what_only_some_dice_would_have_refused_is_told_apart_from_a_refusal() -> None:
    table = founded(switches={"sponsors.max": 3})
    leaving = table.state.sponsors_of("razors")[0].id
    place = {"type": "place_sponsor", "franchise": "razors", "sponsor": "razors.s9", "replaces": leaving}
    trial = tried(table, party(80), place)
    assert (trial["refusal"], trial["problem"]) == ("", None)
    assert trial["may_be_refused"].startswith("No sponsor waits for ")
    assert tried(table, party(300), place)["may_be_refused"] == ""


def test_no_face_and_no_result_of_a_play_is_told() -> None:
    table = at_the_shops()
    for trial in (
        tried(table, {"type": "roll_world_trade", "franchise": "razors", "match": "m1"}),
        tried(founded(league="other"), party(300), HIRE),
    ):
        text = json.dumps(trial)
        assert not {"faces", "rolls", "path", "won"} & names_in(trial)
        assert "won: " not in text
        assert "became a sponsor" not in text
        assert "is offered" not in text


def names_in(document: Any) -> set[str]:
    """The names of all objects in a JSON document."""
    if isinstance(document, dict):
        return set(document) | {name for value in document.values() for name in names_in(value)}
    return {name for item in document for name in names_in(item)} if isinstance(document, list) else set()


def test_what_opens_a_seal_tells_neither_facts_nor_prices() -> None:
    table = announced()
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car{number}", "driver": f"{franchise}.d{number}"} for number in (1, 2)]
        table.give(
            "name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats, words=f"{franchise} first"
        )
    trial = tried(table, {"type": "lock_line_ups", "match": "m1"}, who="boss")
    assert (trial["opens_seal"], trial["facts"], trial["prices"], trial["refusal"]) == (True, [], [], "")
