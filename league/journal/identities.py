"""Names and identities: who a driver or franchise is for life, and what a car is called. No state holds a name."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Model

from drivers.models import Driver, Sheet
from franchises.models import Car, Franchise, FranchiseSeason
from league.journal.shelves import Place
from league.journal.store import Shelved
from league.models import Season
from rules.campaign.facts import Fact
from rules.refusal import Refusal

PEOPLE: dict[str, tuple[type[Model], type[Model], str, str]] = {
    "franchise_founded": (Franchise, FranchiseSeason, "franchise", "franchises"),
    "driver_hired": (Driver, Sheet, "driver", "drivers"),
    "driver_entered": (Driver, Sheet, "driver", "drivers"),
}
"""Facts that name a franchise or driver: its model, its row in a season, the field with the id, and its shelf."""
CARS = frozenset({"car_bought", "car_entered"})
"""Facts that name a car."""


class IdTakenForLife(Refusal):
    """The id belongs to a driver or franchise of an earlier season, whose career it would continue."""


def name_people(facts: Sequence[Fact], row: Season, place: Place, before: Shelved) -> None:
    """Make the rows of new drivers and franchises, with their names.

    Somebody without a name is called by his id; a fork renames nobody who is known already. Raises
    `IdTakenForLife` when the league knew another by that id in a season before.
    """
    for each in facts:
        if each.tag not in PEOPLE:
            continue
        model, in_season, field, shelf = PEOPLE[each.tag]
        id, name = getattr(each, field), getattr(each, "name", "")
        if id not in before[shelf] and not row.forked_from:
            _refuse_known(in_season, row, place.identity(id), id)
        made = [model(pk=place.identity(id), league_id=place.league, name=name or id)]
        if row.forked_from or not name:
            model._default_manager.bulk_create(made, ignore_conflicts=True)
        else:
            model._default_manager.bulk_create(
                made, update_conflicts=True, unique_fields=["id"], update_fields=["name"]
            )


def _refuse_known(in_season: type[Model], row: Season, identity: str, id: str) -> None:
    link = "person_id" if in_season is Sheet else "identity_id"
    known = in_season._default_manager.filter(**{link: identity}, season__forked_from="").exclude(season=row)
    season = known.values_list("season_id", flat=True).first()
    if season is not None:
        raise IdTakenForLife(f"{id} is known from {season} and an id is for life: choose another id.")


def name_cars(facts: Sequence[Fact], place: Place) -> None:
    """Give cars just had the names they were given."""
    for each in facts:
        if each.tag in CARS and (name := getattr(each, "name", "")):
            Car.objects.filter(pk=place.row(getattr(each, "car", ""))).update(name=name)


def carry_car_names(came_from: Place, to: Place) -> None:
    """Call the cars of a season what they were called in the one it continues."""
    names = dict(Car.objects.filter(season=came_from.season).exclude(name="").values_list("pk", "name"))
    cars = list(Car.objects.filter(season=to.season))
    for each in cars:
        each.name = names.get(came_from.row(each.pk.removeprefix(f"{to.season}/")), "")
    Car.objects.bulk_update(cars, ["name"])
