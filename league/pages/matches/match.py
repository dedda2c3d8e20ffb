"""The page of a match: teams and points, the box score, what came before, the settlement, and where to go next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from explain import links
from explain.correction_rendering import ACCEPT_REPORT_TAG
from explain.fact_rendering import RenderedEntry
from explain.names import Names
from explain.printed_names import as_title, ground_words, quantity, ruleset_title, setting_lines
from journal.entry_body import load_amended_body
from journal.state.store import load
from league.access import Viewer
from league.models import League, MatchLog, Season
from league.pages.amends.amend import AmendLine, amend_line
from league.pages.base_context import match_base_context, own_franchise_ids
from league.pages.dice.entry_leaf import match_leaf
from league.pages.duels.match_duels import match_duels
from league.pages.matches.box_score import box_table
from league.pages.matches.headline import TeamResult, headline, places, summarize_claims
from league.pages.matches.match_entries import (
    SHOPPING,
    fact_sections,
    match_entry_rows,
    match_in_origin,
    render_match_entries,
)
from league.pages.matches.match_time import match_time_panel
from league.pages.matches.meaning import driver_meaning, money_meaning, table_meaning
from league.pages.matches.names import tell_cars_apart
from league.pages.matches.questionnaires import hidden_rival_fields, versions_played
from league.pages.matches.settlement import columns_of, settlement_sums
from league.pages.matches.teams import TeamLine, seat_lines, team_line
from league.pages.matches.todo import match_todos
from league.pages.matches.turning_points import StorySentence, is_story_kept, kept_models, story_of_match
from league.pages.reports.appeals import RejectedAppeal, summarize_appeals
from league.pages.season.reveals import reveal_of_match, step_until_reveal, watch_party_url_of_match
from league.pages.step_pages import fit_beside_others, step_links
from league.queries.dice_keys import published_keys, published_secret
from league.queries.matches import (
    BANKED_STEPS,
    PUBLIC_LINE_UP_STEPS,
    SETTLEMENT_CLOSED_STEPS,
    BoxScore,
    NeighborMatch,
    box_score,
    line_ups,
    line_ups_with_log,
    neighbor_match,
    seats,
)
from league.queries.names import match_title
from league.queries.season_leaves import has_leaves
from rules.campaign.match_day.resolution import line_up_shortfalls


@dataclass(frozen=True, slots=True)
class Onward:
    """The next match of the round by its title and address, both empty if there is none, and the season's home."""

    round: int
    season_href: str
    title: str = ""
    href: str = ""


def onward_from(season: str, round: int, after: NeighborMatch | None) -> Onward:
    """What follows a match of a round, by the season's stored id and the match that is played `after` it."""
    home = links.season_url(season)
    if after is None or after.round != round:
        return Onward(round, home)
    return Onward(round, home, after.title, links.match_url(after.match))


STEPS_BEFORE_REPORT = ("M3", "M4")
"""Steps at which cars still carry what they take into the match; a report may cost them some of it."""
NO_REJECTED_APPEAL = RejectedAppeal()


@dataclass(frozen=True, slots=True)
class MatchLogDigest:
    """The log of a match that was run here, and the edition of the rules it was run by."""

    digest: str
    edition: int


