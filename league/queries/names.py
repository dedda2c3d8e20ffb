"""What the things of a league are called: their names and owners, their former names, and the titles of matches."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from string import ascii_uppercase
from typing import Any

from django.db.models import CharField, F, Max, QuerySet, Value
from django.db.models.functions import Cast, Concat

from drivers.models import Sheet
from franchises.models import Car, Franchise, FranchiseSeason, Item, Offer, Sponsor, Trade
from league.models import League, Match, NameChange, Round
from rules.campaign.core.state import Season
from sql.cached_sql import cached_sql, pad_ids


def name_changes(league: League, kind: str, subject: str) -> list[NameChange]:
    """Every change of a thing's name, the newest first; `subject` is its short id, empty for the league itself.

    No query in a league in which nothing was ever renamed.
    """
    return list(_name_changes(league.pk, kind, subject)) if league.renamings else []


@cached_sql
def _name_changes(league: str, kind: str, subject: str) -> QuerySet[Any]:
    return NameChange.objects.filter(league_id=league, kind=kind, subject=subject).order_by("-pk")


def last_renamed_at(league: League) -> datetime | None:
    """When anything in the league was renamed last. No query in a league in which nothing ever was."""
    if not league.renamings:
        return None
    newest: datetime | None = NameChange.objects.filter(league=league).aggregate(at=Max("at"))["at"]
    return newest


def former_names(changes: list[NameChange], *, present: str) -> list[str]:
    """The names that a thing had before its present one, the latest first, each once.

    A name that a commissioner took back is left out.
    """
    taken_back = {change.name for change in changes if change.undone}
    names = [change.former for change in changes if change.former not in taken_back]
    return [name for name in dict.fromkeys(names) if name and name != present]


def former_names_of(league: League, kind: str, subject: str, *, present: str) -> tuple[str, ...]:
    """The former names of one thing, the latest first. No query in a league in which nothing was ever renamed."""
    return tuple(former_names(name_changes(league, kind, subject), present=present))


def league_name_changes(league: League, *, kind: str = "", subject: str = "") -> QuerySet[NameChange]:
    """The changes of names in a league, the oldest first; of one kind, or of one thing, where that is named."""
    found = NameChange.objects.filter(league=league).order_by("pk")
    if kind:
        found = found.filter(kind=kind)
    return found.filter(subject=subject) if subject else found


ID_IN_WORDS_PATTERN = re.compile(r"\b(?:[Mm]atch )?(m[0-9]+[a-z]?)\b")


def round_and_place(match: str = "") -> Concat:
    """Where a match is in its season, as text for `title_at`: "2:1" is the first of round 2.

    `match` is the lookup that leads to the match, such as `match__`.
    """
    number, place = Cast(f"{match}round__number", CharField()), Cast(f"{match}place", CharField())
    return Concat(number, Value(":"), place, output_field=CharField())


ROUND_AND_PLACE = round_and_place()
"""The same for a match itself."""


def match_letter(place: int) -> str:
    """The letter of a match by its place in its round, or the number where letters run out."""
    return ascii_uppercase[place - 1] if 0 < place <= len(ascii_uppercase) else str(place)


def match_title(round: int, place: int) -> str:
    """What a match is called, by its round and its place in it: "Round 2, match A"."""
    return f"Round {round}, match {match_letter(place)}"


def title_in_sentence(title: str) -> str:
    """What a match is called in the middle of a sentence: "round 2, match A"."""
    return title[:1].lower() + title[1:]


def title_in_season(season: Season, match: str) -> str:
    """The title of a match of a loaded season; the id itself if the season has no such match."""
    known = season.matches.get(match)
    return match if known is None else match_title(season.rounds[known.round].number, known.place)


def title_at(round_and_place: str) -> str:
    """The title of a match by `ROUND_AND_PLACE`."""
    round, _, place = round_and_place.partition(":")
    return match_title(int(round), int(place))


def match_titles(matches: Collection[str]) -> dict[str, str]:
    """The titles of these matches, by stored id, in one query; unknown ones are left out."""
    if not matches:
        return {}
    return {id: title_at(where) for id, where in _places(pad_ids(sorted(set(matches))))}


@cached_sql
def _places(matches: tuple[str, ...]) -> QuerySet[Match, tuple[str, str]]:
    return Match.objects.filter(pk__in=matches).values_list("pk", ROUND_AND_PLACE)


def with_titles_of_season(text: str, season: Season | None) -> str:
    """A text of ours with the titles of a loaded season's matches in place of their ids."""
    if season is None:
        return text
    return with_match_titles(text, "", {f"/{id}": title_in_season(season, id) for id in season.matches})


