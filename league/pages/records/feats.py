"""The book of records: the most, closest and longest of all seasons, who holds each record, and where it was set.

A record stands until it is beaten: equaling it does not take it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeVar

from explain import links
from explain.printed_names import as_title, quantity
from league.models import Season
from league.pages.base_context import franchise_color
from league.queries.records import BestMatch, FranchiseYear, MatchTeamResult
from rules.core.terms import in_k

ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a record: name, page, and the color of a franchise."""

    name: str
    href: str
    color: str = ""


@dataclass(frozen=True, slots=True)
class Feat:
    """A record: what it is of, its value, who holds it, and in which match and season it was set."""

    of: str
    value: str
    holders: tuple[Holder, ...]
    where: str
    where_href: str
    season: int
    season_href: str


@dataclass(frozen=True, slots=True)
class FeatGroup:
    """The feats of one kind: matches, franchises or drivers."""

    title: str
    feats: tuple[Feat, ...]


@dataclass(frozen=True, slots=True)
class WinningRun:
    """Consecutive wins of a franchise; `at` is the index of the last one among all results."""

    franchise: str
    length: int
    last: MatchTeamResult
    at: int


def longest_runs(results: Iterable[MatchTeamResult]) -> dict[str, WinningRun]:
    """The longest winning run of every franchise with a win, by its stored id; of equal runs the first."""
    current: dict[str, int] = {}
    longest: dict[str, WinningRun] = {}
    for index, result in enumerate(results):
        current[result.franchise] = length = current.get(result.franchise, 0) + 1 if result.won else 0
        if length > (longest[result.franchise].length if result.franchise in longest else 0):
            longest[result.franchise] = WinningRun(result.franchise, length, result, index)
    return longest


