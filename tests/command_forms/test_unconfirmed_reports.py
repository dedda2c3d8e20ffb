"""Reports without anybody else to confirm them, rulings between reports, and forms sent with an unknown button."""

from __future__ import annotations

import pytest

from league.models import Membership, ReportClaim
from tests.command_forms.desk import Sitter
from tests.command_forms.test_reports import HERE, claims, filled, locked
from tests.league.small_league import signed

pytestmark = pytest.mark.django_db


def test_a_report_of_a_match_whose_other_seats_nobody_owns_goes_on_to_be_accepted_after_a_look() -> None:
    table = locked()
    sent = filled(table, "boss")
    Membership.objects.filter(role=Membership.Role.OWNER).update(role=Membership.Role.FORMER, franchise=None)
    boss = Sitter(table.season, "boss").client
    page = boss.post(HERE, {**sent, "act": "claim"}, follow=True)
    claim = ReportClaim.objects.get()
    assert page.redirect_chain[0][0].startswith(f"/l/rust-belt/s1/do/accept_report/?match=m1&claim={claim.pk}&")
    html = page.content.decode()
    assert "The report of round 1, match A is entered. Nobody else has a seat in the match: check the result" in html
    assert "What would happen" in html
    assert table.state.matches["m1"].step == "M4"
    assert "Nobody else has a seat in the match: a commissioner accepts it." in boss.get(HERE).content.decode()


def test_a_report_that_another_owner_may_confirm_waits_for_him() -> None:
    table = locked()
    sent = filled(table, "razors")
    page = Sitter(table.season, "razors").client.post(HERE, {**sent, "act": "claim"}, follow=True).content.decode()
    assert "the other side is asked to confirm it" in page


def test_ruling_for_one_of_two_reports_is_looked_at_before_dice_fall() -> None:
    table = locked()
    claims(table, "razors")
    claims(table, "saints", **{"d:razors.d1:criticals": 1})
    boss = Sitter(table.season, "boss")
    page = boss.client.get(HERE).content.decode()
    wanted = ReportClaim.objects.get(side="saints").pk
    assert (
        f'<a class="btn btn-outline no-print" href="/l/rust-belt/s1/do/accept_report/?match=m1&amp;claim={wanted}'
        in page
    )
    assert 'name="act" value="give"' not in page
    assert "What would happen" in boss.open("accept_report", match="m1", claim=str(wanted)).content.decode()


@pytest.mark.parametrize("act", ["nonsense", ""])
def test_a_button_that_a_form_does_not_have_gives_nothing(act: str) -> None:
    table = signed()
    razors = Sitter(table.season, "razors")
    before = table.row.length
    sent = razors.filled("hire_rookie", name="Mad Marnie")
    answer = razors.send("hire_rookie", sent, act=act)
    assert (answer.status_code, table.row.length) == (422, before)
    assert "Nothing was done: press one of the buttons" in answer.content.decode()
    assert 'value="Mad Marnie"' in answer.content.decode()
    boss = Sitter(table.season, "boss").client
    assert boss.post("/l/rust-belt/s1/schedule/", {"size": "2", "act": act}).status_code == 422
    assert boss.post("/me/", {"name": "Marge", "act": act}).status_code == 422
    orders = razors.client.post("/l/rust-belt/f/razors/orders/change/", {"roster": "7", "act": act})
    assert orders.status_code == 422
