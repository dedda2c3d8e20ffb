"""Opening a duel: from the locked line-ups of a match, or with entrants who are entered by hand.

Rules CW-S-001, CW-S-002, CW-S-020 to CW-S-022, CW-S-039.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.db.models import Max

from explain.season_names import SeasonNames
from journal.state import store
from league.models import AnswerVersion, Duel, Season
from rules.campaign.core import state
from rules.campaign.core.duels import is_duel
from rules.campaign.core.names import clean_text
from rules.core.refusals import Malformed, Refusal, refuse_any
from rules.core.text_folding import words_of_id
from rules.match.duels.book import Document
from rules.match.registry import duel_book

LONGEST_TITLE, LONGEST_KEY = 120, 60
KINDS_OF_FEATURES = ("checkpoints", "targets", "jumps")
LONGEST_NAME = 60
"""Characters of a duelist's name that the scorer takes."""
Names = Mapping[str, list[str]]
"""The checkpoints, targets and jumps on an arena's sheet, by kind."""
NO_POINTS: Mapping[str, Mapping[str, int]] = MappingProxyType({})


class MatchIsNoDuel(Refusal):
    """The match is no duel whose line-ups are locked and whose report is awaited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A vehicle that enters a duel. `speed` is its starting speed in miles an hour (CW-S-039)."""

    name: str
    team: str = ""
    occupants: int = 1
    speed: int
    id: str = ""

    def document(self) -> Document:
        """The duelist as the scorer reads it."""
        return {
            "id": self.id,
            "team": self.team,
            "name": self.name,
            "occupants": self.occupants,
            "speed": self.speed,
        }


@dataclass(frozen=True, slots=True)
class DuelAnswers:
    """The answers by which a duel is scored, and the number of their version, 0 for the printed ones."""

    version: int
    answers: Mapping[str, Any]


def duel_matches(season: state.Season) -> list[state.Match]:
    """The matches that are duels, with line-ups locked and the report awaited."""
    return [match for match in season.matches.values() if is_open_duel(match)]


def is_open_duel(match: state.Match) -> bool:
    """Whether a match is a duel that can be run now."""
    return is_duel(match) and match.step == "M4"


def entrants_of(season: state.Season, match: str, called: SeasonNames, *, speeds: Mapping[str, int]) -> list[Entrant]:
    """The entrants of a match, one for each car of its line-ups; `speeds` are those at the start by car."""
    return [
        Entrant(
            id=seat.car,
            name=f"{called.car(seat.car)} / {called.driver(seat.driver)}"[:LONGEST_NAME],
            team=line_up.franchise,
            occupants=1 + bool(seat.gunner),
            speed=speeds.get(seat.car, 0),
        )
        for line_up in season.line_ups_of(match)
        for seat in season.seats_of(line_up.id)
    ]


