"""The ranked search of a league: franchises, drivers, cars, matches, rules, house rules and pages."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from explain import links, rulebook_links
from explain.house_rule_questions import house_rules_of_edition
from explain.printed_names import as_title, setting_words
from league.access import Viewer
from league.models import League, NameChange, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color
from league.pages.names import thing_url
from league.queries.names import league_name_changes
from league.queries.search import SearchResult, search_league
from league.queries.seasons import balance_subquery, seasons
from league.renaming import find_named_thing
from rules.campaign.core.questionnaires import HOUSE_RULES
from rules.campaign.core.switches import switch_by_name
from rules.core.readable_text import is_readable
from rules.core.text_folding import fold_text
from rules.rulebook.books import books

MAX_QUERY_LENGTH = 60
MOST_WORDS = 6
MAX_HITS, MAX_HITS_IN_PALETTE = 40, 12
HIT_KINDS = ("page", "season", "league", "franchise", "driver", "car", "match", "house rule", "rule")
"""What can be found; the order breaks ties between hits that match equally well."""
BREAKS = re.compile(r"[\s.,_\-]+")
"""What separates the words of a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Something that was found; `beside` is a note shown next to its name."""

    kind: str
    name: str
    href: str
    beside: str = ""
    color: str = ""
    also: str = ""
    """Words it is found by besides its name."""
    id: str = ""
    """Its short id, or a rule's or switch's name; empty for pages."""
    of: str = ""
    """The stored id of a match's season."""


def words_of(query: str) -> tuple[str, ...]:
    """The folded words of a query, without unprintable characters; at most `MOST_WORDS`."""
    printable = "".join(character if is_readable(character) else " " for character in query[:MAX_QUERY_LENGTH])
    return tuple(fold_text(printable).split())[:MOST_WORDS]


def search_page(*, league: League, viewer: Viewer, query: str, part: bool) -> dict[str, Any]:
    """The context of the search page; with `part` only the best hits, for the command palette."""
    season: Any = seasons(league.pk).annotate(own_balance=balance_subquery(viewer)).first()
    hits = hits_of(league, season, viewer, query)
    crumbs = [Breadcrumb(league.name, links.league_url(league.pk)), Breadcrumb("Search")]
    limit = MAX_HITS_IN_PALETTE if part else MAX_HITS
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="",
            crumbs=crumbs,
            balance=None if season is None else season.own_balance,
        ),
        "sought": " ".join(query[:MAX_QUERY_LENGTH].split()),
        "hits": hits[:limit],
        "more": len(hits) > limit,
        "search_href": reverse("search", args=[league.pk]),
    }


def hits_of(league: League, season: Season | None, viewer: Viewer, query: str) -> list[Hit]:
    """All hits for a query in a league, the best first; `season` is the league's newest."""
    words = words_of(query)
    return rank_hits(_all(league, season, viewer, words), words) if words else []


def rank_hits(hits: Iterable[Hit], words: tuple[str, ...]) -> list[Hit]:
    """The hits that contain every word, the best first.

    An exact name comes first, then names that begin with the query, then names in which every word begins a word,
    then names that contain all words, and last hits found only by `also`. A house rule has its key as a second name.
    """
    text = " ".join(words)

    def closeness(hit: Hit) -> int:
        names = [hit.name, hit.id] if hit.kind == "house rule" else [hit.name]
        return min(closeness_of_name(fold_text(name)) for name in names)

    def closeness_of_name(name: str) -> int:
        if name == text:
            return 0
        if name.startswith(text):
            return 1
        name_words = [*name.split(), *BREAKS.split(name)]
        if all(any(name_word.startswith(word) for name_word in name_words) for word in words):
            return 2
        return 3 if all(word in name for word in words) else 4

    return sorted(
        (hit for hit in hits if all(word in fold_text(f"{hit.name} {hit.also}") for word in words)),
        key=lambda hit: (closeness(hit), HIT_KINDS.index(hit.kind), fold_text(hit.name)),
    )


def _all(league: League, season: Season | None, viewer: Viewer, words: tuple[str, ...]) -> Iterator[Hit]:
    yield from _pages(league, season, viewer)
    found = [
        _thing(league, result) for result in search_league(league.pk, "" if season is None else season.pk, words)
    ]
    yield from found
    yield from _former_name_hits(league, words, excluding={(hit.kind, hit.id) for hit in found})
    if season is not None:
        yield from _house_rules(season)
    yield from _rules(season)


