"""Every body a driver has had: which matches it drove, where it went out of action, and what the next one brought.

Rules DM-C-013, DM-C-045 to DM-C-047.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from drivers.models import Appearance, Sheet
from drivers.pages.career import render_season_fact
from explain import links
from explain.fact_rendering import RenderedFact
from explain.names import Names
from explain.printed_names import as_title, quantity
from rules.campaign.core.facts import Fact

CLONED_FACT = "driver_cloned"
CLONING_FACTS = frozenset(
    {
        "driver_lived",
        "fatigue_left_behind",
        "quirk_resisted",
        "quirk_gained",
        "availability_changed",
        "retirement_marked",
    }
)
"""What else is said of a driver when they have gone out of action, by the fact's tag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """How a body ended: the match with what was played and in which heat it was, what came of it, and the entry.

    `story_href` leads to what happened there, empty where people reported the match.
    """

    match: str
    href: str
    season: int
    about: str
    told: tuple[RenderedFact, ...]
    rule: str
    story_href: str
    entry: int
    entry_href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverBody:
    """A body: the first is the one they were born with, the others clones of them.

    `death` is None for the one they have.
    """

    number: int
    seasons: str
    matches: int
    kills: int
    criticals: int
    xp_gained: int
    death: Death | None

    @property
    def name(self) -> str:
        """What it is called: the first body, clone 1, clone 2."""
        return "The body he was born with" if self.number == 1 else f"Clone {self.number - 1}"

    @property
    def matches_words(self) -> str:
        """The matches it drove, in words."""
        return quantity(self.matches, "match").replace("matchs", "matches")


def bodies(
    facts: Iterable[tuple[Any, Fact]],
    runs: Iterable[Appearance],
    sheets: Sequence[Sheet],
    names: Names,
    heats: dict[str, str],
) -> list[DriverBody]:
    """Their bodies, the one they have first.

    `facts` are what readable entries state of them and `runs` their matches, both the latest first; `heats` say of a
    match, by its stored id, in which of its heats they went out of action.
    """
    by_season = {sheet.season_id: sheet.season for sheet in sheets}
    played = sorted(runs, key=lambda run: (by_season[run.season_id].number, run.entry))
    made: list[DriverBody] = []
    for entry, stated in sorted(
        _deaths(facts), key=lambda each: (by_season[each[0].season_id].number, each[0].number)
    ):
        season = by_season[entry.season_id]
        match = f"{season.pk}/{stated[0].match}"  # type: ignore[attr-defined]
        last = next((at for at, run in enumerate(played) if run.match_id == match), None)
        if last is None:
            before = [(by_season[run.season_id].number, run.entry) < (season.number, entry.number) for run in played]
            last = sum(before) - 1
        drove, played = played[: last + 1], played[last + 1 :]
        here = drove[-1].match if drove and drove[-1].match_id == match else None
        death = Death(
            match=f"match {links.short_id(match)}",
            href=links.match_url(match),
            season=season.number,
            about=", ".join(
                each for each in ("" if here is None else as_title(here.event), heats.get(match, "")) if each
            ),
            told=tuple(render_season_fact(fact, season, names) for fact in stated[1:]),
            rule=stated[0].rule,
            story_href=links.match_log_url(match) if here is not None and here.ruleset else "",
            entry=entry.number,
            entry_href=links.entry_url(season.pk, entry.number),
        )
        made.append(_body(len(made) + 1, drove, death))
    made.append(_body(len(made) + 1, played, None))
    return made[::-1]


def fatal_match_ids(facts: Iterable[tuple[Any, Fact]]) -> list[str]:
    """The stored ids of the matches after which they were cloned."""
    return [f"{entry.season_id}/{stated[0].match}" for entry, stated in _deaths(facts)]  # type: ignore[attr-defined]


def _deaths(facts: Iterable[tuple[Any, Fact]]) -> list[tuple[Any, list[Fact]]]:
    """Each cloning with what came of it, in the words of one entry."""
    found: dict[tuple[str, int], tuple[Any, list[Fact]]] = {}
    for entry, stated in facts:
        if stated.tag == CLONED_FACT or stated.tag in CLONING_FACTS:
            found.setdefault((entry.season_id, entry.number), (entry, []))[1].append(stated)
    return [(entry, stated) for entry, stated in found.values() if stated[0].tag == CLONED_FACT]


def _body(number: int, runs: Sequence[Appearance], death: Death | None) -> DriverBody:
    seasons = sorted({run.season.number for run in runs})
    return DriverBody(
        number=number,
        seasons=""
        if not seasons
        else f"season {seasons[0]}"
        if len(seasons) == 1
        else f"seasons {seasons[0]} to {seasons[-1]}",
        matches=len(runs),
        kills=sum(run.kills for run in runs),
        criticals=sum(run.criticals for run in runs),
        xp_gained=sum(run.xp_gained for run in runs),
        death=death,
    )


@dataclass(frozen=True, slots=True)
class MatchFatigue:
    """A driver's fatigue after a match of their franchise, in points."""

    match: str
    short: str
    href: str
    points: int


def fatigue_by_match(told: Iterable[tuple[str, Sequence[Any]]], *, season: str, now: int) -> list[MatchFatigue]:
    """Their fatigue after every match of a season, the first match first; nothing where there is nothing to see.

    `told` is what entries state of them, the first entry first, each with the match it settled by its short id, or ""
    where it settled none; they have `now` points, from which is reckoned back what they began with.
    """
    entries = list(told)
    points = _at_first([fact for _, stated in entries for fact in stated], now)
    found: dict[str, MatchFatigue] = {}
    for match, stated in entries:
        for fact in stated:
            points = _after(fact, points)
        if match:
            found[match] = MatchFatigue(f"Match {match}", match, links.match_url(f"{season}/{match}"), points)
    after = list(found.values())
    return after if len(after) > 1 and any(fatigue.points for fatigue in after) else []


def _at_first(stated: Sequence[Any], now: int) -> int:
    """The points they had before all of that; none, where a house act set them and nobody can tell."""
    for each in reversed(stated):
        match each.tag:
            case "fatigue_adjusted":
                return 0
            case "fatigue_gained":
                now -= each.points
            case "fatigue_cleared" | "fatigue_left_behind":
                now = each.points
            case "fatigue_eased":
                now = each.left + 1
    return max(now, 0)


def _after(stated: Any, points: int) -> int:
    """The points they had after that came to be."""
    match stated.tag:
        case "fatigue_gained":
            return points + int(stated.points)
        case "fatigue_adjusted":
            return int(stated.points)
        case "fatigue_cleared" | "fatigue_left_behind":
            return 0
        case "fatigue_eased":
            return int(stated.left)
    return points
