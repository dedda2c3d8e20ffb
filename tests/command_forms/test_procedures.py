"""The pages of a referee's procedures: searched, filled in without scripts, performed, and kept with their dice."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from journal import audit
from league.models import ProcedureUse
from league.pages.procedures.inputs import (
    change_list,
    document_from_typed,
    input_fields,
    typed_from_document,
)
from rules.carwars.procedures.table import all_procedures
from rules.match.referee.procedure_inputs import input_faults
from tests.command_forms.desk import HIDDEN, Sitter
from tests.journeys.scriptless_person import Page
from tests.league.small_league import Table, signed
from tests.pages.duel_tables import open_by_hand

pytestmark = pytest.mark.django_db
HOME = "/l/rust-belt/s1/procedures/"


def boss(table: Table) -> Client:
    """A browser of the commissioner."""
    return Sitter(table.season, "boss").client


def sent(client: Client, tag: str, *, act: str = "give", **fields: Any) -> Any:
    """The page of a procedure, filled in and sent. A `__` in a name stands for a dot."""
    html = client.get(f"{HOME}{tag}/").content.decode()
    typed = {name.replace("__", "."): value for name, value in fields.items()}
    return client.post(
        f"{HOME}{tag}/", {**{name: unescape(value) for name, value in HIDDEN.findall(html)}, **typed, "act": act}
    )


def said(answer: Any) -> str:
    """The text of a page's main part on one line."""
    return Page(answer.content.decode()).main.text


def test_the_procedures_are_listed_by_chapter_and_searched_without_scripts() -> None:
    signed()
    home = Client().get(HOME).content.decode()
    chapters = re.findall(rf'href="({HOME}chapters/[^"]+)"', home)
    assert len(chapters) == len(set(chapters)) == 8
    html = "".join(Client().get(chapter).content.decode() for chapter in chapters)
    assert Client().get(f"{HOME}chapters/chess/").status_code == 404
    for procedure in all_procedures().values():
        assert f'href="{HOME}{procedure.tag}/"' in html
    found = Client().get(HOME, {"q": "SPINOUT end"}).content.decode()
    assert re.findall(rf'href="{HOME}(\w+)/"', found) == ["spinout_end"]
    assert "No procedure has these words" in Client().get(HOME, {"q": "chess"}).content.decode()


@pytest.mark.parametrize("tag", all_procedures())
def test_what_is_typed_for_a_procedure_comes_back_as_its_document(tag: str) -> None:
    inputs = all_procedures()[tag].inputs
    typed = typed_from_document(inputs, {})
    document = document_from_typed(inputs, typed)
    needed = {fault.pointer for fault in input_faults(inputs, document)}
    assert {pointer.split("/")[1] for pointer in needed} <= {
        found.name.removeprefix("inputs.") for found in input_fields(inputs, typed) if found.needed
    }
    again = typed_from_document(inputs, document)
    assert {name: value for name, value in again.items() if value} == {
        name: value for name, value in typed.items() if value
    }


@pytest.mark.rule("HOUSE-015")
def test_a_commissioner_performs_a_procedure_and_reads_its_dice_result_and_answers() -> None:
    table = signed()
    answer = sent(
        boss(table),
        "choose_who_is_hit",
        inputs__aboard__count="2",
        inputs__aboard__0="Ann",
        inputs__aboard__1="Bob",
        inputs__attacks="1",
        duel="d1",
        turn="3",
        phase="2",
    )
    assert (answer.status_code, answer["Location"]) == (302, f"{HOME}choose_who_is_hit/?use=p1#use")
    use = ProcedureUse.objects.get()
    assert (use.use, use.procedure, use.inputs["aboard"], use.duel, use.turn, use.phase) == (
        *("p1", "choose_who_is_hit", ["Ann", "Bob"], "d1", 3, 2),
    )
    (hurt,) = use.values["hurt"]
    page = said(Client().get(answer["Location"]))
    assert f"Attack 1 hurts {hurt}." in page
    assert f"rolled {use.faces[0]}" in page
    assert "CW-Q-077" in page
    assert "as printed" in page
    assert audit(table.season) == []
    by_duel = said(Client().get(HOME, {"duel": "d1"}))
    assert "turn 3, phase 2" in by_duel
    html = Client().get(HOME, {"duel": "2", "q": "spinout end"}).content.decode()
    assert f'href="{HOME}spinout_end/?duel=2"' in html
    assert "No procedure was performed for this duel yet" in html
    assert 'name="duel" value="2"' in boss(table).get(f"{HOME}spinout_end/?duel=2").content.decode()


def test_a_list_grows_and_shrinks_by_buttons_and_keeps_what_was_typed() -> None:
    client = boss(signed())
    fields = {"inputs__aboard__count": "2", "inputs__aboard__0": "Ann", "inputs__aboard__1": "Bob"}
    grown = Page(sent(client, "choose_who_is_hit", act="add:inputs.aboard", **fields).content.decode())
    assert grown.status == 200
    values = {node.said.get("name"): node.said.get("value") for node in grown.main.all("input")}
    assert [values[f"inputs.aboard.{number}"] for number in range(3)] == ["Ann", "Bob", ""]
    assert values["inputs.aboard.count"] == "3"
    shrunk = Page(sent(client, "choose_who_is_hit", act="remove:inputs.aboard.0", **fields).content.decode())
    values = {node.said.get("name"): node.said.get("value") for node in shrunk.main.all("input")}
    assert (values["inputs.aboard.0"], values["inputs.aboard.count"]) == ("Bob", "1")
    assert "inputs.aboard.1" not in values
    assert ProcedureUse.objects.count() == 0


