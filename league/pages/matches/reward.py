"""The card of a settled match for one of its franchises: money, drivers, the table, and what comes next.

Every figure is a fact of the match's settlement. Everybody who may see the match may see the card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from explain import links
from explain.fact_rendering import RenderedFact
from explain.name_lookup import render_entries
from explain.names import Names
from explain.printed_names import quantity
from franchises.crests import crest_of
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import match_base_context, own_franchise_ids
from league.pages.matches.headline import TeamResult, joined, places
from league.pages.matches.meaning import RankMove, TableMoves, ordinal, rank_moves
from league.pages.matches.reward_cars import cars_reward
from league.pages.matches.reward_drivers import drivers_reward
from league.pages.matches.reward_money import money_reward
from league.pages.season.awaited_franchises import answer_button, awaited_franchises
from league.pages.season.deadlines import Deadline, deadlines
from league.pages.season.standings import CutLine, cut_lines
from league.queries.entries import entries_naming
from league.queries.match_titles import match_title
from league.queries.matches import BANKED_STEPS, box_score, line_ups
from league.queries.standings import season_table
from sql.cached_sql import cached_sql

SETTLEMENT_COMMANDS = ("open_settlement", "decide_repairs", "close_settlement")
"""The commands whose facts the card is made of."""
SHOPPING_STEP = "M5.10"
ALL_SHOWN = 8
"""The largest table that the card shows whole."""
AROUND = 2
"""How many franchises of a larger table are shown above and below the card's own, besides the first."""
MOST_LEVEL_NAMED = 3
"""How many franchises that share a place are named; more are counted."""
NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class NextTask:
    """What the owner does next: a button, and the deadline of what is waited for."""

    button: str
    href: str
    asked: str = ""
    deadline: Deadline | None = None


def reward_page(
    *, league: League, season: Season, viewer: Viewer, match: str, franchise: str, at: datetime
) -> dict[str, Any] | None:
    """The context of a franchise's card, None unless it is in that match and the match's settlement is closed."""
    id = f"{season.pk}/{match}"
    teams = line_ups(id, viewer)
    team = next((team for team in teams if links.short_id(team.franchise_id) == franchise), None)
    if team is None or team.match.step not in BANKED_STEPS:
        return None
    match_row, box = team.match, box_score(id)
    name = match_title(match_row.round.number, match_row.place)
    names = Names(
        season.pk,
        franchises={links.short_id(it.franchise_id): it.franchise.identity.name for it in teams},
        drivers=dict(box.drivers),
        cars=dict(box.cars),
        matches={match: name},
    )
    entries = render_entries(_entries(season.pk, viewer, match), names)
    facts: list[RenderedFact] = [fact for entry in reversed(entries) for fact in entry.facts]
    money = money_reward(facts, franchise)
    if money is None:
        return None
    own = franchise in own_franchise_ids(viewer)
    table = rank_moves(season, id, frozenset((franchise,)), box.standings)
    return {
        **match_base_context(
            league, season, viewer, match=match, name=name, part="What it came to", balance=team.own_balance
        ),
        "match_name": name,
        "match_href": links.match_url(id),
        "steps_href": links.settlement_url(id),
        "franchise_name": names.franchises[franchise],
        "franchise_href": links.object_url(team.franchise),
        "crest": (own_crest := crest_of(franchise)),
        "color": own_crest.first,
        "own_card": own,
        "card_open": True,
        "place": (place := _place(teams, franchise)),
        "result": _result(teams, team, place[0]),
        "money": money,
        "drivers": drivers_reward(facts, franchise, league=league.pk, names=names.drivers, switches=season.switches),
        "table_title": "" if table is None else _table_title(table),
        "table": () if table is None else _moves_to_show(table.moves, cut_lines(season, franchises=len(table.moves))),
        "cars": cars_reward(facts, franchise, names=names.cars),
        "next": _next_task(league, season, viewer, team, franchise=franchise, at=at) if own else None,
        "others": [
            (names.franchises[other], links.reward_url(id, other)) for other in names.franchises if other != franchise
        ],
    }


