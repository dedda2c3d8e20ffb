"""The documents of a league outside its journals: claims with their logs, appeals, plans and reveals of rounds,
rulings, questionnaire answers with their acknowledgements, questions put during play, duels with their entries,
appointments with the times that were proposed, home nights, announcements, and former names.

No rule reads them and no entry contains them, so an export has them as plain rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import models

from journal.transfer.export_columns import columns_from, columns_of, require_value
from journal.transfer.import_checks import (
    refuse_illegible,
    refuse_improper_appointment,
    refuse_improper_night,
    refuse_improper_proposal,
)
from league.models import (
    Acknowledgement,
    Announcement,
    AnswerVersion,
    Appeal,
    Appointment,
    ClaimedLog,
    Duel,
    DuelEntry,
    HomeNight,
    League,
    Membership,
    NameChange,
    ProposedTime,
    PutQuestion,
    ReportClaim,
    ReportPart,
    Reveal,
    RoundPlan,
    Ruling,
    Wording,
)
from rules.core.refusals import Malformed, Refusal
from rules.match.duels.log import TableAction, read_log
from rules.match.registry import duel_book

LeagueDocuments = dict[str, list[dict[str, Any]]]
"""Rows by table, oldest first; seasons are given by their short name, members by handle."""

SEASON_TABLES: tuple[tuple[str, type[models.Model]], ...] = (
    ("claims", ReportClaim),
    ("claimed_logs", ClaimedLog),
    ("heats", ReportPart),
    ("appeals", Appeal),
    ("plans", RoundPlan),
    ("reveals", Reveal),
    ("rulings", Ruling),
    ("answers", AnswerVersion),
    ("questions", PutQuestion),
    ("duels", Duel),
    ("appointments", Appointment),
)
"""The tables whose rows belong to a season only."""


def export_documents(league: str) -> LeagueDocuments:
    """All documents of a league."""
    return {
        **{name: list(_season_rows(model, league)) for name, model in SEASON_TABLES},
        "noted": [
            {
                **columns_of(acknowledgement, but=frozenset({"version", "member"})),
                "season": _name(acknowledgement.version.season_id),
                "questionnaire": acknowledgement.version.questionnaire,
                "number": acknowledgement.version.number,
                "member": acknowledgement.member.handle,
            }
            for acknowledgement in Acknowledgement.objects.filter(
                version__season__league=league, version__season__sandbox=None
            )
            .select_related("version", "member")
            .order_by("pk")
        ],
        "duel_entries": [
            {
                **columns_of(entry, but=frozenset({"duel"})),
                "season": _name(entry.duel.season_id),
                "duel": entry.duel.number,
            }
            for entry in DuelEntry.objects.filter(duel__season__league=league, duel__season__sandbox=None)
            .select_related("duel")
            .order_by("duel", "number")
        ],
        "proposed_times": [
            {
                **columns_of(proposed, but=frozenset({"appointment"})),
                "season": _name(proposed.appointment.season_id),
                "match": proposed.appointment.match,
            }
            for proposed in ProposedTime.objects.filter(
                appointment__season__league=league, appointment__season__sandbox=None
            )
            .select_related("appointment")
            .order_by("appointment", "offer", "number")
        ],
        "home_nights": [
            columns_of(night, but=frozenset({"league"}))
            for night in HomeNight.objects.filter(league=league).order_by("franchise")
        ],
        "announcements": [
            columns_of(announcement, but=frozenset({"league"}))
            for announcement in Announcement.objects.filter(league=league).order_by("number")
        ],
        "wordings": [
            {**columns_of(wording, but=frozenset({"announcement"})), "of": wording.announcement.number}
            for wording in Wording.objects.filter(announcement__league=league)
            .select_related("announcement")
            .order_by("announcement__number", "number")
        ],
        "names": [
            columns_of(change, but=frozenset({"league"}))
            for change in NameChange.objects.filter(league=league).order_by("pk")
        ],
    }


def import_documents(papers: LeagueDocuments, *, league: str) -> None:
    """Create the documents of an imported league, whose seasons and members exist already.

    Raises `Malformed`, `ObjectDoesNotExist` or `IntegrityError` for rows that no export has.
    """
    for row in papers.get("appointments", []):
        refuse_improper_appointment(row)
    for name, model in SEASON_TABLES:
        for row in papers.get(name, []):
            model._default_manager.create(
                season_id=f"{league}/{require_value(row, 'season')}", **columns_from(model, row)
            )
    for row in papers.get("noted", []):
        Acknowledgement.objects.create(
            version=AnswerVersion.objects.get(
                season=f"{league}/{require_value(row, 'season')}",
                questionnaire=require_value(row, "questionnaire"),
                number=require_value(row, "number", int),
            ),
            member=Membership.objects.get(league=league, handle=require_value(row, "member")),
            **columns_from(Acknowledgement, row),
        )
    _import_duel_entries(papers.get("duel_entries", []), league=league)
    for row in papers.get("proposed_times", []):
        refuse_improper_proposal(row)
        appointment = Appointment.objects.get(
            season=f"{league}/{require_value(row, 'season')}", match=require_value(row, "match")
        )
        ProposedTime.objects.create(appointment=appointment, **columns_from(ProposedTime, row))
    for row in papers.get("home_nights", []):
        refuse_improper_night(row)
        HomeNight.objects.create(league_id=league, **columns_from(HomeNight, row))
    for row in papers.get("announcements", []):
        Announcement.objects.create(league_id=league, **columns_from(Announcement, row))
    for row in papers.get("wordings", []):
        of = Announcement.objects.get(league=league, number=require_value(row, "of", int))
        Wording.objects.create(announcement=of, **columns_from(Wording, row))
    _import_names(papers.get("names", []), league=league)


def _import_names(rows: list[dict[str, Any]], *, league: str) -> None:
    """Create the changes of names."""
    for row in rows:
        names = (require_value(row, "former"), require_value(row, "name"))
        refuse_illegible(names, thing="thing that was renamed", empty=True)
        NameChange.objects.create(**{**columns_from(NameChange, row), "league_id": league})
    League.objects.filter(pk=league).update(renamings=len(rows))


def _import_duel_entries(rows: list[dict[str, Any]], *, league: str) -> None:
    """Create what was entered of duels, which exist already."""
    duels = {(_name(duel.season_id), duel.number): duel for duel in Duel.objects.filter(season__league=league)}
    places = [(require_value(row, "season"), require_value(row, "duel", int)) for row in rows]
    if missing := set(places) - duels.keys():
        raise Malformed(f"The export has entries of a duel that it lacks: {min(missing)}. Export it anew.")
    entries = [
        DuelEntry(duel=duels[place], **columns_from(DuelEntry, row)) for place, row in zip(places, rows, strict=True)
    ]
    for duel in duels.values():
        actions = [
            TableAction(key=entry.key, act=entry.act, value=entry.value) for entry in entries if entry.duel == duel
        ]
        frame = {"duelists": duel.duelists, "settings": duel.settings, "arena": duel.arena}
        try:
            log = read_log(duel_book(duel.questionnaire), frame, actions)
        except Refusal as refusal:
            raise Malformed(f"duel {duel.number}: {refusal.sentence}") from None
        if log.closed != duel.closed:
            raise Malformed(f"duel {duel.number} has {log.closed} closed phases, not {duel.closed}")
    DuelEntry.objects.bulk_create(entries)


def _season_rows(model: type[models.Model], league: str) -> Iterator[dict[str, Any]]:
    for row in model._default_manager.filter(season__league=league, season__sandbox=None).order_by("pk"):
        yield {**columns_of(row, but=frozenset({"season"})), "season": _name(row.season_id)}  # type: ignore[attr-defined]


def _name(season: str) -> str:
    return season.rsplit("/", 1)[-1]
