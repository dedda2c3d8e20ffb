"""What happened in a round and in a season, found in the table and the box scores.

Every event is something that the season's facts state; a guard derives each of them from the journal again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from explain import links
from explain.names import Segment
from explain.printed_names import quantity, times
from explain.round_ups import Event
from league.pages.matches.headline import joined
from league.queries.matches import SETTLEMENT_CLOSED_STEPS
from league.queries.names import match_title
from league.queries.round_ups import DriverMatch
from league.queries.standings import Fixture, SeasonTable, StandingsChange, Team, table_after
from league.queries.standings_columns import Standing
from rules.core.plurals import ordinal

UPSET_RANKS = 3
"""By how many ranks of the table a winner stands below somebody they beat, for it to be an upset."""
STREAK = 3
"""The shortest run of wins that is told."""
KILLS = 2
"""The fewest kills of the driver with the most in a round that are told."""
MEETINGS = 2
"""The fewest meetings of a rivalry."""
MOST_OF_A_KIND = 4
"""The most drivers that a round-up names for being out of action for the first time."""
MOST_LEVELS = 12
"""The most drivers that the sentence on levels names; those at the lowest levels are only counted."""
VOID = "void"


@dataclass(frozen=True, slots=True)
class SeasonSources:
    """What the round-ups of a season are made from: its stored id, its table, what made it, and its box scores."""

    season: str
    table: SeasonTable
    changes: Sequence[StandingsChange]
    drivers: Sequence[DriverMatch]

    @property
    def league(self) -> str:
        """The short name of the league."""
        return self.season.split("/", 1)[0]

    def fixtures(self, round: int) -> list[Fixture]:
        """The settled matches of a round."""
        return [fixture for fixture in self.table.fixtures if fixture.round == round and is_settled(fixture)]

    def franchise(self, id: str, name: str) -> Segment:
        """A franchise with a link to its page."""
        return Segment(name, links.franchise_url(self.league, links.short_id(id)))

    def franchise_by_id(self, id: str) -> Segment:
        """A franchise by its stored id, with a link to its page."""
        name = next((standing.name for standing in self.table.standings if standing.franchise == id), "")
        return self.franchise(id, name or links.short_id(id))

    def driver(self, line: DriverMatch) -> Segment:
        """A driver with a link to their page."""
        return Segment(line.name, links.driver_url(self.league, links.short_id(line.driver)))


def is_settled(fixture: Fixture) -> bool:
    """Whether the result of a match and its box score are final."""
    return fixture.step in SETTLEMENT_CLOSED_STEPS


def complete_rounds(table: SeasonTable) -> list[int]:
    """The rounds of which every match is settled or void, and one at least is settled, in order."""
    rounds: dict[int, list[Fixture]] = {}
    for fixture in table.fixtures:
        rounds.setdefault(fixture.round, []).append(fixture)
    return [
        round
        for round, fixtures in sorted(rounds.items())
        if any(map(is_settled, fixtures)) and all(is_settled(it) or it.step == VOID for it in fixtures)
    ]


def match_segment(fixture: Fixture, *, with_round: bool = False) -> Segment:
    """A match with a link: "match A", or "round 2, match A"."""
    title = match_title(fixture.round, fixture.place)
    return Segment(
        title[:1].lower() + title[1:] if with_round else title.rpartition(", ")[2], links.match_url(fixture.id)
    )


# ----------------------------------------------------------------------------------------------------- a round


def result_events(season: str, fixtures: Iterable[Fixture], round: int) -> Iterator[Event]:
    """Who won each match of a round. It needs the schedule alone."""
    sources = SeasonSources(season, SeasonTable((), (), (), final=False), (), ())
    for fixture in fixtures:
        teams = sorted(fixture.teams, key=lambda team: (-(team.points or 0), team.name))
        if len(teams) < MEETINGS:
            continue
        most = teams[0].points or 0
        margin = most - (teams[1].points or 0)
        common = {"match": match_segment(fixture), "round": Segment(str(round)), **_figure("points", most, "point")}
        if teams[0].won and margin > 0:
            winner = sources.franchise(teams[0].franchise, teams[0].name)
            yield Event("win", {**common, "winner": winner, "margin": Segment(_points(margin))})
        elif margin == 0 and most > 0:
            level = [team.name for team in teams if team.points == most]
            yield Event("level", {**common, "names": Segment(joined(level))})


def round_events(sources: SeasonSources, round: int) -> list[Event]:
    """What happened in a round, in the order it is told."""
    fixtures = sources.fixtures(round)
    earlier = [fixture for fixture in sources.table.fixtures if fixture.round < round and is_settled(fixture)]
    after = table_after(sources.table, sources.changes, round)
    before = table_after(sources.table, sources.changes, round - 1) if earlier else None
    number = Segment(str(round))
    events = [
        *result_events(sources.season, fixtures, round),
        *_upsets(sources, fixtures, before),
        *_leader(sources, before, after),
        *_moves(sources, before, after),
        *_streaks(sources, after, fixtures),
        *_rivalry(sources, fixtures, earlier),
        *_points_record(sources, fixtures, earlier),
        *_drivers(sources, fixtures),
    ]
    return [replace(event, slots={**event.slots, "round": number}) for event in events]


def _ranks(table: SeasonTable | None) -> dict[str, int]:
    """The rank of every franchise, empty while nobody has anything to be ranked by."""
    if table is None or not any(standing.points or standing.wins for standing in table.standings):
        return {}
    return {standing.franchise: standing.rank for standing in table.standings}


def _upsets(sources: SeasonSources, fixtures: Iterable[Fixture], before: SeasonTable | None) -> Iterator[Event]:
    ranks = _ranks(before)
    for fixture in fixtures if ranks else ():
        winners = [team for team in fixture.teams if team.won]
        beaten = [team for team in fixture.teams if not team.won and not team.forfeited]
        if len(winners) != 1 or not beaten:
            continue
        winner, loser = winners[0], min(beaten, key=lambda team: (ranks[team.franchise], team.name))
        if ranks[winner.franchise] - ranks[loser.franchise] >= UPSET_RANKS:
            yield Event(
                "upset",
                {
                    "match": match_segment(fixture),
                    "winner": sources.franchise(winner.franchise, winner.name),
                    "loser": sources.franchise(loser.franchise, loser.name),
                    "winner_rank": Segment(ordinal(ranks[winner.franchise])),
                    "loser_rank": Segment(ordinal(ranks[loser.franchise])),
                },
            )


def _leader(sources: SeasonSources, before: SeasonTable | None, after: SeasonTable) -> Iterator[Event]:
    first, first_before = _sole_leader(after), _sole_leader(before)
    if first is None or first_before is None:
        return
    slots = {
        "leader": sources.franchise(first.franchise, first.name),
        "points": Segment(_points(first.points)),
        "before": sources.franchise(first_before.franchise, first_before.name),
    }
    yield Event("stays" if first.franchise == first_before.franchise else "top", slots)


def _sole_leader(table: SeasonTable | None) -> Standing | None:
    """Who leads a table alone; None if it is shared, or nobody has anything."""
    if table is None or not _ranks(table):
        return None
    first = [standing for standing in table.standings if standing.rank == 1]
    return first[0] if len(first) == 1 else None


def _moves(sources: SeasonSources, before: SeasonTable | None, after: SeasonTable) -> Iterator[Event]:
    """The longest climb and the longest drop, apart from those to and from first place."""
    ranks = _ranks(before)
    if not ranks:
        return
    moved = [(ranks[standing.franchise] - standing.rank, standing) for standing in after.standings]
    for kind, sign in (("rise", 1), ("fall", -1)):
        most = max((sign * up for up, _ in moved), default=0)
        movers = [standing for up, standing in moved if sign * up == most]
        if most >= 1 and len(movers) == 1 and movers[0].rank != 1:
            (mover,) = movers
            yield Event(
                kind,
                {
                    "team": sources.franchise(mover.franchise, mover.name),
                    "rank": Segment(ordinal(mover.rank)),
                    "ranks": Segment(quantity(most, "place")),
                },
            )


def _streaks(sources: SeasonSources, after: SeasonTable, fixtures: Sequence[Fixture]) -> Iterator[Event]:
    ran = {team.franchise for fixture in fixtures for team in fixture.teams}
    for standing in after.standings:
        run = len(standing.form) - len(standing.form.rstrip("W"))
        if run >= STREAK and standing.franchise in ran:
            yield Event(
                "streak",
                {
                    "team": sources.franchise(standing.franchise, standing.name),
                    "wins": Segment(str(run)),
                    "nth": Segment(ordinal(run)),
                },
            )


def _rivalry(sources: SeasonSources, fixtures: Sequence[Fixture], earlier: Sequence[Fixture]) -> Iterator[Event]:
    """The two best of a match who have met most often this season, with how often each finished ahead."""
    best: tuple[tuple[int, int, str], Event] | None = None
    for fixture in fixtures:
        ordered = sorted(fixture.teams, key=_merit, reverse=True)[:MEETINGS]
        if len(ordered) < MEETINGS or _merit(ordered[0]) == _merit(ordered[1]):
            continue
        one, other = ordered
        meetings = [pair for pair in (_pair(it, one, other) for it in [*earlier, fixture]) if pair is not None]
        if len(meetings) < MEETINGS:
            continue
        ahead = sum(_merit(mine) > _merit(theirs) for mine, theirs in meetings)
        behind = sum(_merit(mine) < _merit(theirs) for mine, theirs in meetings)
        event = Event(
            "rivalry",
            {
                "one": sources.franchise(one.franchise, one.name),
                "other": sources.franchise(other.franchise, other.name),
                "match": match_segment(fixture),
                "nth": Segment(ordinal(len(meetings))),
                "nth_plain": Segment(str(len(meetings))),
                "times": Segment(times(len(meetings))),
                "ahead": Segment(str(ahead)),
                "behind": Segment(str(behind)),
                "ahead_times": Segment(times(ahead)),
            },
        )
        key = (len(meetings), -abs(ahead - behind), fixture.id)
        if best is None or key > best[0]:
            best = key, event
    if best is not None:
        yield best[1]


def _merit(team: Team) -> tuple[bool, bool, int]:
    """What places a team in a match: the win, having appeared, and its points."""
    return team.won, not team.forfeited, team.points or 0


def _pair(fixture: Fixture, one: Team, other: Team) -> tuple[Team, Team] | None:
    """Two franchises in a match, None if they did not meet in it."""
    by_franchise = {team.franchise: team for team in fixture.teams}
    if one.franchise not in by_franchise or other.franchise not in by_franchise:
        return None
    return by_franchise[one.franchise], by_franchise[other.franchise]


def _points_record(
    sources: SeasonSources, fixtures: Sequence[Fixture], earlier: Sequence[Fixture]
) -> Iterator[Event]:
    scores = [(team.points or 0, fixture, team) for fixture in fixtures for team in fixture.teams]
    most = max((points for points, _, _ in scores), default=0)
    best = [(fixture, team) for points, fixture, team in scores if points == most]
    before = max((team.points or 0 for fixture in earlier for team in fixture.teams), default=0)
    if earlier and len(best) == 1 and most > before:
        fixture, team = best[0]
        yield Event(
            "points_record",
            {
                "team": sources.franchise(team.franchise, team.name),
                **_figure("points", most, "point"),
                "match": match_segment(fixture),
            },
        )


def _drivers(sources: SeasonSources, fixtures: Sequence[Fixture]) -> Iterator[Event]:
    fixture_of = {fixture.id: fixture for fixture in fixtures}
    ran = [line for line in sources.drivers if line.match in fixture_of]
    if not ran:
        return
    most = max(line.kills for line in ran)
    best = [line for line in ran if line.kills == most]
    if most >= KILLS and len(best) == 1:
        yield Event("kills", {**_who(sources, best[0], fixture_of), **_figure("kills", most, "kill")})
    reached = [line for line in ran if line.level > _level_before(sources.drivers, line) > 0]
    if reached:
        yield Event("level_up", {}, {"reached": tuple(_levels(sources, reached))})
    yield from _casualties(sources, ran, fixture_of)


def _levels(sources: SeasonSources, reached: Sequence[DriverMatch]) -> Iterator[Segment]:
    """Who reached which level, the highest first: "A of B (level 4), C of D (level 3) and 2 others"."""
    named = sorted(reached, key=lambda line: -line.level)[:MOST_LEVELS]
    others = len(reached) - len(named)
    for place, line in enumerate(named):
        if place:
            yield Segment(" and " if place == len(named) - 1 and not others else ", ")
        yield sources.driver(line)
        yield Segment(" of ")
        yield sources.franchise_by_id(line.franchise)
        yield Segment(f" (level {line.level})")
    if others:
        yield Segment(f" and {quantity(others, 'other')}")


def _casualties(sources: SeasonSources, ran: Sequence[DriverMatch], fixtures: dict[str, Fixture]) -> Iterator[Event]:
    """Who went out of action first this season, or for their own first time in it, and how many did in all."""
    start, round = min(line.entry for line in ran), ran[0].round
    earlier = [line for line in sources.drivers if line.entry < start or line.round < round]
    out_before = {line.driver for line in earlier if line.out}
    out = {line.driver: line for line in reversed(ran) if line.out}
    firsts = [line for line in ran if out.get(line.driver) is line]
    if out_before:
        in_action_before = {line.driver for line in earlier} - out_before
        firsts = [line for line in firsts if line.driver in in_action_before]
    for line in firsts[:MOST_OF_A_KIND]:
        yield Event("first_out" if out_before else "first_casualty", _who(sources, line, fixtures))
    if not out:
        yield Event("unhurt", {})
    elif len(out) > 1:
        yield Event("toll", {"drivers": Segment(quantity(len(out), "driver")), "count": Segment(str(len(out)))})


def _who(sources: SeasonSources, line: DriverMatch, fixtures: dict[str, Fixture]) -> dict[str, Segment]:
    return {
        "driver": sources.driver(line),
        "team": sources.franchise_by_id(line.franchise),
        "match": match_segment(fixtures[line.match]),
    }


def _level_before(lines: Iterable[DriverMatch], line: DriverMatch) -> int:
    """The level a driver had after their match before that one, 0 if it was their first of the season."""
    before = [it for it in lines if it.driver == line.driver and it.entry < line.entry]
    return before[-1].level if before else 0


# ----------------------------------------------------------------------------------------------------- a season


def season_events(sources: SeasonSources, number: int) -> list[Event]:
    """What a season came to, once its table is final, in the order it is told."""
    table, rounds = sources.table, complete_rounds(sources.table)
    if not table.final or not rounds:
        return []
    events = [*_champions(sources), *_season_teams(sources, rounds), *_season_drivers(sources)]
    return [Event(event.kind, {**event.slots, "season": Segment(str(number))}) for event in events]


def _champions(sources: SeasonSources) -> Iterator[Event]:
    first, *others = sources.table.standings
    yield Event(
        "champion",
        {
            "team": sources.franchise(first.franchise, first.name),
            "points": Segment(_points(first.points)),
            "wins": Segment(quantity(first.wins, "win")),
        },
    )
    if others and first.points > others[0].points:
        second = others[0]
        yield Event(
            "runner_up",
            {
                "team": sources.franchise(second.franchise, second.name),
                "points": Segment(_points(second.points)),
                "behind": Segment(_points(first.points - second.points)),
            },
        )


def _season_teams(sources: SeasonSources, rounds: Sequence[int]) -> Iterator[Event]:
    table = sources.table
    most = max(standing.wins for standing in table.standings)
    winners = [standing for standing in table.standings if standing.wins == most]
    if most > 0 and len(winners) == 1:
        team = sources.franchise(winners[0].franchise, winners[0].name)
        yield Event("season_wins", {"team": team, **_figure("wins", most, "win")})
    played = [fixture for fixture in table.fixtures if is_settled(fixture)]
    scores = [(team.points or 0, fixture, team) for fixture in played for team in fixture.teams]
    top = max((points for points, _, _ in scores), default=0)
    best = [(fixture, team) for points, fixture, team in scores if points == top]
    if len(best) == 1 and top > 0:
        fixture, scorer = best[0]
        yield Event(
            "season_score",
            {
                "team": sources.franchise(scorer.franchise, scorer.name),
                **_figure("points", top, "point"),
                "match": match_segment(fixture, with_round=True),
            },
        )
    ranks = _ranks(table_after(table, sources.changes, rounds[0]))
    if len(rounds) > 1 and ranks:
        climbs = [(ranks[standing.franchise] - standing.rank, standing) for standing in table.standings]
        longest = max(up for up, _ in climbs)
        climbers = [standing for up, standing in climbs if up == longest]
        if longest > 0 and len(climbers) == 1:
            (climber,) = climbers
            yield Event(
                "season_climb",
                {
                    "team": sources.franchise(climber.franchise, climber.name),
                    "from": Segment(ordinal(ranks[climber.franchise])),
                    "to": Segment(ordinal(climber.rank)),
                },
            )


def _season_drivers(sources: SeasonSources) -> Iterator[Event]:
    kills, last = Counter[str](), dict[str, DriverMatch]()
    for line in sources.drivers:
        kills[line.driver] += line.kills
        last[line.driver] = line
    if not last:
        return
    for kind, figures in (
        ("season_kills", kills),
        ("season_level", Counter({id: line.level for id, line in last.items()})),
    ):
        most = max(figures.values())
        best = [id for id, figure in figures.items() if figure == most]
        if most > 0 and len(best) == 1:
            line = last[best[0]]
            who = {"driver": sources.driver(line), "team": sources.franchise_by_id(line.franchise)}
            value = _figure("kills", most, "kill") if kind == "season_kills" else {"level": Segment(str(most))}
            yield Event(kind, {**who, **value})
    count = sum(line.out for line in sources.drivers)
    if count > 0:
        yield Event("season_toll", {"count": Segment(str(count)), "times": Segment(times(count))})


def _points(number: int) -> str:
    return quantity(number, "point")


def _figure(slot: str, number: int, thing: str) -> dict[str, Segment]:
    """A figure with what it counts, and as `count` without it, for a sentence that names the thing itself."""
    return {slot: Segment(quantity(number, thing)), "count": Segment(str(number))}
