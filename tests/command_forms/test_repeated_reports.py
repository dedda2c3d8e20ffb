"""A report form belongs to the packet that was locked when it was opened, and cannot claim another."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import ReportClaim
from league.packet_statements import packet_statement_digest
from league.pages.reports.page import LINE_UPS_CHANGED
from tests.command_forms.desk import Sitter
from tests.command_forms.test_reports import HERE, claims, filled, locked, said, shown
from tests.league.small_league import Table

pytestmark = pytest.mark.django_db


def changed(table: Table) -> str:
    """Change a house rule of the locked match; return the digest of its new packet."""
    table.give("change_switch", switch="cloning.clears_fatigue", setting=True, reason="We agreed.")
    return packet_statement_digest(table.row, table.state, "m1")


def test_a_form_that_was_opened_before_it_was_locked_anew_is_shown_again_and_claims_nothing() -> None:
    table = locked()
    before = packet_statement_digest(table.row, table.state, "m1")
    sent = filled(table, "razors")
    assert sent["packet"] == before
    current = changed(table)
    razors = Sitter(table.season, "razors")
    page = razors.client.post(HERE, {**sent, "act": "claim"})
    assert (page.status_code, list(said(page))) == (422, [LINE_UPS_CHANGED])
    assert not ReportClaim.objects.exists()
    again = shown(page.context["form"])
    assert (again["packet"], again["t:razors"]) == (current, "10")
    assert razors.client.post(HERE, {**again, "act": "claim"}).status_code == 302
    assert ReportClaim.objects.get().packet == current


def test_a_form_with_a_digest_of_ones_own_making_claims_nothing() -> None:
    table = locked()
    assert claims(table, "razors", packet="0" * 64).status_code == 422
    assert not ReportClaim.objects.exists()


def test_a_form_sent_twice_is_one_claim_and_sent_again_of_another_packet_is_none() -> None:
    table = locked()
    sent = filled(table, "razors")
    razors = Sitter(table.season, "razors")
    for _ in range(2):
        assert razors.client.post(HERE, {**sent, "act": "claim"}).status_code == 302
    current = changed(table)
    page = razors.client.post(HERE, {**sent, "packet": current, "act": "claim"})
    assert page.status_code == 422
    assert ReportClaim.objects.count() == 1


def test_a_commissioner_accepts_no_claim_about_what_is_not_locked_any_more() -> None:
    table = locked()
    claims(table, "razors")
    claim = ReportClaim.objects.get()
    boss = Sitter(table.season, "boss")
    changed(table)
    page = boss.give("accept_report", match="m1", claim=claim.pk)
    assert page.status_code == 422
    assert "does not fit what is locked" in page.content.decode()
    assert table.state.matches["m1"].step == "M4"
    form: Any = boss.open("accept_report", match="m1").context["form"]
    assert form.claimed is None  # the form is not filled in from that claim either
    claims(table, "saints")
    anew = ReportClaim.objects.get(side="saints")
    assert boss.give("accept_report", match="m1", claim=anew.pk).status_code == 302
