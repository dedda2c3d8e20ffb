"""Commissioners' rulings on what concerns themselves: those that wait for approval, and the results of the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from explain import links
from explain.command_preview import CommandPreview, preview_commands, sentence_with_names
from explain.correction_rendering import RenderedCommand, render_command
from explain.name_lookup import ids_in_documents, look_up_names, sentence_with_names_of_season
from explain.names import Names
from journal.amends.misread_dice import misreads_in
from journal.state.visible import load_visible_state
from league.access import Viewer
from league.models import League, Ruling, Season
from league.pages.base_context import Breadcrumb, base_context
from league.queries.names import title_in_sentence
from league.queries.rulings import rulings_of, waiting_rulings
from league.queries.seasons import own_balance
from rules.campaign.core import state
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import Reader
from rules.core.refusals import Refusal
from scheduling.rulings import ruling_approvers

RULINGS_A_PAGE = 20
SeasonView = tuple[state.Season, Reader]
"""The season as the viewer may see it, and the reader with whose eyes that is."""
WAITING_WORDS = "waits for confirmation"
STANDING_LOOKS = {"waiting": "warn", "confirmed": "good", "declined": "bad", "withdrawn": "", "alone": "warn"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLine:
    """A ruling as its page shows it.

    `own` is set if the viewer proposed it, `asked` if they may answer it now. `trial` is its preview, for those who
    may answer; an amend has a page for its preview.
    """

    id: int
    at: datetime
    commands: tuple[RenderedCommand, ...]
    about: tuple[int, ...]
    """The entries that an amend corrects."""
    misread: tuple[str, ...]
    """The dice that it says were misread, in words."""
    franchise: str
    match: str
    match_href: str
    report_href: str
    preview_href: str
    reason: str
    standing: str
    waits: bool
    kind: str
    said: str
    entry_href: str
    own: bool
    asked: bool
    trial: CommandPreview | None
    typed: str = ""
    """The answer the viewer had typed, if it was refused."""


def rulings_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    before: int | None,
    refused: str = "",
    said: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The context of a page of a season's rulings: the waiting ones, then the others newest first.

    `said` has answers that were refused, by the number of the ruling.
    """
    typed = said or {}
    waiting = list(waiting_rulings(season.pk)) if before is None else []
    answered = rulings_of(season.pk).exclude(standing=Ruling.Standing.WAITING)
    fetched = list((answered if before is None else answered.filter(pk__lt=before))[: RULINGS_A_PAGE + 1])
    rulings = fetched[:RULINGS_A_PAGE]
    documents = [ruling.commands for ruling in (*waiting, *rulings)]
    names, _ = look_up_names(
        season.pk, [*ids_in_documents(*documents), *(ruling.match for ruling in (*waiting, *rulings) if ruling.match)]
    )
    season_view = load_visible_state(season, viewer) if waiting and viewer.is_member else None
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="House acts",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Rulings"),
            ],
            balance=own_balance(viewer),
        ),
        "waiting": [
            replace(_line(ruling, season, names, viewer, season_view), typed=typed.get(str(ruling.pk), ""))
            for ruling in waiting
        ],
        "rulings": [_line(ruling, season, names, viewer, None) for ruling in rulings],
        "refused": sentence_with_names_of_season(refused, season.pk) if refused else "",
        "newest": before is None,
        "older": rulings[-1].pk if len(fetched) > RULINGS_A_PAGE else None,
    }


def _line(ruling: Ruling, season: Season, names: Names, viewer: Viewer, season_view: SeasonView | None) -> RulingLine:
    own = ruling.actor in viewer.handles
    may_answer = False
    if season_view is not None and not own:
        handles = {approver.handle for approver in ruling_approvers(ruling, season_view[0], league=season.league_id)}
        may_answer = bool(handles & viewer.handles)
    match_id = f"{season.pk}/{ruling.match}" if ruling.match else ""
    reported = any(command["type"] == "accept_report" for command in ruling.commands)
    return RulingLine(
        id=ruling.pk,
        at=ruling.at,
        commands=tuple(render_command(command, names) for command in ruling.commands),
        about=tuple(sorted(map(int, ruling.corrections))),
        misread=tuple(misreading.sentence() for misreading in misreads_in({"misread": ruling.misread})),
        franchise=names.franchises.get(ruling.franchise, ruling.franchise),
        match=title_in_sentence(names.matches.get(ruling.match, f"match {ruling.match}")) if ruling.match else "",
        match_href=links.match_url(match_id) if match_id else "",
        report_href=links.report_url(match_id) if match_id and reported and season_view is not None else "",
        preview_href=links.amend_url(season.pk, ruling.preview) if ruling.preview else "",
        reason=ruling.reason,
        standing=WAITING_WORDS if ruling.standing == Ruling.Standing.WAITING else str(ruling.get_standing_display()),
        waits=ruling.standing == Ruling.Standing.WAITING,
        kind=STANDING_LOOKS[ruling.standing],
        said=ruling.said,
        entry_href=links.entry_url(season.pk, ruling.entry) if ruling.entry else "",
        own=own,
        asked=may_answer,
        trial=_preview_ruling(ruling, season_view, names)
        if may_answer and season_view is not None and ruling.commands
        else None,
    )


def _preview_ruling(ruling: Ruling, season_view: SeasonView, names: Names) -> CommandPreview:
    try:
        return preview_commands(
            season_view[0], [command_from_document(command) for command in ruling.commands], names, season_view[1]
        )
    except Refusal as refusal:
        return CommandPreview(refusal=sentence_with_names(refusal.sentence, names))
