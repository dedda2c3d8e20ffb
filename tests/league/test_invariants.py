"""Every invariant is broken on purpose at the level that holds it; `docs/invariants.md` tells which level that is."""

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
from franchises.models import Car, FranchiseSeason, LedgerLine, Sponsor
from league import membership
from league.journal import audit
from league.journal.gate import writing
from league.models import (
    Batch,
    Checkpoint,
    Entry,
    League,
    LineUp,
    Match,
    Membership,
    Outbox,
    Report,
    Round,
    Season,
    Seat,
    Settlement,
    StandingsLine,
)
from rules.refusal import Refusal
from tests.league.building import Table, announced, founded, report, settled
from tests.league.snapshot import everything

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("leagues")]
NOWHERE = {"CharField": "nowhere", "BigAutoField": 999_999_999, "AutoField": 999_999_999}
S = "rust-belt/s1"


@dataclass(frozen=True)
class Leagues:
    """Two leagues in one database: one with a round settled and the next one open, one still at its setup."""

    rounds: Table
    setup: Table


@pytest.fixture(scope="module")
def leagues(django_db_setup: None, django_db_blocker: Any) -> Iterator[Leagues]:
    """Built once for the whole module and undone after it; each test works in a savepoint inside."""
    with django_db_blocker.unblock(), transaction.atomic():
        rounds = announced(2, settled())
        seats = [{"car": f"razors.car{number}", "driver": f"razors.d{number}"} for number in (1, 2)]
        rounds.give("name_line_up", by="razors", franchise="razors", match="m2", seats=seats)
        yield Leagues(rounds, founded(league="dust-bowl"))
        transaction.set_rollback(True)


# ---------------------------------------------------------------------------------- the database


EVERYTHING = Q()


@dataclass(frozen=True)
class Edit:
    """A row of a model changed in place."""

    model: type[models.Model]
    changes: dict[str, Any]
    where: Any = EVERYTHING

    def write(self) -> None:
        """Change the first row that fits."""
        rows = self.model._default_manager
        row = rows.filter(self.where).order_by("pk").first()
        assert row is not None
        assert rows.filter(pk=row.pk).update(**self.changes) == 1


@dataclass(frozen=True)
class Copy(Edit):
    """A second row like one that is there, with another key and some changes."""

    def write(self) -> None:
        """Copy the first row that fits."""
        row = self.model._default_manager.filter(self.where).order_by("pk").first()
        assert row is not None
        row.pk = None
        row.__dict__.update(self.changes)
        row.save(force_insert=True)


