"""The script of the Rust Belt: the calendar, what each match must show, and how results are adjusted for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.campaign.core.state import Season
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.core.terms import MatchId, RoundId
from rules.dethmatch.events.event import EVENTS
from rules.dethmatch.ground.track import load_track
from rules.dethmatch.setup.fixtures import SCORING
from tools.rust_belt.results import ScriptedResult

ALL_TEAMS = ("smelters", "hounds", "slag-queens", "mutants", "overtime", "potholes", "lake-effect", "scrappers")
DOOMED, SWEEPING, FOLDING = "potholes", "slag-queens", "potholes"
RARE_ORIGINS = frozenset({"world_trade", "tinkering"})
UNLUCKY_ONE_IN = 3
"""In one of so many teams, by chance, the car that carries most rare items is destroyed."""

ResultAdjustment = Callable[[Season, ScriptedResult], None]


def _reopen_wounds_only(season: Season, result: ScriptedResult) -> None:
    """Change nothing except for drivers with quirks and cars with rare items."""
    reopen_wounds(season, result)


def tie_at_the_top(season: Season, result: ScriptedResult) -> None:  # noqa: ARG001 - every bend is given the season
    """Make the three best teams level."""
    best, *others = result.ranking()[:3]
    for other in others:
        result.points[other] = result.points[best]


def wipe_out_the_doomed(season: Season, result: ScriptedResult) -> None:  # noqa: ARG001 - every bend is given the season
    """One team loses every car in its line-up, and all their crews."""
    winner = next(franchise for franchise in result.ranking() if franchise != DOOMED)
    result.wipe_out(DOOMED, by=result.crew_of(winner)[0])


def nobody_scores(season: Season, result: ScriptedResult) -> None:
    """No team scores."""
    reopen_wounds(season, result)
    result.score_nothing(*result.points)


def sweep(season: Season, result: ScriptedResult) -> None:  # noqa: ARG001 - every bend is given the season
    """One team takes all points but one, and none of its people is hurt."""
    for franchise in list(result.points):
        if franchise != SWEEPING:
            result.score_nothing(franchise)
    for driver in result.crew_of(SWEEPING):
        result.spare(driver)
    result.points[SWEEPING] = 31
    result.points[next(franchise for franchise in sorted(result.points) if franchise != SWEEPING)] = 1


def reopen_wounds(season: Season, result: ScriptedResult) -> None:
    """In each team the driver with most quirks goes out of action; some lose their car with most rare items."""
    for franchise in sorted(result.cars_of):
        crew = result.crew_of(franchise)
        rivals = [rival for rival in sorted(result.points) if rival != franchise]
        chance = sum(map(ord, result.match + franchise))
        by = result.crew_of(rivals[chance % len(rivals)])[0]
        worst = max(crew, key=lambda driver: (sum(season.driver(driver).quirks.values()), driver), default="")
        if worst and season.driver(worst).quirks:
            result.knock_out(worst)
        rare = {
            car: sum(item.origin in RARE_ORIGINS for item in season.items_on_car(car))
            for car in result.cars_of[franchise]
        }
        dearest = max(rare, key=lambda car: (rare[car], car), default="")
        if dearest and rare[dearest] and chance % UNLUCKY_ONE_IN == 0:
            result.wreck(dearest, by=by)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedMatch:
    """A match of the calendar: its event, its teams, and how its result is adjusted."""

    match: str
    event: str
    teams: tuple[str, ...]
    surface: str = "asphalt"
    heats: int = 1
    bend: ResultAdjustment = _reopen_wounds_only

    def plan(self) -> MatchPlan:
        """The plan by which it is announced."""
        return MatchPlan(
            match=MatchId(self.match),
            event=self.event,
            franchises=[*self.teams],
            surface=self.surface,
            heats=self.heats,
        )


FIRST_SEASON_MATCHES: Mapping[int, tuple[ScriptedMatch, ...]] = {
    1: (ScriptedMatch(match="m1", event="The Ignition Mile, three laps", teams=ALL_TEAMS, bend=tie_at_the_top),),
    2: (
        ScriptedMatch(
            match="m2",
            event="The Steelyard, last car standing",
            teams=("smelters", "hounds", "potholes", "scrappers"),
            surface="cinders",
            bend=wipe_out_the_doomed,
        ),
        ScriptedMatch(
            match="m3", event="Lakefront flags", teams=("slag-queens", "mutants", "overtime", "lake-effect"), heats=2
        ),
    ),
    3: (
        ScriptedMatch(
            match="m4",
            event="Flags in the quarry",
            teams=("smelters", "mutants", "lake-effect"),
            surface="gravel",
            bend=nobody_scores,
        ),
        ScriptedMatch(match="m5", event="Ore dock sprint", teams=("hounds", "slag-queens", "scrappers"), heats=2),
    ),
    4: (
        ScriptedMatch(
            match="m6", event="Coke oven alley", teams=("overtime", "potholes", "hounds"), surface="cinders"
        ),
        ScriptedMatch(
            match="m7", event="Rolling mill relay", teams=("smelters", "slag-queens", "lake-effect"), heats=2
        ),
    ),
    5: (ScriptedMatch(match="m8", event="The Half-Season Classic, five laps", teams=ALL_TEAMS, bend=sweep),),
    6: (
        ScriptedMatch(
            match="m9", event="Flags under the viaduct", teams=("overtime", "potholes", "mutants"), surface="mud"
        ),
        ScriptedMatch(
            match="m10", event="Tank farm, last car standing", teams=("smelters", "scrappers", "slag-queens")
        ),
    ),
    7: (
        ScriptedMatch(match="m11", event="Turnpike by night", teams=("hounds", "lake-effect", "overtime")),
        ScriptedMatch(
            match="m12", event="Barge basin flags", teams=("mutants", "scrappers", "potholes"), surface="mud"
        ),
    ),
    8: (
        ScriptedMatch(
            match="m13", event="Strip mine circuit", teams=("smelters", "overtime", "lake-effect", "scrappers")
        ),
        ScriptedMatch(
            match="m14", event="Slag heap climb", teams=("hounds", "slag-queens", "mutants", "potholes"), heats=2
        ),
    ),
    9: (ScriptedMatch(match="m15", event="The Rust Bowl, last car standing", teams=ALL_TEAMS, surface="gravel"),),
    10: (ScriptedMatch(match="m16", event="The Grand Scrapping, seven laps", teams=ALL_TEAMS),),
}
"""The ten rounds of the first season, in which everybody meets everybody and nobody sits out twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedMatch:
    """A match of the second season, resolved here: its event, its track, and the laps of a race."""

    event: str
    track: str
    laps: int = 0

    def plan(self, match: str, teams: Sequence[str]) -> MatchPlan:
        """The plan by which it is announced."""
        return MatchPlan(
            match=MatchId(match),
            event=self.event,
            franchises=[*teams],
            surface=load_track(self.track).surface_of_road,
            heats=EVENTS[self.event].heats,
            scoring=SCORING[self.event],
            setting={"track": self.track} | ({"laps": self.laps} if self.laps else {}),
        )