def event_in_sentence(event: str, season: Season) -> str:
    """What happened, such as "match m1 was announced", with titles of matches, for the middle of a sentence."""
    return title_in_sentence(with_titles_of_season(event, season))


def with_match_titles(text: str, season: str, titles: Mapping[str, str]) -> str:
    """A text of ours with the titles of matches in place of their short ids.

    `titles` are those of stored ids; a match without one keeps its id.
    """

    def title(found: re.Match[str]) -> str:
        known = titles.get(f"{season}/{found[1]}")
        if known is None:
            return found[0]
        return known if found.start() == 0 else title_in_sentence(known)

    return ID_IN_WORDS_PATTERN.sub(title, text)


MOST_IDS_IN_QUERY = 32
"""Above this number all things of the season are fetched: a longer list of ids takes longer to send than they do."""


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing of a season: its kind's plural (`drivers`), its name or the tag of its kind, and whose it is.

    A match is called by its round and place, "2:1". `franchise` is a short name, empty for what belongs to nobody.
    """

    shelf: str
    called: str
    franchise: str


def named_things(season: str, ids: Collection[str]) -> dict[str, NamedThing]:
    """Every franchise of a season, and the requested drivers, cars, items, sponsors and matches, by id.

    One query. What is gone, or never existed, is left out.
    """
    wanted = set(ids)
    stored = pad_ids([f"{season}/{id}" for id in sorted(wanted)]) if len(wanted) <= MOST_IDS_IN_QUERY else None
    return {
        short: NamedThing(shelf, called, _short_id(of or ""))
        for id, shelf, called, of in _rows(season, stored)
        if (short := _short_id(id)) in wanted or shelf == "franchises"
    }


@cached_sql
def _rows(season: str, stored: tuple[str, ...] | None) -> QuerySet[Any, Any]:
    """Every franchise of a season with the requested things, or with all things."""
    columns = (
        (Sheet, "drivers", "person__name", "contract__franchise_id"),
        (Car, "cars", "name", "franchise_id"),
        (Item, "items", "kind", "franchise_id"),
        (Sponsor, "sponsors", "kind", "franchise_id"),
    )
    every = FranchiseSeason.objects.filter(season_id=season)
    queries: list[QuerySet[Any, Any]] = [
        every.annotate(shelf=Value("franchises", output_field=CharField()), called=F("identity__name"), of=F("pk")),
        *(
            model._default_manager.filter(
                **({"season_id": season} if stored is None else {"pk__in": stored})
            ).annotate(shelf=Value(shelf, output_field=CharField()), called=F(called), of=F(of))
            for model, shelf, called, of in columns
            if stored is None or stored
        ),
    ]
    if stored is None or stored:
        matches = Match.objects.filter(**({"season_id": season} if stored is None else {"pk__in": stored}))
        nobody = Value(None, output_field=CharField())
        queries.append(
            matches.annotate(shelf=Value("matches", output_field=CharField()), called=ROUND_AND_PLACE, of=nobody)
        )
    first, *others = (query.values_list("pk", "shelf", "called", "of") for query in queries)
    return first.union(*others, all=True) if others else first


def franchise_names(league: str) -> dict[str, str]:
    """The name of every franchise that a league has or had, by id. One query."""
    rows = Franchise.objects.filter(league_id=league).order_by("pk").values_list("pk", "name")
    return {_short_id(id): name for id, name in rows}


def _short_id(id: str) -> str:
    return id.rsplit("/", 1)[-1]


MODELS_BY_KIND: tuple[tuple[str, Any], ...] = (
    ("franchise", FranchiseSeason),
    ("driver", Sheet),
    ("car", Car),
    ("sponsor", Sponsor),
    ("item", Item),
    ("offer", Offer),
    ("trade", Trade),
    ("round", Round),
    ("match", Match),
)
"""Every kind of thing that facts are about, and the table of those that exist now."""


def kinds_with_id(season: str, id: str) -> list[str]:
    """The kinds of everything with that short id in a season now, in the order of `MODELS_BY_KIND`. One query."""
    found = {kind for (kind,) in _kinds_query(season, id)}
    return [kind for kind, _ in MODELS_BY_KIND if kind in found]


@cached_sql
def _kinds_query(season: str, id: str) -> QuerySet[Any, Any]:
    first, *others = (
        model._default_manager.filter(pk=f"{season}/{id}", season_id=season)
        .order_by()
        .annotate(thing=Value(kind, output_field=CharField()))
        .values_list("thing")
        for kind, model in MODELS_BY_KIND
    )
    return first.union(*others, all=True)