OWNER, BOSS = Q(role="owner"), Q(role="commissioner")
DATABASE: dict[str, Edit] = {
    "one_membership_a_role": Copy(Membership, {"handle": "another"}, BOSS),
    "one_owner_a_franchise": Copy(Membership, {"handle": "another", "league_id": "dust-bowl"}, OWNER),
    "membership_role_is_known": Edit(Membership, {"role": "guest"}, BOSS),
    "only_owners_have_a_franchise": Edit(Membership, {"role": "spectator"}, OWNER),
    "one_season_a_name": Copy(Season, {"id": "rust-belt/other"}),
    "season_step_is_known": Edit(Season, {"step": "S9"}),
    "season_number_from_one": Edit(Season, {"number": 0}),
    "one_batch_a_key": Copy(Batch, {}),
    "batch_has_an_entry": Edit(Batch, {"last": F("first") - 1}, Q(first__gt=1)),
    "one_entry_a_number": Copy(Entry, {"previous": "another"}),
    "one_entry_after_another": Copy(Entry, {"number": 9999}),
    "entries_from_one": Edit(Entry, {"number": 0}),
    "only_seals_are_opened_later": Edit(Entry, {"opened_by": 9999}, Q(seal="")),
    "one_checkpoint_an_entry": Copy(Checkpoint, {}),
    "told_once": Copy(Outbox, {}),
    "round_step_is_known": Edit(Round, {"step": "begun"}),
    "round_number_from_one": Edit(Round, {"number": 0}),
    "one_round_a_number": Copy(Round, {"id": f"{S}/another"}),
    "match_step_is_known": Edit(Match, {"step": "M9"}),
    "match_has_a_heat": Edit(Match, {"heats": 0}),
    "one_line_up_a_franchise": Copy(LineUp, {"id": f"{S}/another"}),
    "match_points_not_negative": Edit(LineUp, {"points": -1}),
    "one_seat_a_car": Copy(Seat, {"id": f"{S}/another"}),
    "nobody_in_both_seats": Edit(Seat, {"gunner": F("driver")}),
    "report_from_one_fact": Copy(Report, {"match_id": f"{S}/m2"}),
    "one_report_a_match": Copy(Report, {"fact": 999}),
    "settlement_from_one_fact": Copy(Settlement, {"match_id": f"{S}/m2"}),
    "one_settlement_a_franchise": Copy(Settlement, {"fact": 999}),
    "profit_not_negative": Edit(Settlement, {"profit": -1}),
    "net_income_adds_up": Edit(Settlement, {"net_income": F("net_income") + 1}),
    "standingsline_from_one_fact": Copy(StandingsLine, {"match_id": f"{S}/m2"}),
    "one_standings_line_a_match": Copy(StandingsLine, {"fact": 999}),
    "one_sheet_a_season": Copy(Sheet, {"id": f"{S}/another"}),
    "availability_is_known": Edit(Sheet, {"availability": "tired"}),
    "level_from_one": Edit(Sheet, {"level": 0}),
    "fee_not_negative": Edit(Contract, {"fee": -1}),
    "origin_is_known": Edit(Contract, {"origin": "stolen"}),
    "sponsor_kind_is_known": Edit(Sponsor, {"kind": "tobacco"}),
    "joined_from_one": Edit(Sponsor, {"joined": 0}),
    "contract_has_its_sheets_id": Copy(Contract, {"id": f"{S}/another"}),
    "appearance_from_one_fact": Copy(Appearance, {"match_id": f"{S}/m2"}),
    "one_appearance_a_match": Copy(Appearance, {"fact": 999}),
    "one_row_a_franchise_and_season": Copy(FranchiseSeason, {"id": f"{S}/another"}),
    "balance_not_negative": Edit(FranchiseSeason, {"balance": -1}),
    "staff_rating_one_to_four": Edit(FranchiseSeason, {"staff_rating": 5}),
    "car_phase_is_known": Edit(Car, {"phase": "sold"}),
    "paid_not_negative": Edit(Car, {"paid": -1}),
    "ledgerline_from_one_fact": Copy(LedgerLine, {}),
    "ledger_balance_not_negative": Edit(LedgerLine, {"balance": -1}),
}


def ours() -> list[type[models.Model]]:
    """Every model of our rooms."""
    found = [
        model for room in ("league", "drivers", "franchises") for model in apps.get_app_config(room).get_models()
    ]
    assert found
    return found


CONSTRAINTS = {each.name: (model, each) for model in ours() for each in model._meta.constraints}
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
    """What the database says of a constraint: SQLite names the columns of a unique one, all else its name."""
    model, constraint = CONSTRAINTS[name]
    if connection.vendor == "sqlite" and isinstance(constraint, models.UniqueConstraint):
        columns = [model._meta.get_field(each).column for each in constraint.fields]
        return ", ".join(f"{model._meta.db_table}.{column}" for column in columns)
    return name


@contextmanager
def checked() -> Iterator[None]:
    """The gate open, and what the database checks at the end of a transaction checked at the end of this."""
    with writing():
        yield
        connection.check_constraints()


@pytest.mark.parametrize("name", sorted(CONSTRAINTS))
def test_the_database_refuses(name: str) -> None:
    with pytest.raises(IntegrityError, match=re.escape(named_in_refusals_of(name))), transaction.atomic(), writing():
        DATABASE[name].write()


@pytest.mark.parametrize(("model", "column"), KEYS)
def test_nothing_points_at_what_is_not_there(model: type[models.Model], column: models.ForeignKey[Any, Any]) -> None:
    kind = type(column.target_field).__name__
    with pytest.raises(IntegrityError), transaction.atomic(), checked():
        Edit(model, {column.attname: NOWHERE[kind]}).write()


