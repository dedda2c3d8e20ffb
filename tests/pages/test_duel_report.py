"""A duel of a match is reported on the match's ordinary page, filled in from the duel."""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from league.models import LineUp, Report, ReportClaim
from league.pages.duels.actions import REPORTED
from tests.command_forms.desk import HIDDEN
from tests.league.small_league import assert_reconciled
from tests.pages.duel_tables import HERE, close, destroyed, enter, open_by_hand, open_from_match, send, the_duel
from tests.pages.page_reader import reader, words

pytestmark = pytest.mark.django_db
REPORT = "/l/rust-belt/s1/m1/report/"
CARS = ("razors.car1", "saints.car1", "widows.car1")


def fought() -> Client:
    """A duel of a match that razors won by taking out the others, with the browser of the commissioner."""
    boss = open_from_match()
    razors, saints, widows = CARS
    answer = send(
        boss,
        enter("a", type="hit", by=saints, on=razors),
        destroyed("b", saints, razors),
        enter("c", type="crew", of=saints, alive=0, can_drive=False),
        close(1),
        destroyed("d", widows, razors, phase=2),
        enter("e", 1, 2, type="crew", of=widows, alive=1, can_drive=False),
        close(2),
    )
    assert all(result["ok"] for result in answer["results"]), answer["results"]
    assert answer["state"]["ended"]["reason"] == "last_vehicle"
    return boss


def filled_in(client: Client) -> dict[str, Any]:
    """What the report's form says before anybody changes it."""
    page = client.get(f"{HERE}1/report/", follow=True)
    assert page.redirect_chain == [(f"{REPORT}?duel=1", HTTPStatus.FOUND)]
    form = page.context["form"]
    fields = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in fields.items() if value not in (None, False, "")}


@pytest.mark.rule("CW-S-035", "CW-S-055", "CW-S-057")
def test_the_report_is_filled_in_from_the_duel() -> None:
    fields = filled_in(fought())
    assert {team: (fields[f"t:{team}"], fields[f"r:{team}"]) for team in ("razors", "saints", "widows")} == {
        "razors": (84, 1),
        "saints": (-39, 3),
        "widows": (-38, 2),
    }
    figures = {name: fields[name] for name in fields if name.startswith("d:") and fields[name] not in (0, ["1"])}
    assert figures == {
        "d:razors.d1:kills": 2,
        "d:razors.d1:scores": 1,
        "d:saints.d1:fate": "out",
        "d:widows.d1:fate": "out",
    }
    assert (fields["c:saints.car1:destroyed"], fields["c:widows.car1:destroyed"]) == (True, True)
    assert not any(name.endswith(":criticals") for name in fields)


@pytest.mark.rule("CW-S-056", "DM-C-090")
def test_a_duel_ends_as_an_ordinary_report_that_is_settled() -> None:
    boss = fought()
    fields = filled_in(boss)
    digest = hashlib.sha256(boss.get(f"{HERE}1/duel.json").content).hexdigest()
    assert "Filled in from The duel" not in words(boss, REPORT)
    answer = boss.post(REPORT, {**fields, "act": "claim"})
    assert answer.status_code == 302, answer.content.decode()
    claim = ReportClaim.objects.get()
    assert claim.document["source"] == {"version": "carwars 0", "log_digest": digest}
    teams = ("razors", "saints", "widows")
    assert [team["points"] for team in claim.document["teams"]] == [fields[f"t:{team}"] for team in teams]
    assert send(boss, close(3))["results"] == [
        {
            "key": "close 3",
            "ok": False,
            "sentence": REPORTED,
        }
    ]
    assert send(boss, close(1))["results"] == [{"key": "close 1", "ok": True}]


def test_a_reported_duel_is_opened_again_until_the_result_stands() -> None:
    boss = fought()
    boss.post(REPORT, {**filled_in(boss), "act": "claim"})
    assert boss.post(f"{HERE}1/", {"act": "open_again"}).status_code == 302
    assert send(boss, {"key": "x", "act": "undo", "of": "d"})["results"] == [{"key": "x", "ok": True}]
    assert send(boss, {"key": "y", "act": "redo", "of": "d"})["results"] == [{"key": "y", "ok": True}]


def test_a_duel_whose_report_another_side_has_claimed_too_stays_as_it_was_reported() -> None:
    boss = fought()
    boss.post(REPORT, {**filled_in(boss), "act": "claim"})
    claim = ReportClaim.objects.get()
    claim.pk, claim.side, claim.key = None, "saints", "another"
    claim.save()
    refused = boss.post(f"{HERE}1/", {"act": "open_again"})
    assert (refused.status_code, "correct the figures in the report itself" in refused.content.decode()) == (
        422,
        True,
    )
    assert send(boss, {"key": "x", "act": "undo", "of": "d"})["results"][0]["ok"] is False


@pytest.mark.rule("CW-S-056")
def test_nothing_of_the_duel_of_a_settled_match_changes() -> None:
    boss = fought()
    boss.post(REPORT, {**filled_in(boss), "act": "claim"})
    claim = ReportClaim.objects.get()
    page = boss.get(f"/l/rust-belt/s1/do/accept_report/?match=m1&claim={claim.pk}").content.decode()
    hidden = dict(HIDDEN.findall(page))
    filled = {**filled_in_at(boss, claim.pk), **hidden, "act": "give"}
    accepted = boss.post("/l/rust-belt/s1/do/accept_report/", filled)
    assert accepted.status_code == 302, accepted.content.decode()
    assert Report.objects.exists()
    sentence = (
        "The result of round 1, match A stands, so its duel can no longer be changed: to correct it, amend the entry "
        "that accepted its report."
    )
    assert send(boss, close(3))["results"][0]["sentence"] == sentence
    assert boss.post(f"{HERE}1/", {"act": "open_again"}).status_code == 422
    assert {line.franchise_id.rsplit("/")[-1]: line.points for line in LineUp.objects.all()}["saints"] < 0
    assert_reconciled("rust-belt/s1")


def filled_in_at(client: Client, claim: int) -> dict[str, Any]:
    """What the form of the commissioner's command says of that claim."""
    form = client.get(f"/l/rust-belt/s1/do/accept_report/?match=m1&claim={claim}").context["form"]
    fields = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in fields.items() if value not in (None, False, "")}


def test_a_duel_of_no_match_has_no_report() -> None:
    boss = open_by_hand()
    assert "nothing to report" in boss.get(f"{HERE}1/report/", follow=True).content.decode()
    assert boss.get(f"{REPORT}?duel=1").status_code in (200, 404)


def test_the_report_of_a_duel_is_for_its_referee() -> None:
    fought()
    assert reader("razors").get(f"{HERE}1/report/").status_code == 403
    assert reader("stranger").get(f"{HERE}1/report/").status_code == 302
    assert the_duel().reported_at is None


def test_a_duel_that_is_not_over_leads_back_to_its_page() -> None:
    boss = open_from_match()
    page = boss.get(f"{HERE}1/report/", follow=True)
    assert page.redirect_chain == [(f"{HERE}1/", HTTPStatus.FOUND)]
    assert "The duel is not over: close its phases to the end" in page.content.decode()
