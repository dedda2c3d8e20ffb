"""The book of records: the most, the closest and the longest there ever was, who holds it, and where it was set.

A record stands until it is beaten: who only equals it does not take it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    """Who holds a record: the name, the page, and the colour of a franchise."""

    name: str
    href: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Feat:
    """A record that stands: what it is of, what it stands at, who holds it, and where and when it was set."""

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
    """Matches that a franchise won one after the other; the last of them was the `at`th result of all."""

    franchise: str
    length: int
    last: MatchTeamResult
    at: int


def longest_runs(results: Iterable[MatchTeamResult]) -> dict[str, WinningRun]:
    """The longest run of wins of every franchise that won at all, by its stored id; of two as long, the first."""
    now: dict[str, int] = {}
    found: dict[str, WinningRun] = {}
    for at, result in enumerate(results):
        now[result.franchise] = length = now.get(result.franchise, 0) + 1 if result.won else 0
        if length > (found[result.franchise].length if result.franchise in found else 0):
            found[result.franchise] = WinningRun(result.franchise, length, result, at)
    return found


@dataclass(frozen=True, slots=True)
class FeatSources:
    """Everything records are made of: seasons by their id, names by the franchises' ids, and what was done."""

    seasons: Mapping[str, Season]
    names: Mapping[str, str]
    years: Sequence[FranchiseYear]
    results: Sequence[MatchTeamResult]
    bests: Sequence[BestMatch]

    def feat_groups(self) -> list[FeatGroup]:
        """The records there are, those of matches first; one that nobody has set is left out."""
        found = [
            FeatGroup("Matches", self._of_matches()),
            FeatGroup("Franchises", (*self._of_franchises(), *self._of_seasons())),
            FeatGroup("Drivers", self._of_drivers()),
        ]
        return [group for group in found if group.feats]

    def _of_matches(self) -> tuple[Feat, ...]:
        matches = [list(teams) for _, teams in groupby(self.results, key=lambda each: each.match)]
        won = [match for match in matches if len(match) > 1 and match[0].won and not match[1].forfeited]
        made = [
            _first(
                self.results,
                lambda each: each.points,
                lambda it, most: self._team_feat("Highest score", it, points(most)),
            ),
            _first(
                [match for match in matches if len(match) > 1],
                lambda match: sum(result.points for result in match),
                lambda match, most: self._match_feat("Most points by all teams together", match, points(most)),
            ),
            _first(won, _margin, lambda match, most: self._team_feat("Biggest win", match[0], f"by {points(most)}")),
            _first(
                won,
                lambda match: -_margin(match),
                lambda match, most: self._match_feat(
                    "Closest win", match[:2], f"by {points(-most)}" if most else "level on points"
                ),
                least=None,
            ),
        ]
        return tuple(each for each in made if each is not None)

    def _of_franchises(self) -> tuple[Feat, ...]:
        in_order = sorted(longest_runs(self.results).values(), key=lambda run: run.at)
        paid = [result for result in self.results if result.prize is not None]
        made = [
            _first(
                in_order,
                lambda run: run.length,
                lambda run, most: self._team_feat("Longest run of wins", run.last, quantity(most, "win"), upto=True),
            ),
            _first(
                paid, lambda each: each.prize or 0, lambda it, most: self._team_feat("Biggest purse", it, in_k(most))
            ),
            _first(
                paid,
                lambda each: each.profit or 0,
                lambda it, most: self._team_feat("Most kept of a match", it, in_k(most)),
            ),
        ]
        return tuple(each for each in made if each is not None)

    def _of_seasons(self) -> tuple[Feat, ...]:
        over = [year for year in self.years if self.seasons[year.season].step == "closed"]
        made = [
            _first(
                self.years,
                lambda each: each.points,
                lambda it, most: self._in_season("Most points in a season", it, points(most)),
            ),
            _first(
                self.years,
                lambda each: each.wins,
                lambda it, most: self._in_season("Most matches won in a season", it, quantity(most, "win")),
            ),
            _first(
                over,
                lambda each: each.balance,
                lambda it, most: self._in_season("Richest at a season's end", it, in_k(most)),
            ),
        ]
        return tuple(each for each in made if each is not None)

    def _of_drivers(self) -> tuple[Feat, ...]:
        made = [
            self._most("Most kills in a match", "kill", lambda each: each.kills),
            self._most("Most criticals in a match", "critical", lambda each: each.criticals),
            self._most("Most scores in a match", "score", lambda each: each.scores),
            self._most("Most experience out of a match", "XP", lambda each: each.xp_gained),
        ]
        return tuple(each for each in made if each is not None)

    def _most(self, of: str, thing: str, figure: Callable[[BestMatch], int]) -> Feat | None:
        return _first(self.bests, figure, lambda it, most: self._driver_feat(of, it, _times(most, thing)))

    def holder(self, franchise: str) -> Holder:
        """A franchise as one who holds a record."""
        league, short = franchise.split("/", 1)
        return Holder(self.names[franchise], links.franchise_url(league, short), franchise_color(short))

    def _team_feat(self, of: str, it: MatchTeamResult, value: str, *, upto: bool = False) -> Feat:
        return self._feat_of_match(
            of, value, (self.holder(it.franchise),), (it.match, it.event), it.season, upto=upto
        )

    def _match_feat(self, of: str, teams: Sequence[MatchTeamResult], value: str) -> Feat:
        it = teams[0]
        return self._feat_of_match(
            of, value, tuple(self.holder(team.franchise) for team in teams), (it.match, it.event), it.season
        )

    def _driver_feat(self, of: str, it: BestMatch, value: str) -> Feat:
        holder = Holder(it.name, links.driver_url(*it.person.split("/", 1)))
        return self._feat_of_match(of, value, (holder,), (it.match, it.event), it.match.rsplit("/", 1)[0])

    def _feat_of_match(
        self,
        of: str,
        value: str,
        holders: tuple[Holder, ...],
        where: tuple[str, str],
        season: str,
        *,
        upto: bool = False,
    ) -> Feat:
        match, event = where
        text = f"{as_title(event)}, match {links.short_id(match)}"
        return Feat(
            of,
            value,
            holders,
            f"{text}, the last of them" if upto else text,
            links.match_url(match),
            self.seasons[season].number,
            links.season_url(season),
        )

    def _in_season(self, of: str, it: FranchiseYear, value: str) -> Feat:
        season = self.seasons[it.season]
        holders = (self.holder(it.franchise),)
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
    """Points in words: "1 point"."""
    return quantity(number, "point")


def _times(number: int, thing: str) -> str:
    return f"{number} XP" if thing == "XP" else quantity(number, thing)


def _margin(match: Sequence[MatchTeamResult]) -> int:
    return match[0].points - match[1].points


def _first(
    among: Iterable[ItemT],
    figure: Callable[[ItemT], int],
    told: Callable[[ItemT, int], Feat],
    *,
    least: int | None = 1,
) -> Feat | None:
    """The record of whoever first did the most; None where nobody did as much as `least`."""
    best: tuple[ItemT, int] | None = None
    for each in among:
        if (least is None or figure(each) >= least) and (best is None or figure(each) > best[1]):
            best = (each, figure(each))
    return None if best is None else told(*best)