def match_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    match: str,
    at: datetime | None = None,
    typed: RejectedAppeal = NO_REJECTED_APPEAL,
    told: bool = True,
) -> dict[str, Any] | None:
    """The context of a match's page, None if the season has no such match; `typed` is an appeal that was refused.

    Without `at` the reveal that it waits for is left out. Unless `told`, what the match meant and its turning points
    are left out too, which take a query each.
    """
    id = f"{season.pk}/{match}"
    with_log = told and not is_story_kept(id)
    teams = line_ups_with_log(id, viewer) if with_log else line_ups(id, viewer)
    if not teams:
        return None
    match_row = teams[0].match
    before_this, after = (neighbor_match(text) for text in (teams[0].match_before, teams[0].match_after))
    names = {links.short_id(team.franchise_id): team.franchise.identity.name for team in teams}
    team_ids, own_ids = frozenset(names), own_franchise_ids(viewer)
    lines = [team_line(team, own=own_ids, step=match_row.step, is_member=viewer.is_member) for team in teams]
    settled = match_row.step in SETTLEMENT_CLOSED_STEPS
    name = match_title(match_row.round.number, match_row.place)
    match_names = Names(season.pk, franchises=names, matches={match: name})
    box, seat_rows, car_teams = None, [], dict[str, str]()
    if settled:
        box = box_score(id)
        match_names.drivers, match_names.cars, car_teams = box.drivers, box.cars, box.car_teams
    else:
        seat_rows = seats(id, viewer)
        for seat in seat_rows:
            match_names.cars[links.short_id(seat.car_id)] = seat.car.name
            car_teams[links.short_id(seat.car_id)] = links.short_id(seat.line_up.franchise_id)
            match_names.drivers |= {
                links.short_id(driver.pk): driver.person.name for driver in (seat.driver, seat.gunner) if driver
            }
    entry_rows = match_entry_rows(season.pk, viewer, match)
    entries = render_match_entries(entry_rows, match_names, team_ids)
    before, settlement = fact_sections(entries, match)
    sums = settlement_sums(entries, [line.short_name for line in lines])
    claims = summarize_claims(season, match_row, entry_rows, names)
    results = [
        TeamResult(
            name=line.name,
            short_name=line.short_name,
            points=line.points,
            won=line.won,
            forfeited=team.forfeited,
        )
        for line, team in zip(lines, teams, strict=True)
    ]
    log = _log(teams[0])
    reveal = None if at is None else reveal_of_match(league, season, match_row, at=at)
    cards = (
        (
            table_meaning(season, id, team_ids, box.standings),
            money_meaning(sums),
            driver_meaning(entries, match_names),
        )
        if box is not None and told
        else ()
    )
    called = {
        **tell_cars_apart(match_names.cars, team_of=car_teams, teams=names),
        **match_names.drivers,
        **names,
    }
    story = (
        story_of_match(id, digest=log.digest, names=called, log=_read_log(teams) if with_log else None)
        if log and told
        else []
    )
    as_locked = match_row.step in STEPS_BEFORE_REPORT
    hidden = hidden_rival_fields(
        season, viewer, scoring=match_row.scoring, step=match_row.step, own=own_ids, teams=team_ids
    )
    return {
        **match_base_context(league, season, viewer, match=match, name=name, balance=teams[0].own_balance),
        "match": match_row,
        "reveal": reveal,
        "watch_party_href": watch_party_url_of_match(league, season, match_row, viewer=viewer)
        if at is not None and reveal is None
        else "",
        "time": None if at is None else match_time_panel(league, season, match_row, sides=names, own=own_ids, at=at),
        "versions_played": versions_played(season, match_row.answer_versions),
        "previous": before_this and links.match_url(before_this.match),
        "next": after and links.match_url(after.match),
        "onward": onward_from(season.pk, match_row.round.number, after),
        "match_name": name,
        "headline": headline(
            results,
            step=match_row.step,
            named=sum(team.named for team in teams),
            run_here=bool(match_row.ruleset),
            held_back=reveal is not None and reveal.ahead,
            claims=claims,
        ),
        "placed": _placed(lines, results, box),
        "story": story,
        "still_href": _still_url(id, story),
        "meanings": [card for card in cards if card is not None],
        "settled_at": next((entry.at for entry in entries if entry.tag == "settle_match"), None),
        "ground": ground_words(match_row.setting) or match_row.surface.replace("_", " "),
        "match_short": match,
        "queues": match_todos(season, match, teams, entries, match_names, own=own_ids & team_ids),
        "title": as_title(match_row.event),
        "about": _about(match_row),
        "source": _source(teams[0].source),
        "lacking": _lacking(season, match_row, own_ids & team_ids),
        "log": log,
        "log_href": links.match_log_url(id) if log else "",
        "replay_href": links.replay_url(id) if log else "",
        "card_href": links.replay_card_url(id) if log else "",
        "by_hand": log is not None and teams[0].by_hand,
        "ruleset": ruleset_title(teams[0].log_ruleset) if log else "",
        "step": step_until_reveal(match_row.step, reveal),
        "keys": (keys := published_keys(season, match_row)),
        "unproven": bool(keys) and not has_leaves(season) and not published_secret(season).secret,
        "leaf": match_leaf(season, match, closed=settled),
        "leaves": has_leaves(season),
        "teams": lines,
        "teams_to_act_for": [line for line in lines if line.awaited] if viewer.is_commissioner else [],
        "box": None
        if box is None or (season.forked_from and not box.lines)
        else box_table(
            box, lines, league=league.pk, entries=entries, models=kept_models(id, log.digest) if log else {}
        ),
        "carries": as_locked,
        "seats": seat_lines(seat_rows, names, own=own_ids, hidden=hidden, loaded=as_locked),
        "locked": match_row.step in PUBLIC_LINE_UP_STEPS,
        "settled": settled,
        "void": match_row.step == "void",
        "before": before,
        "steps_before": [] if fit_beside_others(before) else step_links(links.settlement_url(id), before),
        "in_origin": match_in_origin(season, match),
        "settlement": step_links(links.settlement_url(id), [*before, *settlement]) if settlement else [],
        "sums": sums,
        "cards": [(line.name, links.reward_url(id, line.short_name)) for line in lines if line.own]
        if sums and match_row.step in BANKED_STEPS
        else [],
        **columns_of(sums),
        "entries": _by_command(entry for entry in entries if entry.tag not in SHOPPING),
        "amended": _report_amend(season, viewer, entry_rows),
        "duels": match_duels(season, viewer, match_row),
        "claims": claims,
        "put_right_at": (put_right := _result_amend_url(season, viewer, entry_rows)),
        "appeals": None
        if (accepted := _acceptance(entry_rows)) is None
        else summarize_appeals(
            season,
            viewer,
            match,
            league=league,
            accepted=accepted,
            names=names,
            own=own_ids & team_ids,
            typed=typed,
            put_right=put_right,
        ),
    }