def with_ids(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Entrants who were entered by hand, each with an id made of its name.

    Where several have one name, those after the first are numbered, so that a table never shows two alike.
    """
    ids: set[str] = set()
    names: set[str] = set()
    found = []
    for place, entrant in enumerate(entrants, start=1):
        name = _unused(entrant.name, names, " ")
        base = "-".join(words_of_id(name)) or f"car-{place}"
        found.append(replace(entrant, id=_unused(base, ids, "-"), name=name))
        names.add(name)
        ids.add(found[-1].id)
    return found


def _unused(text: str, taken: Container[str], joint: str) -> str:
    """A text that is not taken: itself, or with the first number from 2 on that makes it so."""
    shortened = text[:LONGEST_NAME]
    number = 1
    while shortened in taken:
        number += 1
        ending = f"{joint}{number}"
        shortened = f"{text[: LONGEST_NAME - len(ending)]}{ending}"
    return shortened


def answers_in_force(row: Season, season: state.Season, match: str, questionnaire: str) -> DuelAnswers:
    """The answers by which a duel is scored now: those its match was locked with, else those of the season."""
    now = season.versions_in_force.get(questionnaire, 0)
    answers = season.answers.get(questionnaire, {})
    version = season.match(match).answer_versions.get(questionnaire, 0) if match else now
    if version == now:
        return DuelAnswers(version, answers)
    published = AnswerVersion.objects.filter(
        season=row, questionnaire=questionnaire, number=version, published_at__isnull=False
    ).first()
    if published is None:
        return DuelAnswers(0, {}) if version == 0 else DuelAnswers(now, answers)
    return DuelAnswers(version, published.standing)


def feature_worth(row: Season, season: state.Season, match: str) -> dict[str, int]:
    """What a checkpoint, a target and a jump are worth in a duel opened now, by kind (CW-Q-162 to CW-Q-164)."""
    book = duel_book()
    answers = answers_in_force(row, season, match, book.questionnaire).answers
    arena = book.arena(answers, {kind: [kind] for kind in KINDS_OF_FEATURES})
    return {kind: arena[kind][kind]["points"] for kind in KINDS_OF_FEATURES}


def duel_settings(row: Season, season: state.Season, match: str) -> Document:
    """The settings that a duel opened now would have."""
    book = duel_book()
    return book.settings(answers_in_force(row, season, match, book.questionnaire).answers)


@transaction.atomic
def open_duel(
    row: Season,
    *,
    title: str,
    match: str,
    entrants: Sequence[Entrant],
    speeds: Mapping[str, int],
    arena: Names,
    actor: str,
    key: str,
    at: datetime,
    arena_points: Mapping[str, Mapping[str, int]] = NO_POINTS,
) -> Duel:
    """Open a duel; for a `match` its entrants come from the line-ups, with `speeds` by car.

    `arena_points` are those that the arena's sheet gives to features by kind and name; the answers give the others.

    The same `key` opens it once. Raises `Malformed` for every fault of the duel and every car without a speed, or
    `MatchIsNoDuel`.
    """
    row = Season.objects.select_for_update(no_key=True).get(pk=row.pk)
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Malformed("The form has lost its key: open it again and send it once more.")
    if (before := Duel.objects.filter(season=row, key=key).first()) is not None:
        return before
    season = store.load(row).season
    if match:
        if match not in season.matches or not is_open_duel(season.matches[match]):
            raise MatchIsNoDuel(
                f"{match[:80]} is not a duel that awaits its report: choose another match, or enter vehicles by hand."
            ).at("match")
        duelists = entrants_of(season, match, SeasonNames(row.pk, season), speeds=speeds)
        refuse_any(_speed_errors([duelist.id for duelist in duelists], speeds))
    else:
        duelists = with_ids(entrants)
    book = duel_book()
    taken = answers_in_force(row, season, match, book.questionnaire)
    duel = book.read_duel(
        {
            "duelists": [duelist.document() for duelist in duelists],
            "settings": book.settings(taken.answers),
            "arena": _with_points(book.arena(taken.answers, arena), arena_points),
        }
    )
    last = Duel.objects.filter(season=row).aggregate(last=Max("number"))["last"] or 0
    return Duel.objects.create(
        season=row,
        number=last + 1,
        key=key,
        match=match,
        title=_clean_title(title) or f"Duel {last + 1}",
        questionnaire=book.questionnaire,
        answers_version=taken.version,
        opened_by=actor,
        opened_at=at,
        **duel,
    )


def _with_points(arena: Document, points: Mapping[str, Mapping[str, int]]) -> Document:
    """An arena whose features have their own points where there are some."""
    return {
        kind: {
            name: {**feature, "points": points[kind][name]} if name in points.get(kind, {}) else feature
            for name, feature in features.items()
        }
        for kind, features in arena.items()
    }


def _clean_title(title: str) -> str:
    """A title that fits. Raises `Malformed`."""
    try:
        return clean_text(title, thing="title", longest=LONGEST_TITLE)
    except Malformed as refusal:
        raise refusal.at("title") from None


def _speed_errors(cars: Sequence[str], speeds: Mapping[str, int]) -> Iterator[Malformed]:
    """A fault for every car of a match without a starting speed, and for every speed of another car."""
    for car in cars:
        if car not in speeds:
            yield Malformed(f"Give the starting speed of {car}, in miles an hour.").at("speeds", car)
    for car in speeds:
        if car not in cars:
            yield Malformed(f"{car[:80]} is in no line-up of the match: leave its speed out.").at("speeds", car)