def _thing(league: League, result: SearchResult) -> Hit:
    """A franchise, match, car or driver as a hit."""
    short = links.short_id(result.id)
    if result.kind == "franchise":
        return Hit(
            kind="franchise",
            name=result.name,
            href=links.franchise_url(league.pk, short),
            color=franchise_color(short),
            id=short,
        )
    team_id = links.short_id(result.of)
    if result.kind == "match":
        title, _, event = result.name.partition(": ")
        return Hit(
            kind="match",
            name=f"{title}: {as_title(event)}",
            also=short,
            href=links.match_url(result.id),
            beside=result.beside,
            id=short,
            of=result.of,
        )
    if result.kind == "car":
        href = f"{links.franchise_url(league.pk, team_id)}#garage"
        return Hit(
            kind="car",
            name=result.name,
            href=href,
            beside=result.beside,
            color=franchise_color(team_id),
            also=result.beside,
            id=short,
        )
    return Hit(
        kind="driver",
        name=result.name,
        href=links.driver_url(league.pk, short),
        beside=result.beside,
        color=franchise_color(team_id) if team_id else "",
        also=result.beside,
        id=short,
    )


def _former_name_hits(
    league: League, words: tuple[str, ...], *, excluding: Container[tuple[str, str]]
) -> Iterator[Hit]:
    """What is found by a former name, or a season by its title, except those in `excluding`, each once.

    No query in a league in which nothing was ever renamed. A name that a commissioner took back finds nothing.
    """
    changes = list(league_name_changes(league)) if league.renamings else []
    taken_back = {(change.kind, change.subject, change.name) for change in changes if change.undone}
    seen: set[tuple[str, str]] = set()
    for change in reversed(changes):
        thing_key = (str(change.kind), change.subject or league.pk)
        names = [change.name, change.former] if change.kind == NameChange.Kind.SEASON else [change.former]
        standing = [name for name in names if name and (change.kind, change.subject, name) not in taken_back]
        found = next((name for name in standing if all(word in fold_text(name) for word in words)), "")
        if not found or thing_key in seen or thing_key in excluding:
            continue
        seen.add(thing_key)
        thing = find_named_thing(league, *thing_key)
        yield Hit(
            kind=thing_key[0],
            name=f"{thing.label}: {thing.name}".removesuffix(": ") if thing.label else thing.name,
            href=thing_url(thing),
            beside="" if found == thing.name else f"formerly {found}",
            also=found,
            id=thing_key[1],
        )


def _pages(league: League, season: Season | None, viewer: Viewer) -> Iterator[Hit]:
    """The pages of the league's current season, and the viewer's own pages."""
    places = {"League": links.league_url(league.pk), "Published heads": links.heads_url(league.pk)}
    if season is not None:
        home = links.season_url(season.pk)
        places |= {
            "Standings": f"{home}#standings",
            "Schedule": links.schedule_url(season.pk),
            "Duels": links.duels_url(season.pk),
            "Drivers": links.drivers_url(season.pk),
            "Market": links.season_market_url(season.pk),
            "Draft": links.draft_url(season.pk),
            "Sponsor pool": links.sponsor_pool_url(season.pk),
            "Season's end": links.season_end_url(season.pk),
            "House rules": links.house_rules_url(season.pk),
            "Rulebook": rulebook_links.rulebook_url(season.pk),
            "House acts": links.house_acts_url(season.pk),
            "Questionnaires": links.questionnaires_url(season.pk),
            "Journal": links.journal_url(season.pk),
            "Amends": links.amends_url(season.pk),
            "Tables, feeds and calendar": reverse("tables", args=season.pk.split("/")),
        }
    if viewer.is_member:
        places |= {
            "People": links.people_url(league.pk),
            "Tokens": links.tokens_url(league.pk),
            "Webhooks": links.webhooks_url(league.pk),
            "Jobs": links.jobs_url(league.pk),
            "Inbox": links.inbox_url(),
        }
    if season is not None and not season.forked_from and (viewer.is_commissioner or viewer.franchises):
        places["Sandboxes"] = links.sandboxes_url(season.pk)
    if viewer.is_commissioner and season is not None:
        places["Board"] = links.board_url(season.pk)
    for name, href in places.items():
        yield Hit(kind="page", name=name, href=href)


def _house_rules(season: Season) -> Iterator[Hit]:
    """Every house rule by its question, with the season's setting."""
    questions = house_rules_of_edition(season.edition)
    for switch in map(switch_by_name, questions):
        setting = setting_words(season.switches.get(switch.name, switch.default))
        yield Hit(
            kind="house rule",
            name=questions[switch.name].text,
            href=links.question_url(season.pk, HOUSE_RULES, switch.name),
            beside=f"{setting}. {switch.changes}" if setting else switch.changes,
            also=f"{switch.name} {switch.rule} {switch.changes}",
            id=switch.name,
        )


def _rules(season: Season | None) -> Iterator[Hit]:
    """Every rule by its ID, linked to the rulebook within the season if there is one."""
    within = "" if season is None else season.pk
    for book in books():
        for rule in book.rules:
            yield Hit(
                kind="rule",
                name=rule.id,
                href=rulebook_links.rule_url(rule.id, within),
                beside=f"{rule.title} · {book.title}",
                also=rule.title,
                id=rule.id,
            )
