"""The pages of duels: the list, the form that opens one, and a duel with its score sheet, its story and its forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from explain import links
from explain.season_names import SeasonNames
from journal.state import store
from league.access import Viewer
from league.models import Duel, League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.duels.actions import is_referee, why_closed
from league.pages.duels.forms import FEWEST_ROWS, MOST_ROWS, EventForm, NewDuelForm, RulingForm
from league.pages.duels.opening import Entrant, duel_matches, duel_settings, entrants_of, feature_worth
from league.pages.duels.state import RULING_TYPE, duel_state
from league.pages.duels.table import DuelTable, duel_frame
from league.queries.names import match_titles, named_things, title_in_sentence
from league.queries.referee_table import duels_of
from rules.campaign.core import state
from rules.match.duels.book import EventKind
from rules.match.registry import duel_book

SPEED_STEP = 5
"""Starting speeds are multiples of it, in miles an hour (CW-S-039)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelLine:
    """A duel in the list of a season's; `moment` is the phase that is played now."""

    number: int
    title: str
    href: str
    match: str
    """The short id of its match; `match_name` is what it is called. Both are empty for a duel of no match."""
    match_name: str
    answers_version: int
    duelists: int
    moment: str
    ended: bool
    reported: bool
    opened_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """A duelist on the score sheet; points are exact, and `held_since` is a phase in words, empty for none."""

    id: str
    name: str
    team: str
    place: int
    total: str
    kills: str
    bonuses: str
    penalties: str
    threshold: str
    held_since: str
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreChange:
    """A change of a score: whose, how many points with their sign, why, and by which rule."""

    name: str
    points: str
    reason: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPhase:
    """What happened in a phase, and what that was worth; `open` while the phase is not closed."""

    moment: str
    open: bool
    entries: tuple[dict[str, Any], ...]
    changes: tuple[ScoreChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KillCredit:
    """A kill of the log with the form that rules on its credit."""

    key: str
    says: str
    form: RulingForm


def duels_page(*, league: League, season: Season, viewer: Viewer) -> dict[str, Any]:
    """The context of the list, the newest first."""
    return {
        **_frame(league, season, viewer),
        "duels": duel_lines(season.pk),
        "new_href": links.new_duel_url(season.pk) if viewer.is_commissioner else "",
    }


def duel_lines(season: str) -> list[DuelLine]:
    """The duels of a season, the newest first."""
    book_turns: dict[str, Any] = {}
    lines = []
    rows = list(duels_of(season))
    titles = match_titles([f"{season}/{row.match}" for row in rows if row.match])
    for row in rows:
        turns = book_turns.setdefault(str(row.settings), duel_book(row.questionnaire).turns(row.settings))
        lines.append(
            DuelLine(
                number=row.number,
                title=row.title,
                href=links.duel_url(season, row.number),
                match=row.match,
                match_name=title_in_sentence(titles.get(f"{season}/{row.match}", "")),
                answers_version=row.answers_version,
                duelists=len(row.duelists),
                moment=turns.words(row.ended or min(row.closed + 1, turns.last_phase)),
                ended=row.ended is not None,
                reported=row.reported_at is not None,
                opened_at=row.opened_at,
            )
        )
    return lines


def new_duel_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    match: str,
    rows: int,
    given: Any = None,
    typed: Mapping[str, str] | None = None,
    refused: tuple[str, ...] = (),
) -> dict[str, Any]:
    """The context of the form: for a `match`, or for entrants who are entered by hand.

    `given` was sent to open the duel; `typed` stands in a form that is not sent yet.
    """
    loaded = store.load(season).season
    matches = duel_matches(loaded)
    called = SeasonNames(season.pk, loaded)
    chosen = next((other for other in matches if other.id == match), None)
    cars = {} if chosen is None else _cars(entrants_of(loaded, chosen.id, called, speeds={}))
    settings = duel_settings(season, loaded, "" if chosen is None else chosen.id)
    speeds = range(settings["start_speed_least"], settings["start_speed_most"] + 1, SPEED_STEP)
    fought = "" if chosen is None else chosen.id
    worth = feature_worth(season, loaded, fought)
    form = NewDuelForm(given, match=fought, cars=cars, speeds=speeds, worth=worth, rows=rows)
    form.initial.update(typed or {})
    return {
        **_frame(league, season, viewer, Breadcrumb("Run a duel")),
        "form": form,
        "matches": [(other.id, _match_words(loaded, other.id, called)) for other in matches],
        "chosen": fought,
        "running": [line for line in duel_lines(season.pk) if fought and line.match == fought and not line.reported],
        "refused": refused,
        "more_rows": form.row_count + FEWEST_ROWS if 0 < form.row_count < MOST_ROWS else 0,
    }