SECOND_SEASON_MATCHES: Sequence[tuple[ResolvedMatch, ResolvedMatch]] = (
    (ResolvedMatch(event="lap_race", track="anvil_oval"), ResolvedMatch(event="flags", track="hammer_bowl")),
    (ResolvedMatch(event="lap_race", track="foundry_row"), ResolvedMatch(event="last_car", track="the_sump")),
    (ResolvedMatch(event="lap_race", track="slag_field"), ResolvedMatch(event="last_car", track="hammer_bowl")),
    (
        ResolvedMatch(event="lap_race", track="long_january", laps=2),
        ResolvedMatch(event="flags", track="hammer_bowl"),
    ),
    (
        ResolvedMatch(event="lap_race", track="anvil_oval", laps=4),
        ResolvedMatch(event="lap_race", track="foundry_row", laps=2),
    ),
    (ResolvedMatch(event="last_car", track="the_sump"), ResolvedMatch(event="last_car", track="hammer_bowl")),
)
"""The second season, round by round: circuits and arenas, on every track there is."""


def second_season_round(season: Season, number: int) -> AnnounceRound:
    """A round of the second season: everybody is in one of its two matches, against other opponents each time."""
    matches = SECOND_SEASON_MATCHES[number - 1]
    franchises = [franchise.id for franchise in season.all_franchises()]
    teams = dealt_out(franchises, number=number, most=-(-len(franchises) // len(matches)))
    first = 1 + len(matches) * (number - 1)
    plans = [
        match.plan(f"m{first + place}", group)
        for place, (match, group) in enumerate(zip(matches, teams, strict=True))
    ]
    return AnnounceRound(round=RoundId(f"r{number}"), matches=plans)


def dealt_out(franchises: Sequence[str], *, number: int, most: int) -> list[list[str]]:
    """The franchises of each match of a round of the second season.

    The first franchise stays, the others move up by one place a round, and all are dealt out one by one.
    """
    others = deque(franchises[1:])
    others.rotate(1 - number)
    order = [franchises[0], *others]
    matches = max(1, min(-(-len(order) // most), len(order) // 2))
    return [sorted(order[first : matches * most : matches]) for first in range(matches)]


def first_season_round(number: int, games: tuple[ScriptedMatch, ...]) -> AnnounceRound:
    """A round of the calendar as the commissioner announces it."""
    return AnnounceRound(round=RoundId(f"r{number}"), matches=[game.plan() for game in games], uneven=number == 10)