def has_card(season: Season, viewer: Viewer, match: str) -> bool:
    """Whether a match that is settled has cards here; in a fork, only if it was settled in it."""
    return not season.forked_from or bool(_entries(season.pk, viewer, match))


@cached_sql
def _entries(season: str, viewer: Viewer, match: str) -> QuerySet[Any]:
    return entries_naming(season, viewer, match).filter(command__in=SETTLEMENT_COMMANDS)


def _place(teams: Sequence[Any], franchise: str) -> tuple[int, str]:
    """The place of a franchise in the match, and the ending of its ordinal."""
    place = _places(teams)[franchise]
    return place, ordinal(place).removeprefix(str(place))


def _places(teams: Sequence[Any]) -> dict[str, int]:
    results = [
        TeamResult(
            name=team.franchise.identity.name,
            short_name=links.short_id(team.franchise_id),
            points=team.points,
            won=team.won,
            forfeited=team.forfeited,
        )
        for team in teams
    ]
    return places(results)


def level_with(names: Sequence[str]) -> str:
    """Who shares a place, to follow it in a sentence; "" if nobody does."""
    if not names:
        return ""
    return f", level with {joined(names) if len(names) <= MOST_LEVEL_NAMED else f'{len(names)} others'}"


def _result(teams: Sequence[Any], team: Any, place: int) -> str:
    """Who shares the place of a franchise in a match, and its points among those of all."""
    shared = [
        it.franchise.identity.name
        for it, its_place in zip(teams, _places(teams).values(), strict=True)
        if its_place == place and it.franchise_id != team.franchise_id
    ]
    count = f"of {len(teams)}{level_with(shared)}, "
    if team.forfeited:
        return f"{count}by forfeit"
    if any(it.points < 0 for it in teams):
        return f"{count}with {quantity(team.points, 'point')}"
    total = sum(it.points for it in teams)
    return f"{count}with {team.points} of {quantity(total, 'point')}"


def _table_title(table: TableMoves) -> str:
    """What the match did to the rank of the franchise whose card it is."""
    move = next(move for move in table.moves if move.own)
    level = level_with([it.name for it in table.moves if it.rank == move.rank and not it.own])
    if not table.had_points:
        return f"{ordinal(move.rank)} in the table{level}"
    if not move.up:
        return f"Still {ordinal(move.rank)}{level}"
    count = NUMBERS[move.ranks] if move.ranks < len(NUMBERS) else str(move.ranks)
    return f"{'Up' if move.up > 0 else 'Down'} {count} place{'' if move.ranks == 1 else 's'}{level}"


def _moves_to_show(
    moves: Sequence[RankMove], cuts: Mapping[int, CutLine]
) -> tuple[tuple[RankMove, CutLine | None], ...]:
    """The table with the lines drawn under its places; of a large one the first and those around the card's own."""
    own = next(index for index, move in enumerate(moves) if move.own)
    whole = len(moves) <= ALL_SHOWN
    return tuple(
        (move, cuts.get(index + 1))
        for index, move in enumerate(moves)
        if whole or index == 0 or abs(index - own) <= AROUND
    )


def _next_task(
    league: League, season: Season, viewer: Viewer, team: Any, *, franchise: str, at: datetime
) -> NextTask | None:
    """What the season asks of the franchise next, None if nothing is open for it.

    The deadline is read for the shops alone: other tasks are asked for on the season's home, with theirs.
    """
    match = links.short_id(team.match_id)
    if team.match.step == SHOPPING_STEP and team.shopping == "open":
        button, _ = answer_button(season, franchise, match, step=SHOPPING_STEP)
        wait = f"{SHOPPING_STEP}/{match}"
        clock = deadlines(league=league, season=season, viewer=viewer, at=at, still_waited={wait})
        href = f"{links.match_url(team.match_id)}#your-turn-{franchise}"
        return NextTask(button, href, "", None if clock is None else clock.find(wait))
    waited_for = awaited_franchises(season, season_table(season), own={franchise}, most=1).own
    if not waited_for:
        return None
    line = waited_for[0]
    asked = f"{line.name} have {line.asked}{f' for {line.match_name}' if line.match_name else ''}."
    return NextTask(
        line.button or "See what is asked", line.acts_at or line.match_href or links.season_url(season.pk), asked
    )