def duel_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    table: DuelTable,
    wanted: str = "",
    form: EventForm | None = None,
    ruling: RulingForm | None = None,
    refused: str = "",
) -> dict[str, Any]:
    """The context of a duel: its sheet and story for everybody, and the forms for its referee.

    `wanted` is the type of event that the form is for. `form` or `ruling` was refused, with the sentence `refused`.
    """
    row = table.row
    referee = is_referee(viewer, row)
    closed_sentence = why_closed(row)
    can_enter = referee and not closed_sentence
    document = duel_state(table, can_enter=can_enter)
    kinds = table.book.event_kinds(duel_frame(row)) if can_enter else ()
    if can_enter and form is None:
        kind = next((kind for kind in kinds if kind.type == wanted), kinds[0])
        form = event_form(table, kind)
    return {
        **_frame(league, season, viewer, Breadcrumb(row.title), balance=viewer.balance),
        "duel": row,
        "title": row.title,
        "state": document,
        "can_enter": can_enter,
        "is_referee": referee,
        "closed_sentence": closed_sentence if referee else "",
        "can_open_again": referee and row.reported_at is not None,
        "fault": table.fault,
        "refused": refused,
        "rows": _score_rows(table, _team_names(table)),
        "proposals": document["proposals"],
        "moment": table.turns.words(table.open_phase),
        "open_phase": table.open_phase,
        "ended": document["ended"],
        "ends_at_close": document["ends_at_close"],
        "story": list(_story(table, document["log"])),
        "kinds": kinds,
        "form": form if can_enter else None,
        "credits": list(_credits(table, document["log"], ruling)) if can_enter else [],
        "questionnaire_version": row.answers_version,
        "questionnaire_href": links.questionnaire_url(season.pk, row.questionnaire, row.answers_version or None),
        "match_name": _title_of(season, row.match),
        "match_href": links.match_url(f"{season.pk}/{row.match}") if row.match else "",
        "file_href": links.duel_file_url(season.pk, row.number),
        "report_href": links.duel_report_url(season.pk, row.number) if referee and row.match and table.ended else "",
        "duels_href": links.duels_url(season.pk),
    }


def _title_of(season: Season, match: str) -> str:
    """The title of a duel's match; empty for a duel of no match."""
    return match_titles([f"{season.pk}/{match}"]).get(f"{season.pk}/{match}", "") if match else ""


def event_form(table: DuelTable, kind: EventKind, given: Any = None) -> EventForm:
    """The form of an event, for the phase that is played now."""
    return EventForm(
        given,
        kind=kind,
        duelists=duelist_choices(table.row),
        causes=table.book.cause_kinds,
        moment=table.turns.moment(table.open_phase),
    )


def duelist_choices(row: Duel) -> list[tuple[str, str]]:
    """The duelists to choose from, in the order of the duel."""
    return [(duelist["id"], duelist["name"] or duelist["id"]) for duelist in row.duelists]


def _frame(
    league: League, season: Season, viewer: Viewer, *crumbs: Breadcrumb, balance: int | None = None
) -> dict[str, Any]:
    return base_context(
        league=league,
        season=season,
        viewer=viewer,
        here="Duels",
        balance=balance,
        crumbs=[
            Breadcrumb(league.name, links.league_url(league.pk)),
            Breadcrumb(season.label, links.season_url(season.pk)),
            Breadcrumb("Duels", links.duels_url(season.pk) if crumbs else ""),
            *crumbs,
        ],
    )


