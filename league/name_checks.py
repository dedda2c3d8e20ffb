"""Checks that a name is not too alike another of its kind, in its league or, for a league's own, on the site."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from drivers.models import Driver, Sheet
from franchises.models import Car, Franchise, FranchiseSeason
from league.models import League, Membership, NameChange, Season
from league.name_text import clean_name, skeleton
from rules.core.refusals import Refusal

Kind = NameChange.Kind
KIND_WORDS = {
    Kind.FRANCHISE: "franchise of this league",
    Kind.DRIVER: "driver of this league",
    Kind.CAR: "car of this franchise",
    Kind.LEAGUE: "league on this site",
    Kind.SEASON: "season of this league",
}
"""Whose names must differ from one another."""
NUMBERED_TITLE = re.compile(r"(?P<word>.+?)\s*(?P<number>\d{1,4})")
"""A title of a word and a number, in digits of any script."""


class NameTaken(Refusal):
    """Another thing of that kind has the name, or one that looks the same."""


def clean_new_name(text: str, *, kind: str, league: str = "", subject: str = "", franchise: str = "") -> str:
    """The name as it is stored, if it is proper and no other thing of its kind has one too alike.

    `subject` is the short id of what gets it, if that exists; `franchise` is whose car it is. Raises `Malformed` or
    `NameTaken`, which names the other.
    """
    name = clean_name(text)
    if kind == Kind.SEASON:
        _refuse_other_number(name, f"{league}/{subject}")
    refuse_taken_name(name, kind=kind, league=league, subject=subject, franchise=franchise)
    return name


def refuse_taken_name(name: str, *, kind: str, league: str = "", subject: str = "", franchise: str = "") -> None:
    """Raise `NameTaken` if another thing of its kind has a name that looks like this one."""
    look = skeleton(name)
    for other, known in _others(Kind(kind), league, subject=subject, franchise=franchise):
        if skeleton(other) == look:
            shown = f"called “{other}”" if known else "of a name like that"
            raise NameTaken(f"There is a {KIND_WORDS[Kind(kind)]} {shown}: choose a name that is less alike.").at(
                "name"
            )


def refuse_alike(names: Iterable[str]) -> None:
    """Raise `NameTaken` if two of these names look the same."""
    known: dict[str, str] = {}
    for name in names:
        look = skeleton(name)
        if look not in known:
            known[look] = name
            continue
        if (other := known[look]) == name:
            raise NameTaken(f"“{name}” is the name of two: change one of them.").at("name")
        raise NameTaken(f"“{name}” and “{other}” are too alike for two names: change one of them.").at("name")


def lock_league_names() -> None:
    """Hold the names of all leagues against anybody else who names one, until the transaction ends."""
    first = League.objects.select_for_update(no_key=True).order_by("founded_at", "pk")
    list(first[:1])


def _refuse_other_number(title: str, season: str) -> None:
    """Raise `NameTaken` for a title such as "Season 2" of a season that has another number."""
    found = NUMBERED_TITLE.fullmatch(unicodedata.normalize("NFKC", title))
    if found is None or skeleton(found["word"]) != skeleton("Season"):
        return
    number = Season.objects.filter(pk=season).values_list("number", flat=True).first()
    if int(found["number"]) != number:
        raise NameTaken(
            f"“{title}” is what season {int(found['number'])} is called without a title: choose another title."
        ).at("name")


def _others(kind: NameChange.Kind, league: str, *, subject: str, franchise: str) -> Iterable[tuple[str, bool]]:
    """The names of the others of that kind, each with whether strangers may know it."""
    if kind is Kind.LEAGUE:
        members = Membership.objects.filter(league=OuterRef("pk")).exclude(role=Membership.Role.FORMER)
        leagues = League.objects.filter(Q(public=True) | Exists(members)).exclude(pk=league)
        return leagues.values_list("name", "public")
    own = f"{league}/{subject}"
    if kind is Kind.SEASON:
        titles = Season.objects.filter(league=league, forked_from="").exclude(Q(pk=own) | Q(title=""))
        return [(title, True) for title in titles.values_list("title", flat=True)]
    if kind is Kind.CAR:
        newest = Season.objects.filter(league=league, forked_from="").order_by("-number", "-opened_at", "-pk")
        season = newest.values_list("pk", flat=True).first()
        cars = Car.objects.filter(season=season, franchise__identity=f"{league}/{franchise}", phase="garage")
        others = cars.exclude(Q(pk=f"{season}/{subject}") | Q(name=""))
        return [(name, True) for name in others.values_list("name", flat=True)]
    if kind is Kind.DRIVER:
        known = Sheet.objects.filter(season__league=league, season__forked_from="").values("person")
        people = Driver.objects.filter(pk__in=known).exclude(pk=own)
        return [(name, True) for name in people.values_list("name", flat=True)]
    played = FranchiseSeason.objects.filter(season__league=league, season__forked_from="").values("identity")
    franchises = Franchise.objects.filter(pk__in=played).exclude(pk=own)
    return [(name, True) for name in franchises.values_list("name", flat=True)]