@pytest.mark.parametrize(("model", "column"), COUNTS)
def test_a_count_is_never_negative(model: type[models.Model], column: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic(), writing():
        Edit(model, {column: -1}).write()


@pytest.mark.parametrize("model", [League, Season, FranchiseSeason, Sheet, Match, Batch])
def test_nothing_that_is_pointed_at_goes_away(model: type[models.Model]) -> None:
    first = model._default_manager.order_by("pk")[:1].get()
    with pytest.raises(IntegrityError), transaction.atomic(), checked():
        model._default_manager.filter(pk=first.pk)._raw_delete("default")


@pytest.mark.parametrize("model", [Contract, Sponsor, Sheet, Season, League])
def test_an_id_is_used_once(model: type[models.Model]) -> None:
    row = model._default_manager.order_by("pk")[:1].get()
    with pytest.raises(IntegrityError), transaction.atomic(), writing():
        row.save(force_insert=True)


def test_a_members_opaque_name_is_his_alone() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Copy(Membership, {"role": "spectator"}, BOSS).write()


# ------------------------------------------------------------------------------------- the rules

RAZORS = {"by": "razors", "franchise": "razors"}
RULES: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "RosterFull": ("setup", [RAZORS | {"type": "hire_rookie", "driver": f"razors.d{each}"} for each in range(11)]),
    "IdTaken": ("setup", [RAZORS | {"type": "hire_rookie", "driver": "razors.d1"}] * 2),
    "GarageFull": ("setup", [RAZORS | {"type": "buy_car", "car": f"razors.car{each}"} for each in range(6)]),
    "GarageTooSmall": ("setup", [{"type": "close_setup"}]),
    "BalanceTooLow": (
        "setup",
        [
            *(RAZORS | {"type": "buy_car", "car": f"razors.car{each}", "overhead": True} for each in range(5)),
            *(RAZORS | {"type": "hire_rookie", "driver": f"razors.d{each}"} for each in range(3)),
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
                "seats": [{"car": f"razors.car{each}", "driver": "razors.d1"} for each in (1, 2)],
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


def give(table: Table, asked: dict[str, Any]) -> None:
    """Give a command by its tag, with the fields beside it."""
    table.give(asked["type"], **{name: value for name, value in asked.items() if name != "type"})


@pytest.mark.parametrize("name", sorted(RULES))
def test_the_rules_refuse(leagues: Leagues, name: str) -> None:
    where, commands = RULES[name]
    table = leagues.rounds if where == "rounds" else leagues.setup
    *before, last = commands
    for each in before:
        give(table, each)
    if last["type"] == "accept_report":
        last = last | {"report": report(table)}
    stood = everything()
    with pytest.raises(Refusal) as no:
        give(table, last)
    assert no.value.code == name
    assert everything() == stood


# ------------------------------------------------------------------------------------- the audit


def test_the_audit_finds_nothing_wrong_before_anything_is_broken(leagues: Leagues) -> None:
    assert audit(leagues.rounds.season) == []
    assert audit(leagues.setup.season) == []


HERE = Q(season=S)
AUDITED = {
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
    "a report is what was accepted": (Edit(Report, {"document": {}}, HERE), "Report"),
    "an entry is found by its command": (Edit(Entry, {"command": "party"}, HERE), "command or subjects"),
    "an entry is found by its subjects": (Edit(Entry, {"subjects": []}, HERE & Q(number=9)), "command or subjects"),
    "a seal opens when it should": (Edit(Entry, {"opened_by": None}, HERE & ~Q(seal="")), "seal"),
    "the dice are those of the secret": (Edit(Season, {"secret": "beef"}, Q(pk=S)), "dice fall otherwise"),
}


@pytest.mark.parametrize("name", sorted(AUDITED))
def test_the_audit_names(name: str) -> None:
    edit, told = AUDITED[name]
    with writing():
        edit.write()
    assert any(told in each.sentence for each in audit(S)), audit(S)


def test_a_league_is_founded_once_and_a_franchise_has_one_owner(leagues: Leagues) -> None:
    boss, at = get_user_model().objects.get(username="rust-belt-boss"), datetime(2026, 9, 1, tzinfo=UTC)
    stood = everything()
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
    assert everything() == stood


@pytest.mark.rule("DM-C-059")
def test_a_player_owns_one_franchise(leagues: Leagues) -> None:
    razor, at = get_user_model().objects.get(username="rust-belt-razors"), datetime(2026, 9, 1, tzinfo=UTC)
    league = League.objects.get(pk=leagues.rounds.league)
    stood = everything()
    with pytest.raises(membership.SeatTaken, match="rust-belt-razors is owner of rust-belt already"):
        membership.join(league=league, user=razor, role="owner", actor="", at=at, franchise=None)
    assert everything() == stood