def _match_words(season: state.Season, match: str, called: SeasonNames) -> str:
    """A match and its teams in words."""
    teams = ", ".join(called.franchise(line_up.franchise) for line_up in season.line_ups_of(match))
    return f"{called.match(match)}: {teams}"


def _cars(entrants: list[Entrant]) -> dict[str, str]:
    return {entrant.id: entrant.name for entrant in entrants}


def _team_names(table: DuelTable) -> dict[str, str]:
    """The names of the franchises that fight a match's duel, by their short id."""
    if not table.row.match:
        return {}
    things = named_things(table.row.season_id, [])
    return {id: thing.called for id, thing in things.items() if thing.shelf == "franchises"}


def _score_rows(table: DuelTable, teams: dict[str, str]) -> list[ScoreRow]:
    names = dict(duelist_choices(table.row))
    conditions = {outcome.id: outcome for outcome in table.scored.outcomes}
    fought_for = {duelist["id"]: duelist["team"] for duelist in table.row.duelists}
    rows = [
        ScoreRow(
            id=line["id"],
            name=names[line["id"]],
            team=teams.get(fought_for[line["id"]], fought_for[line["id"]]),
            place=line["place"],
            total=line["total"],
            kills=line["kill_points"],
            bonuses=line["bonus_points"],
            penalties=line["penalty_points"],
            threshold=line["threshold_score"],
            held_since="" if line["held_since"] is None else table.turns.words(line["held_since"]),
            condition=_condition(line, conditions[line["id"]]),
        )
        for line in table.scored.sheet["duelists"]
    ]
    return sorted(rows, key=lambda row: row.place)


def _condition(line: dict[str, Any], outcome: Any) -> str:
    if outcome.destroyed:
        words = "destroyed"
    elif line["complete_kill"] is not None:
        words = "complete kill"
    elif outcome.left_arena:
        words = "left the arena"
    elif line["mobility_kill"] is not None:
        words = "mobility kill"
    elif not outcome.can_drive:
        words = "nobody can drive"
    else:
        words = "in control" if outcome.control == "controlled" else outcome.control
    return f"{words}, on fire" if outcome.on_fire else words


def _story(table: DuelTable, log: list[dict[str, Any]]) -> Iterator[StoryPhase]:
    """The phases in which something happened or was scored, the latest first."""
    names = dict(duelist_choices(table.row))
    entries = {
        index: tuple(lines)
        for index, lines in groupby(sorted(log, key=lambda line: line["index"]), key=lambda line: line["index"])
    }
    changes = {
        index: tuple(_change(line, names) for line in lines)
        for index, lines in groupby(table.scored.sheet["lines"], key=lambda line: line["phase"])
    }
    for index in sorted(entries.keys() | changes.keys(), reverse=True):
        words = table.turns.words(index)
        yield StoryPhase(
            moment=words[0].upper() + words[1:],
            open=index > table.log.closed,
            entries=entries.get(index, ()),
            changes=changes.get(index, ()),
        )


def _change(line: dict[str, Any], names: dict[str, str]) -> ScoreChange:
    points = line["points"]
    return ScoreChange(
        name=names[line["duelist"]],
        points=points if points.startswith("-") else f"+{points}",
        reason=line["reason"],
        rule=line["rule"],
    )


def _credits(table: DuelTable, log: list[dict[str, Any]], refused: RulingForm | None) -> Iterator[KillCredit]:
    """The kills whose credit the referee may rule on, the latest first."""
    for line in reversed(log):
        if line["type"] != "kill" or line["undone"] or line["type"] == RULING_TYPE:
            continue
        is_refused = refused is not None and refused.data.get("of") == line["key"]
        form = refused if is_refused else None
        yield KillCredit(
            key=line["key"],
            says=line["says"],
            form=form or RulingForm(of=line["key"], duelists=duelist_choices(table.row)),
        )
