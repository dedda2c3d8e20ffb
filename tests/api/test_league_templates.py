"""League templates by program: founded from once, refused with pointers, and private ones for their maker alone."""

from __future__ import annotations

from typing import Any

import pytest

from api.league_templates import views
from api.league_templates.examples import DOCUMENT, KEY, LEAGUE_IN
from league.models import League, LeagueTemplate
from tests.api.prepared_operations import member, whole_program
from tests.league.sample_template import sample_template
from tests.league.small_league import founded

pytestmark = pytest.mark.django_db
FOUND = f"/templates/{KEY}/leagues"


def test_a_program_founds_one_league_under_one_key_and_so_many_within_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_FOUNDED", 1)
    program = whole_program(founded(), "boss")
    sample_template()
    for _ in range(2):
        answer = program.post(FOUND, LEAGUE_IN, key="k1")
        assert (answer.status_code, answer.json()["league"]) == (201, "copycats")
    assert League.objects.get(pk="copycats").template_version == 1
    refused = program.post(FOUND, {**LEAGUE_IN, "name": "Another"}, key="k2")
    assert (refused.status_code, refused.json()["type"].rpartition("/")[2]) == (422, "too-many-founded")
    assert League.objects.count() == 2


def test_each_thing_that_does_not_fit_is_an_error_and_is_left_out_when_asked() -> None:
    program = whole_program(founded(), "boss")
    sample_template()
    shorter = {**LEAGUE_IN, "rounds": 1}
    refused = program.post(FOUND, shorter, key="k1").json()
    assert refused["detail"] == "Round 2 is not planned: the season ends with round 1."
    assert program.post(FOUND, {**shorter, "leave_out": True}, key="k2").status_code == 201
    renewed = program.post(FOUND, {**LEAGUE_IN, "version": 2}, key="k3").json()
    assert [error["pointer"] for error in renewed["errors"]] == ["/version"]


def test_wrong_values_of_an_imported_document_have_pointers() -> None:
    program = whole_program(founded(), "razors")
    contents: dict[str, Any] = {**DOCUMENT["contents"], "rounds": "ten", "surprise": 1}
    refused = program.post("/templates", {"document": {**DOCUMENT, "contents": contents}}, key="k1").json()
    assert {error["pointer"] for error in refused["errors"]} == {
        "/document/contents/rounds",
        "/document/contents/surprise",
    }
    unknown = {**DOCUMENT["contents"], "house_rules": {"roster.max": 99999}}
    refused = program.post("/templates", {"document": {**DOCUMENT, "contents": unknown}}, key="k2").json()
    assert refused["errors"][0]["pointer"] == "/document/contents/house_rules/roster.max"
    assert not LeagueTemplate.objects.exists()


def test_a_private_template_is_read_by_its_makers_token_alone() -> None:
    table = founded()
    sample_template(maker=member(table, "boss").user, published=False)
    statuses = {who: whole_program(table, who).get(f"/templates/{KEY}").status_code for who in ("boss", "razors")}
    assert statuses == {"boss": 200, "razors": 404}
    assert [len(whole_program(table, who).get("/templates").json()["own"]) for who in ("boss", "razors")] == [1, 0]
    assert whole_program(table, "boss").get("/templates?order=best").status_code == 400