def _still_url(match: str, story: Sequence[StorySentence]) -> str:
    """A close-up of a turning point in the middle of the match; empty without a story, as there is none to see."""
    if not story:
        return ""
    return f"{links.replay_still_url(match)}?{urlsplit(story[len(story) // 2].href).query}&close=1"


def _placed(
    lines: Sequence[TeamLine], results: Sequence[TeamResult], box: BoxScore | None
) -> list[tuple[int | None, TeamLine, str]]:
    """The teams by place, each with what its drivers did in a few words; no places before there is a result."""
    place_of = places(results)
    rows = [(place_of.get(line.short_name), line, _deeds(line, box)) for line in lines]
    return sorted(rows, key=lambda row: row[0] or 0)


def _deeds(team: TeamLine, box: BoxScore | None) -> str:
    """The kills of a team's drivers, if any, and how many of them went out of action; empty before the settlement."""
    mine = [] if box is None else [line for line in box.lines if line.franchise == team.short_name]
    if not mine:
        return ""
    out = sum(line.out for line in mine)
    fate = f"{quantity(out, 'driver')} out of action" if out else "everybody came home"
    kills = sum(line.kills for line in mine)
    return f"{quantity(kills, 'kill')}, {fate}" if kills else fate


def _report_amend(season: Season, viewer: Viewer, entries: Iterable[Any]) -> AmendLine | None:
    """The amend that changed the match's report, None if the report is unchanged, which takes no query."""
    for entry in entries:
        if entry.read_command == ACCEPT_REPORT_TAG and entry.read_retold is not None:
            amended = load_amended_body(entry.read_retold)
            if amended.standing != "followed":
                return amend_line(season, viewer, amended.since)
    return None


def _acceptance(entries: Iterable[Any]) -> tuple[int, datetime] | None:
    """The number and time of the entry that accepted the match's report; None if there is none yet."""
    return next(((entry.number, entry.at) for entry in entries if entry.read_command == ACCEPT_REPORT_TAG), None)


def _result_amend_url(season: Season, viewer: Viewer, entries: Iterable[Any]) -> str:
    """The address where a commissioner corrects the match's result; "" for others, or before it is accepted."""
    if not viewer.is_commissioner or season.step == "closed":
        return ""
    return next(
        (
            links.put_right_url(season.pk, entry.number)
            for entry in entries
            if entry.read_command == ACCEPT_REPORT_TAG
        ),
        "",
    )


def _about(match: Any) -> str:
    parts = [match.surface.replace("_", " ")]
    parts.append(quantity(match.heats, "heat"))
    parts.append(f"{quantity(match.vehicles_per_team, 'car')} a team")
    parts.append(f"Rules: {ruleset_title(match.ruleset)}" if match.ruleset else "reported by people")
    parts += setting_lines(match.setting)
    return " · ".join(part for part in parts if part)


def _source(source: Any) -> str:
    """The ruleset and version that a report says it comes from; "" if it names none."""
    fields = source or {}
    return " ".join(str(fields[name]) for name in ("ruleset", "version") if fields.get(name))


def _lacking(season: Season, match: Any, teams: Iterable[str]) -> list[str]:
    """What the match's ruleset finds missing in the viewer's own line-ups, until they are locked."""
    if match.step != "M3" or not match.ruleset or not teams:
        return []
    state, match_id = load(season).season, links.short_id(match.pk)
    return [shortfall.sentence for team in sorted(teams) for shortfall in line_up_shortfalls(state, match_id, team)]


def _log(team: Any) -> MatchLogDigest | None:
    """The log of a match that was run here, if its report refers to it."""
    return (
        MatchLogDigest(team.log_digest, team.log_edition)
        if team.log_digest and (team.source or {}).get("packet")
        else None
    )


def _read_log(teams: Iterable[Any]) -> MatchLog | None:
    """The log that was read with the line-ups, None if there is none."""
    return next(
        (
            MatchLog(
                digest=team.log_digest,
                ruleset=team.log_ruleset,
                edition=team.log_edition,
                packet=team.log_packet,
                log=team.log_text,
            )
            for team in teams
            if team.log_packet is not None
        ),
        None,
    )


def _by_command(entries: Iterable[RenderedEntry]) -> dict[str, list[RenderedEntry]]:
    """The entries by what they did, in the order of the first of each: eight line-ups are one line of eight links."""
    groups: dict[str, list[RenderedEntry]] = {}
    for entry in entries:
        groups.setdefault(entry.command, []).append(entry)
    return groups
