"""The gate of the journaled tables stops every write outside the journal, and lets the journal write."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from journal.gate import JOURNALED_TABLES, open_gate
from league.models import LeagueLog, Membership
from tests.guards.findings import beyond, report
from tests.league.small_league import BEGAN, founded
from tests.one_writer import WroteOutsideTheJournal
from tools.source_index import SITE_PACKAGES

pytestmark = pytest.mark.django_db
LEAGUE_MATTERS = {
    "league_announcement",
    "league_wording",
    "league_languagechoice",
    "league_ruling",
    *("league_league", "league_membership", "league_leaguelog", "league_invitation"),
    *("league_calendar", "league_window", "league_notice", "league_job", "league_reportclaim", "league_roundplan"),
    "league_reveal",
    "league_namechange",
    *("league_deletedleague", "league_deletionrequest", "league_handoveroffer"),
    *("league_leaguetemplate",),
    *("league_seatad", "league_seatrequest", "league_seatseeker"),
    *("league_answerversion", "league_acknowledgement", "league_accesstoken", "league_storedanswer"),
    *("league_feedkey", "league_preferences", "league_noticechoice", "league_waitingnotice", "league_mailfailure"),
    *("league_personalwebhook", "league_personaldelivery"),
    *("league_signingkey", "league_claimedlog", "league_reportpart", "league_appeal", "league_sandbox"),
    *("league_duel", "league_duelentry", "league_putquestion"),
    *("league_appointment", "league_proposedtime", "league_homenight"),
    *("league_webhook", "league_delivery", "league_awaitedwords", "league_beaconround"),
    *("drivers_driver", "franchises_franchise", "franchises_standingorders", "franchises_chosencrest"),
}


def test_every_table_of_ours_is_the_journals_or_a_league_matter() -> None:
    ours = {
        model._meta.db_table
        for room in ("league", "drivers", "franchises")
        for model in apps.get_app_config(room).get_models()
    }
    known = JOURNALED_TABLES | LEAGUE_MATTERS
    says = (
        "Nothing says who writes the table {}: add it to JOURNALED_TABLES in journal/gate.py when it holds "
        "what a season is, or to LEAGUE_MATTERS in tests/guards/test_one_writer.py when it belongs to no season."
    )
    gone = "There is no table {}: take it out of journal/gate.py or tests/guards/test_one_writer.py."
    report([*beyond(ours, known, says), *beyond(known, ours, gone)], seen=ours, of="tables")


@pytest.mark.parametrize("table", sorted(JOURNALED_TABLES))
@pytest.mark.parametrize("how", ["insert", "update", "delete"])
def test_a_write_outside_the_journal_is_stopped(table: str, how: str) -> None:
    model = next(candidate for candidate in apps.get_models() if candidate._meta.db_table == table)
    column = next(field for field in model._meta.concrete_fields if not field.is_relation)
    writes = {
        "insert": lambda: model._default_manager.bulk_create([model()]),
        "update": lambda: model._default_manager.all().update(**{column.name: None}),
        "delete": lambda: model._default_manager.all()._raw_delete("default"),
    }
    with pytest.raises(WroteOutsideTheJournal, match=re.escape(table)):
        writes[how]()


@pytest.mark.parametrize(
    "statement", ["REPLACE INTO {} VALUES (1)", "insert or ignore into {} VALUES (1)", "TRUNCATE {}"]
)
def test_raw_statements_are_stopped_too(statement: str) -> None:
    with pytest.raises(WroteOutsideTheJournal), connection.cursor() as cursor:
        cursor.execute(statement.format("league_entry"))


def test_the_journal_writes_and_so_do_league_matters() -> None:
    table = founded()
    LeagueLog.objects.create(league_id=table.league, at=BEGAN, actor="x", what="noted", subject="y")
    Membership.objects.filter(league_id=table.league).update(role=Membership.Role.SPECTATOR, franchise=None)
    with open_gate():
        type(table.row).objects.filter(pk=table.season).update(length=0)


def test_the_gate_closes_again_after_a_failure() -> None:
    def fails() -> None:
        with open_gate():
            raise LookupError

    with pytest.raises(LookupError):
        fails()
    with pytest.raises(WroteOutsideTheJournal):
        founded().row.save()


def test_only_the_journal_opens_the_gate(pytestconfig: Any) -> None:
    openers = sorted(
        str(path.relative_to(pytestconfig.rootpath))
        for room in SITE_PACKAGES
        for path in (pytestconfig.rootpath / room).rglob("*.py")
        if "open_gate()" in path.read_text()
    )
    openings = {"amends/writer", "dice/fresh_dice", "dice/throw_awaited", "forks", "gate", "match_results", "outbox"}
    openings |= {"display_names", "season_opening", "steward", "transfer/import_staging", "transfer/league_import"}
    openings |= {"league_deletion"}
    openings |= {"season_opening", "steward", "transfer/import_staging", "transfer/league_import"}
    openings |= {"unattended_moves", "writer"}
    allowed = [f"journal/{opening}.py" for opening in sorted(openings)]
    says = (
        "{} opens the journal's gate: give a command through journal instead, or, where it is a writer of the "
        "journal itself, list it in tests/guards/test_one_writer.py."
    )
    gone = "{} does not open the journal's gate any more: take it out of tests/guards/test_one_writer.py."
    report([*beyond(openers, allowed, says), *beyond(allowed, openers, gone)], seen=openers, of="writers")