@dataclass(frozen=True, slots=True)
class FeatSources:
    """What records are computed from: seasons by id, franchise names by stored id, and the figures of all matches."""

    seasons: Mapping[str, Season]
    names: Mapping[str, str]
    years: Sequence[FranchiseYear]
    results: Sequence[MatchTeamResult]
    bests: Sequence[BestMatch]

    def feat_groups(self) -> list[FeatGroup]:
        """The records, those of matches first. Records that nobody has set and empty groups are left out."""
        groups = [
            FeatGroup("Matches", self._of_matches()),
            FeatGroup("Franchises", (*self._of_franchises(), *self._of_seasons())),
            FeatGroup("Drivers", self._of_drivers()),
        ]
        return [group for group in groups if group.feats]

    def of_seasons(self, seasons: Collection[str]) -> FeatSources:
        """The sources with the figures of those seasons alone."""
        return replace(
            self,
            years=[year for year in self.years if year.season in seasons],
            results=[result for result in self.results if result.season in seasons],
            bests=[best for best in self.bests if best.season in seasons],
        )

    def _of_matches(self) -> tuple[Feat, ...]:
        matches = [list(teams) for _, teams in groupby(self.results, key=lambda result: result.match)]
        won = [match for match in matches if len(match) > 1 and match[0].won and not match[1].forfeited]
        feats = [
            _first(
                self.results,
                lambda result: result.points,
                lambda result, value: self._team_feat("Highest score", result, points(value)),
            ),
            _first(
                [match for match in matches if len(match) > 1],
                lambda match: sum(result.points for result in match),
                lambda match, value: self._match_feat("Most points by all teams together", match, points(value)),
            ),
            _first(
                won, _margin, lambda match, value: self._team_feat("Biggest win", match[0], f"by {points(value)}")
            ),
            _first(
                won,
                lambda match: -_margin(match),
                lambda match, value: self._match_feat(
                    "Closest win", match[:2], f"by {points(-value)}" if value else "level on points"
                ),
                least=None,
            ),
        ]
        return tuple(feat for feat in feats if feat is not None)

    def _of_franchises(self) -> tuple[Feat, ...]:
        in_order = sorted(longest_runs(self.results).values(), key=lambda run: run.at)
        paid = [result for result in self.results if result.prize is not None]
        feats = [
            _first(
                in_order,
                lambda run: run.length,
                lambda run, value: self._team_feat(
                    "Longest run of wins", run.last, quantity(value, "win"), upto=True
                ),
            ),
            _first(
                paid,
                lambda result: result.prize or 0,
                lambda result, value: self._team_feat("Biggest purse", result, in_k(value)),
            ),
            _first(
                paid,
                lambda result: result.profit or 0,
                lambda result, value: self._team_feat("Most kept of a match", result, in_k(value)),
            ),
        ]
        return tuple(feat for feat in feats if feat is not None)

    def _of_seasons(self) -> tuple[Feat, ...]:
        closed_years = [year for year in self.years if self.seasons[year.season].step == "closed"]
        feats = [
            _first(
                self.years,
                lambda year: year.points,
                lambda year, value: self._in_season("Most points in a season", year, points(value)),
            ),
            _first(
                self.years,
                lambda year: year.wins,
                lambda year, value: self._in_season("Most matches won in a season", year, quantity(value, "win")),
            ),
            _first(
                closed_years,
                lambda year: year.balance,
                lambda year, value: self._in_season("Richest at a season's end", year, in_k(value)),
            ),
        ]
        return tuple(feat for feat in feats if feat is not None)

    def _of_drivers(self) -> tuple[Feat, ...]:
        feats = [
            self._most("Most kills in a match", "kill", lambda best: best.kills),
            self._most("Most criticals in a match", "critical", lambda best: best.criticals),
            self._most("Most scores in a match", "score", lambda best: best.scores),
            self._most("Most experience out of a match", "XP", lambda best: best.xp_gained),
        ]
        return tuple(feat for feat in feats if feat is not None)

    def _most(self, of: str, thing: str, figure: Callable[[BestMatch], int]) -> Feat | None:
        return _first(self.bests, figure, lambda best, value: self._driver_feat(of, best, _times(value, thing)))

    def holder(self, franchise: str) -> Holder:
        """A franchise as the holder of a record."""
        league, short = franchise.split("/", 1)
        return Holder(self.names[franchise], links.franchise_url(league, short), franchise_color(short))

    def _team_feat(self, of: str, result: MatchTeamResult, value: str, *, upto: bool = False) -> Feat:
        return self._feat_of_match(of, value, (self.holder(result.franchise),), result, result.season, upto=upto)

    def _match_feat(self, of: str, teams: Sequence[MatchTeamResult], value: str) -> Feat:
        first = teams[0]
        return self._feat_of_match(
            of, value, tuple(self.holder(team.franchise) for team in teams), first, first.season
        )

    def _driver_feat(self, of: str, best: BestMatch, value: str) -> Feat:
        holder = Holder(best.name, links.driver_url(*best.person.split("/", 1)))
        return self._feat_of_match(of, value, (holder,), best, best.season)

    def _feat_of_match(
        self,
        of: str,
        value: str,
        holders: tuple[Holder, ...],
        where: MatchTeamResult | BestMatch,
        season: str,
        *,
        upto: bool = False,
    ) -> Feat:
        text = f"{where.title}: {as_title(where.event)}"
        return Feat(
            of,
            value,
            holders,
            f"{text}, the last of them" if upto else text,
            links.match_url(where.match),
            self.seasons[season].number,
            links.season_url(season),
        )

    def _in_season(self, of: str, year: FranchiseYear, value: str) -> Feat:
        season = self.seasons[year.season]
        holders = (self.holder(year.franchise),)
        return Feat(
            of,
            value,
            holders,
            "Standings",
            links.standings_url(season.pk),
            season.number,
            links.season_url(season.pk),
        )


def points(number: int) -> str:
    """Points in words, such as "1 point"."""
    return quantity(number, "point")


def _times(number: int, thing: str) -> str:
    return f"{number} XP" if thing == "XP" else quantity(number, thing)


def _margin(match: Sequence[MatchTeamResult]) -> int:
    return match[0].points - match[1].points


def _first(
    among: Iterable[ItemT],
    figure: Callable[[ItemT], int],
    make_feat: Callable[[ItemT, int], Feat],
    *,
    least: int | None = 1,
) -> Feat | None:
    """The feat of the first item with the highest figure; None if no figure is at least `least`.

    With `least=None` every figure counts.
    """
    best: tuple[ItemT, int] | None = None
    for item in among:
        if (least is None or figure(item) >= least) and (best is None or figure(item) > best[1]):
            best = (item, figure(item))
    return None if best is None else make_feat(*best)
