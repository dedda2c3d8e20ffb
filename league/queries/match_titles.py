"""What matches are called: "Round 2, match A". Their ids are for programs."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from string import ascii_uppercase

from django.db.models import CharField, QuerySet, Value
from django.db.models.functions import Cast, Concat

from league.models import Match
from rules.campaign.core.state import Season
from sql.cached_sql import cached_sql, pad_ids

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