def test_an_entry_in_the_middle_is_taken_out_with_all_its_fields() -> None:
    typed = {f"inputs.a.{number}.b": str(number) for number in range(12)} | {"inputs.a.count": "12"}
    left = change_list(typed, "remove:inputs.a.1")
    assert left["inputs.a.count"] == "11"
    assert [left[f"inputs.a.{number}.b"] for number in range(11)] == ["0", *map(str, range(2, 12))]
    assert "inputs.a.11.b" not in left


def test_errors_stand_at_their_fields_and_what_was_typed_is_kept() -> None:
    answer = sent(
        boss(signed()),
        "handling_recovery",
        inputs__handling="many",
        inputs__maximum="3",
        inputs__recovery="51",
        inputs__out_of_control="spin",
    )
    assert answer.status_code == 422
    page = Page(answer.content.decode())
    errors = {node.said["id"]: node.text for node in page.main.all("ul") if "errorlist" in node.said.get("class", "")}
    assert errors == {
        "id_inputs.handling_error": "Give a whole number.",
        "id_inputs.recovery_error": "Give a whole number from 0 to 50.",
        "id_inputs.speed_error": "This is needed: fill it in.",
    }
    values = {node.said.get("name"): node.value for node in page.main.all("input", "select")}
    assert values["inputs.handling"] == ["many"]
    assert values["inputs.out_of_control"] == ["spin"]
    assert ProcedureUse.objects.count() == 0


def test_inputs_that_cannot_be_are_refused_above_the_form() -> None:
    fields = {"inputs__aboard__count": "2", "inputs__aboard__0": "Ann", "inputs__aboard__1": "Ann"}
    answer = sent(boss(signed()), "choose_who_is_hit", inputs__attacks="1", **fields)
    assert answer.status_code == 422
    assert "Two people aboard are named 'Ann': give each of them its own name." in said(answer)


@pytest.mark.rule("HOUSE-011", "HOUSE-015")
def test_faces_that_fell_at_the_table_are_typed_in_and_marked() -> None:
    table = signed()
    table.give("change_switch", switch="dice.by_hand", setting="commissioners", reason="We meet at a table.")
    fields = {"inputs__aboard__count": "2", "inputs__aboard__0": "Ann", "inputs__aboard__1": "Bob"}
    asked = sent(boss(table), "choose_who_is_hit", inputs__attacks="1", real_dice="on", witness="Cy", **fields)
    assert asked.status_code == 422
    assert "Throw 1d2, who is hurt by attack 1" in said(asked)
    dice = {"dice:procedures/p1": "2", "real_dice": "on", "witness": "Cy"}
    assert sent(boss(table), "choose_who_is_hit", inputs__attacks="1", **fields, **dice).status_code == 302
    use = ProcedureUse.objects.get()
    assert (use.faces, use.values) == ([2], {"hurt": ["Bob"]})
    assert "by hand" in said(Client().get(f"{HOME}choose_who_is_hit/", {"use": "p1"}))
    assert audit(table.season) == []


def test_others_read_and_do_not_perform() -> None:
    table = signed()
    owner = Sitter(table.season, "razors").client
    assert "Commissioners of the league perform it" in said(owner.get(f"{HOME}spinout/"))
    assert owner.post(f"{HOME}spinout/", {"act": "give"}).status_code == 403
    assert Client().post(f"{HOME}spinout/", {"act": "give"}).status_code == 302
    assert Client().get(f"{HOME}chess/").status_code == 404
    assert ProcedureUse.objects.count() == 0


def test_the_number_of_a_duel_that_is_none_is_refused_at_its_field() -> None:
    table = signed()
    answer = sent(boss(table), "round_smoke_distance", inputs__distance="250", duel="7")
    assert answer.status_code == 422
    assert "The season has no duel 7: give the number of one, or leave it empty." in said(answer)
    assert ProcedureUse.objects.count() == 0


def test_the_procedures_of_a_duel_lead_back_to_its_page() -> None:
    open_by_hand()
    assert 'href="/l/rust-belt/s1/duels/1/"' in Client().get(HOME, {"duel": "1"}).content.decode()
    assert f'href="{HOME}?duel=1"' in Client().get("/l/rust-belt/s1/duels/1/").content.decode()


def test_the_same_form_sent_twice_performs_once() -> None:
    table = signed()
    client = boss(table)
    html = client.get(f"{HOME}round_smoke_distance/").content.decode()
    form = {**dict(HIDDEN.findall(html)), "inputs.distance": "130", "act": "give"}
    assert client.post(f"{HOME}round_smoke_distance/", form).status_code == 302
    assert client.post(f"{HOME}round_smoke_distance/", form).status_code == 302
    assert ProcedureUse.objects.count() == 1


def test_a_page_of_ten_uses_takes_few_queries(
    django_assert_max_num_queries: Any,
) -> None:
    table = signed()
    for number in range(1, 12):
        table.give(
            "perform_procedure",
            use=f"p{number}",
            book="carwars",
            procedure="round_smoke_distance",
            inputs={"distance": 130},
            duel="d1",
        )
    for address in (f"{HOME}round_smoke_distance/?use=p1", f"{HOME}?duel=d1"):
        with django_assert_max_num_queries(12):
            page = Client().get(address).content.decode()
        assert 'rel="next"' in page
    last = ProcedureUse.objects.latest("entry").entry
    assert "p1</strong>" in Client().get(f"{HOME}round_smoke_distance/?before={last - 3}").content.decode()
