"""Every invariant is broken on purpose at the level that enforces it, as listed in `docs/invariants.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection, models, transaction
from django.db.models import F, Q

from drivers.models import Appearance, Contract, Sheet
from franchises.models import FranchiseSeason, LedgerLine, Sponsor
from journal import audit
from journal.gate import open_gate
from league import membership
from league.models import (
    Batch,
    CupAward,
    DraftPick,
    Entry,
    FinalLine,
    League,
    Match,
    Membership,
    Report,
    Retold,
    Season,
    Settlement,
)
from rules.core.refusals import Refusal
from tests.journal.broken_rows import BOSS, DATABASE, ENDED, Copy, Edit, S
from tests.journal.snapshot import everything
from tests.league.broken_leagues import (
    keep_announced,
    keep_answers,
    keep_appointment,
    keep_claims,
    keep_crest,
    keep_door,
    keep_duel,
    keep_future,
    keep_log,
    keep_notices,
    keep_programs,
    keep_put_question,
    keep_template,
    keep_time,
    put_right,
    shop,
)
from tests.league.small_league import (
    Table,
    announced,
    closed,
    founded,
    report,
    settled,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("leagues")]
NOWHERE = {
    "CharField": "nowhere",
    "BigAutoField": 999_999_999,
    "AutoField": 999_999_999,
    "OneToOneField": 999_999_999,
}


@dataclass(frozen=True)
class Leagues:
    """Leagues in one database: one with a settled round and an announced one, one still in its setup.

    There are also `wastes`, whose season is over, and `yards`, where a franchise shops.
    """

    rounds: Table
    setup: Table


@pytest.fixture(scope="module")
def leagues(django_db_setup: None, django_db_blocker: Any) -> Iterator[Leagues]:
    """Leagues built once for the whole module and rolled back after it; each test works in a savepoint."""
    with django_db_blocker.unblock(), transaction.atomic():
        rounds = announced(2, settled())
        seats = [{"car": f"razors.car{number}", "driver": f"razors.d{number}"} for number in (1, 2)]
        rounds.give("name_line_up", by="razors", franchise="razors", match="m2", seats=seats)
        keep_time(rounds)
        keep_notices(rounds)
        keep_log(rounds)
        keep_claims(rounds)
        keep_crest()
        keep_answers(rounds)
        keep_announced(rounds)
        keep_duel(rounds)
        keep_programs(rounds)
        keep_put_question(rounds)
        keep_future(rounds)
        keep_template(rounds)
        keep_appointment(rounds)
        closed(put_right(settled(league="wastes", rounds=1)))
        shop()
        setup = founded(league="dust-bowl")
        inputs = {"aboard": ["Ann", "Bob"]}
        setup.give("perform_procedure", use="p1", book="carwars", procedure="choose_who_is_hit", inputs=inputs)
        keep_door(setup)
        yield Leagues(rounds, setup)
        transaction.set_rollback(True)


# ---------------------------------------------------------------------------------- the database


def ours() -> list[type[models.Model]]:
    """Every model of the three league apps."""
    league_models = [
        model for room in ("league", "drivers", "franchises") for model in apps.get_app_config(room).get_models()
    ]
    assert league_models
    return league_models


CONSTRAINTS = {constraint.name: (model, constraint) for model in ours() for constraint in model._meta.constraints}
KEYS = [
    pytest.param(model, column, id=f"{model.__name__}.{column.name}")
    for model in ours()
    for column in model._meta.concrete_fields
    if isinstance(column, models.ForeignKey)
]
COUNTS = [
    pytest.param(model, column.name, id=f"{model.__name__}.{column.name}")
    for model in ours()
    for column in model._meta.concrete_fields
    if isinstance(column, (models.PositiveIntegerField, models.PositiveSmallIntegerField))
]


def named_in_refusals_of(name: str) -> str:
    """What the database's error for a constraint contains: its name, or for SQLite's unique ones the columns."""
    model, constraint = CONSTRAINTS[name]
    if connection.vendor == "sqlite" and isinstance(constraint, models.UniqueConstraint) and constraint.fields:
        columns = [model._meta.get_field(field).column for field in constraint.fields]
        return ", ".join(f"{model._meta.db_table}.{column}" for column in columns)
    return name


@contextmanager
def checked() -> Iterator[None]:
    """The gate open, with deferred constraints checked at the end of the block."""
    with open_gate():
        yield
        connection.check_constraints()


@pytest.mark.parametrize("name", sorted(CONSTRAINTS))
def test_the_database_refuses(name: str) -> None:
    with (
        pytest.raises(IntegrityError, match=re.escape(named_in_refusals_of(name))),
        transaction.atomic(),
        open_gate(),
    ):
        DATABASE[name].write()


@pytest.mark.parametrize(("model", "column"), KEYS)
def test_nothing_points_at_what_is_not_there(model: type[models.Model], column: models.ForeignKey[Any, Any]) -> None:
    kind = type(column.target_field).__name__
    with pytest.raises(IntegrityError), transaction.atomic(), checked():
        Edit(model, {column.attname: NOWHERE[kind]}).write()


@pytest.mark.parametrize(("model", "column"), COUNTS)
def test_a_count_is_never_negative(model: type[models.Model], column: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic(), open_gate():
        Edit(model, {column: -1}).write()


@pytest.mark.parametrize("model", [League, Season, FranchiseSeason, Sheet, Match, Batch])
def test_nothing_that_is_pointed_at_goes_away(model: type[models.Model]) -> None:
    first = model._default_manager.order_by("pk")[:1].get()
    with pytest.raises(IntegrityError), transaction.atomic(), checked():
        model._default_manager.filter(pk=first.pk)._raw_delete("default")


@pytest.mark.parametrize("model", [Contract, Sponsor, Sheet, Season, League])
def test_an_id_is_used_once(model: type[models.Model]) -> None:
    row = model._default_manager.order_by("pk")[:1].get()
    with pytest.raises(IntegrityError), transaction.atomic(), open_gate():
        row.save(force_insert=True)


def test_a_members_opaque_name_is_his_alone() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Copy(Membership, {"role": "spectator"}, BOSS).write()


# ------------------------------------------------------------------------------------- the rules

RAZORS = {"by": "razors", "franchise": "razors"}
RULES: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "RosterFull": (
        "setup",
        [RAZORS | {"type": "hire_rookie", "driver": f"razors.d{number}"} for number in range(1, 12)],
    ),
    "IdTaken": ("setup", [RAZORS | {"type": "hire_rookie", "driver": "razors.d1"}] * 2),
    "GarageFull": ("setup", [RAZORS | {"type": "buy_car", "car": f"razors.car{number}"} for number in range(1, 7)]),
    "GarageTooSmall": ("setup", [{"type": "close_setup"}]),
    "BalanceTooLow": (
        "setup",
        [
            *(RAZORS | {"type": "buy_car", "car": f"razors.car{number}", "overhead": True} for number in range(1, 6)),
            *(RAZORS | {"type": "hire_rookie", "driver": f"razors.d{number}"} for number in range(1, 4)),
            RAZORS | {"type": "throw_party", "spend_k": 300},
        ],
    ),
    "StaffNotBetter": ("setup", [RAZORS | {"type": "hire_staff", "rating": 2}] * 2),
    "PartyAlreadyThrown": ("setup", [RAZORS | {"type": "throw_party", "spend_k": 10}] * 2),
    "RoundStillOpen": (
        "rounds",
        [{"type": "announce_round", "round": "r3", "matches": [{"match": "m3", "event": "race", "franchises": []}]}],
    ),
    "SeatedTwice": (
        "rounds",
        [
            RAZORS
            | {
                "type": "name_line_up",
                "match": "m2",
                "seats": [{"car": f"razors.car{number}", "driver": "razors.d1"} for number in (1, 2)],
            }
        ],
    ),
    "NoGunnerStation": (
        "rounds",
        [
            RAZORS
            | {
                "type": "name_line_up",
                "match": "m2",
                "seats": [{"car": "razors.car1", "driver": "razors.d1", "gunner": "razors.d2"}],
            }
        ],
    ),
    "OutOfStep": ("rounds", [{"type": "accept_report", "match": "m1", "report": {}}]),
}


def give(table: Table, document: dict[str, Any]) -> None:
    """Give a command from a document with its tag and fields."""
    table.give(document["type"], **{name: value for name, value in document.items() if name != "type"})


@pytest.mark.parametrize("name", sorted(RULES))
def test_the_rules_refuse(leagues: Leagues, name: str) -> None:
    where, commands = RULES[name]
    table = leagues.rounds if where == "rounds" else leagues.setup
    *before, last = commands
    for before_command in before:
        give(table, before_command)
    if last["type"] == "accept_report":
        last = last | {"report": report(table)}
    rows_before = everything()
    with pytest.raises(Refusal) as raised:
        give(table, last)
    assert raised.value.code == name
    assert everything() == rows_before


# ------------------------------------------------------------------------------------- the audit


def test_the_audit_finds_nothing_wrong_before_anything_is_broken(leagues: Leagues) -> None:
    for season in (leagues.rounds.season, leagues.setup.season, ENDED, "yards/s1"):
        assert audit(season) == []


HERE, THERE = Q(season=S), Q(season=ENDED)
AUDITED: dict[str, tuple[Edit, str]] = {
    "level follows experience": (Edit(Sheet, {"level": 9}, HERE), "Sheet razors.d1: level"),
    "nobody changes franchise": (
        Edit(Contract, {"franchise_id": f"{S}/saints"}, HERE),
        "Contract razors.d1: franchise",
    ),
    "a balance is its ledger": (Edit(FranchiseSeason, {"balance": 1}, HERE), "razors has 1 credits and its ledger"),
    "a ledger is its balance": (Edit(LedgerLine, {"amount": F("amount") + 1}, HERE), "razors has"),
    "wins are their lines": (Edit(FranchiseSeason, {"wins": 9}, HERE), "razors stands at"),
    "an entry keeps its place": (Edit(Entry, {"previous": "another"}, HERE), "does not follow the entry before it"),
    "no entry goes": (Edit(Entry, {"number": 9999}, HERE & Q(number=1)), "entry 1 is missing"),
    "a box score is its fact": (Edit(Appearance, {"kills": F("kills") + 1}, HERE), "Appearance"),
    "a settlement is its fact": (Edit(Settlement, {"size": F("size") + 1}, HERE), "Settlement"),
    "a final table is its facts": (Edit(FinalLine, {"points": F("points") + 1}, THERE), "FinalLine"),
    "a cup is its fact": (Edit(CupAward, {"bonus": F("bonus") + 1}, THERE), "CupAward"),
    "a draft is its facts": (Edit(DraftPick, {"round": F("round") + 1}, THERE), "DraftPick"),
    "a report is what was accepted": (Edit(Report, {"document": {}}, HERE), "Report"),
    "what stands since an amend is what it came to": (
        Edit(Retold, {"because": "So he said."}, THERE),
        "an amend came",
    ),
    "an entry is found by its command": (Edit(Entry, {"command": "party"}, HERE), "command or subjects"),
    "an entry is found by its subjects": (Edit(Entry, {"subjects": []}, HERE & Q(number=9)), "command or subjects"),
    "a seal opens when it should": (Edit(Entry, {"opened_by": None}, HERE & ~Q(seal="")), "seal"),
    "the dice are those of the secret": (Edit(Season, {"secret": "beef"}, Q(pk=S)), "dice fall otherwise"),
}


@pytest.mark.parametrize("name", sorted(AUDITED))
def test_the_audit_names(name: str) -> None:
    edit, finding_text = AUDITED[name]
    with open_gate():
        edit.write()
    findings = audit(ENDED if edit.where == THERE else S)
    assert any(finding_text in finding.sentence for finding in findings), findings


def test_a_league_is_founded_once_and_a_franchise_has_one_owner(leagues: Leagues) -> None:
    boss, at = get_user_model().objects.get(username="rust-belt-boss"), datetime(2026, 9, 1, tzinfo=UTC)
    rows_before = everything()
    with pytest.raises(membership.LeagueStands):
        membership.found_league(id="rust-belt", name="", public=True, commissioner=boss, at=at)
    with pytest.raises(membership.SeatTaken):
        membership.join(
            league=League.objects.get(pk=leagues.rounds.league),
            user=boss,
            role="owner",
            actor="",
            at=at,
            franchise="razors",
        )
    assert everything() == rows_before


@pytest.mark.rule("DM-C-059")
def test_a_player_owns_one_franchise(leagues: Leagues) -> None:
    razor, at = get_user_model().objects.get(username="rust-belt-razors"), datetime(2026, 9, 1, tzinfo=UTC)
    league = League.objects.get(pk=leagues.rounds.league)
    rows_before = everything()
    with pytest.raises(membership.SeatTaken, match="rust-belt-razors is owner of rust-belt already"):
        membership.join(league=league, user=razor, role="owner", actor="", at=at, franchise=None)
    assert everything() == rows_before
