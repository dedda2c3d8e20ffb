"""Social cards: the title and sentence shown for a page where its address is shared.

They are made from the page's own context. A league that only members may read has no cards, so an address that is
shared reveals nothing about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain.printed_names import quantity
from league.pages.matches.meaning import ordinal
from rules.core.terms import in_k

SITE_DESCRIPTION = "Dethmetal leagues: standings, matches, franchises and every roll behind them."
LEADERS = 3


@dataclass(frozen=True, slots=True)
class SocialCard:
    """A title and a description; `kind` is the Open Graph type, and `picture` the path of one of the page's own."""

    title: str
    description: str
    kind: str = "website"
    picture: str = ""
    pictured: str = "Dethmetal"
    """What the picture shows."""
    query: str = ""
    """The part of the page's address after its path that leads to what is shown."""


def social_card(page: Mapping[str, Any]) -> SocialCard | None:
    """The card of a public league's page, made from its context; None for every other page."""
    league = page.get("league")
    if league is None or not getattr(league, "public", False):
        return None
    for required_keys, describe in CARD_BUILDERS:
        if required_keys <= page.keys():
            return describe(page)
    page_name = page["crumbs"][-1].name if page.get("crumbs") else league.name
    title = league.name if page_name == league.name else f"{page_name} · {league.name}"
    return SocialCard(
        title, f"{page_name} of {league.name}{_in_season(page)}." if page_name != league.name else SITE_DESCRIPTION
    )


def _season(page: Mapping[str, Any]) -> SocialCard:
    """The standings in one sentence."""
    league_name, season, table = page["league"].name, page["season"], page["table"]
    title = f"{league_name}, season {season.number}"
    if not table:
        return SocialCard(
            title, f"Season {season.number} of {league_name} is being set up: nobody is in its table yet."
        )
    first, *others = (line.standing for line in table[:LEADERS])
    lead = quantity(first.points, "point")
    if page["final"]:
        return SocialCard(
            title,
            f"{first.name} won season {season.number} of {league_name} with {lead}{_runner_up_words(others)}.",
        )
    played = f"After {page['rounds_played']} of {quantity(season.rounds_planned, 'round')}"
    if not page["rounds_played"]:
        return SocialCard(
            title, f"{quantity(len(table), 'franchise')} in season {season.number}; no round is played yet."
        )
    return SocialCard(title, f"{played} {first.name} leads with {lead}{_runner_up_words(others)}.")


def _runner_up_words(others: Sequence[Any]) -> str:
    if not others:
        return ""
    return ", before " + " and ".join(f"{other.name} with {other.points}" for other in others)


def _match(page: Mapping[str, Any]) -> SocialCard:
    """The result of a match, or which teams meet."""
    match, teams = page["match"], page["teams"]
    title = f"{page['title']}, {page['match_name']} · {page['league'].name}"
    when = f"round {match.round.number} of season {page['season'].number}"
    if page["void"] or any(team.points is None for team in teams):
        void = " It was voided." if page["void"] else f" It is at {page['step']}."
        return SocialCard(title, f"{_join_words([team.name for team in teams])} in {when}.{void}", "article")
    winners = [team.name for team in teams if team.won]
    result = ", ".join(f"{team.name} {team.points}" for team in teams)
    verdict = f" {_join_words(winners)} won." if winners else ""
    shown = (page["card_href"], f"A moment of {page['match_name']}") if page.get("card_href") else ()
    return SocialCard(title, f"{result}, in {when}.{verdict}", "article", *shown)


def _replay(page: Mapping[str, Any]) -> SocialCard:
    """The moment of a replay that is shared."""
    return SocialCard(
        f"{page['title']}, {page['match_name']}: the replay · {page['league'].name}",
        f"{page['match_name']} of season {page['season'].number} of {page['league'].name}, step by step.",
        "video.other",
        page["card_href"],
        f"A moment of {page['match_name']}",
        f"?at={page['step'].number}",
    )


def _reward(page: Mapping[str, Any]) -> SocialCard:
    """How a franchise came out of a match."""
    name = page["franchise_name"]
    return SocialCard(
        f"{name}, {page['match_name']} · {page['league'].name}",
        f"{name} came {ordinal(page['place'][0])} {page['result']}.",
        "article",
    )


def _franchise(page: Mapping[str, Any]) -> SocialCard:
    """A franchise's points, wins and balance."""
    row, season = page["franchise"], page["season"]
    place = f", number {row.rank} of the final table" if row.rank else ""
    standing = f"{quantity(row.points, 'point')}, {row.wins} won, {in_k(row.balance)} to spend"
    folded = " It was folded." if row.folded else ""
    return SocialCard(
        f"{page['name']} · {page['league'].name}",
        f"{page['name']} in season {season.number} of {page['league'].name}: {standing}{place}.{folded}",
        "profile",
    )


def _driver(page: Mapping[str, Any]) -> SocialCard:
    """A driver's level, and the franchise they drive for."""
    sheet = page["driver"]
    for_franchise = f" for {page['franchise']}" if page["franchise"] and page["signed"] else ""
    parts = [f"level {sheet.level}", f"{sheet.xp} XP", page["availability"]]
    if page["talents"]:
        parts.append(_join_words([talent.name for talent in page["talents"]]))
    return SocialCard(
        f"{page['name']} · {page['league'].name}",
        f"{page['name']} drives{for_franchise} in season {page['season'].number}: {', '.join(parts)}."
        if for_franchise
        else f"{page['name']}, a driver of {page['league'].name}: {', '.join(parts)}.",
        "profile",
    )


CARD_BUILDERS: tuple[tuple[frozenset[str], Callable[[Mapping[str, Any]], SocialCard]], ...] = (
    (frozenset({"match_name", "teams", "void", "step"}), _match),
    (frozenset({"match_name", "card_href", "address"}), _replay),
    (frozenset({"money", "place", "franchise_name"}), _reward),
    (frozenset({"driver", "traits", "career"}), _driver),
    (frozenset({"franchise", "tabs", "short_name"}), _franchise),
    (frozenset({"table", "final", "rounds_played"}), _season),
)
"""Which keys a page's context must have, and the function that makes its card; the first match counts."""


def _in_season(page: Mapping[str, Any]) -> str:
    season = page.get("season")
    return "" if season is None else f", season {season.number}"


def _join_words(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
