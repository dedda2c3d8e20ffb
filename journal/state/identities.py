"""Names and identities of drivers and franchises, which are for life, and names of cars. No state holds a name."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from drivers.models import Driver, Sheet
from franchises.models import Car, Franchise, FranchiseSeason
from journal.state.default_names import default_car_name, generate_names
from journal.state.store import RowsByTable
from journal.state.tables import IdPrefixes
from league.models import NameChange, Season
from rules.campaign.core.facts import Fact
from rules.core.refusals import Refusal

NAMING_FACTS: dict[str, tuple[type[Model], type[Model], str, str]] = {
    "franchise_founded": (Franchise, FranchiseSeason, "franchise", "franchises"),
    "driver_hired": (Driver, Sheet, "driver", "drivers"),
    "driver_entered": (Driver, Sheet, "driver", "drivers"),
}
"""Facts that name a franchise or driver: the identity model, the season model, the id field, and the shelf."""
CAR_FACTS = frozenset({"car_bought", "car_entered"})
"""Facts that name a car."""


class IdTakenForLife(Refusal):
    """The id belongs to a driver or franchise of an earlier season, whose career it would continue."""


def create_identities(facts: Sequence[Fact], row: Season, place: IdPrefixes, before: RowsByTable) -> None:
    """Create the rows of new drivers and franchises, with their names.

    A driver without a name gets one that nobody else in the league has; a franchise is called by its id. Those the
    league renamed since keep that name, though the facts have the first one. A fork renames nobody the league knows,
    and the names it gives do not bind other seasons. Raises `IdTakenForLife` if an earlier season of the league used
    the id.
    """
    generated = _generated_names(facts, place)
    renamed = _renamed_identities(facts, place)
    for fact in facts:
        if fact.tag not in NAMING_FACTS:
            continue
        model, in_season, field, shelf = NAMING_FACTS[fact.tag]
        id, name = getattr(fact, field), getattr(fact, "name", "")
        if id not in before[shelf] and not row.forked_from:
            _refuse_taken_id(in_season, row, place.identity_id(id), id)
        rows = [model(pk=place.identity_id(id), league_id=place.league, name=name or generated.get(id, id))]
        if (
            row.forked_from
            or id in renamed
            or not (name or _fork_only_drivers(place).filter(pk=place.identity_id(id)).exists())
        ):
            model._default_manager.bulk_create(rows, ignore_conflicts=True)
        else:
            model._default_manager.bulk_create(
                rows, update_conflicts=True, unique_fields=["id"], update_fields=["name"]
            )


def _renamed_identities(facts: Sequence[Fact], place: IdPrefixes) -> set[str]:
    """The ids of drivers and franchises that the facts name and that the league has renamed."""
    named = [getattr(fact, NAMING_FACTS[fact.tag][2]) for fact in facts if fact.tag in NAMING_FACTS]
    if not named:
        return set()
    kinds = (NameChange.Kind.FRANCHISE, NameChange.Kind.DRIVER)
    found = NameChange.objects.filter(league=place.league, kind__in=kinds, subject__in=named)
    return set(found.values_list("subject", flat=True))


def _generated_names(facts: Sequence[Fact], place: IdPrefixes) -> dict[str, str]:
    """Generated names of new drivers without one, by id."""
    nameless = [
        getattr(fact, "driver")  # noqa: B009 - facts of several kinds have it
        for fact in facts
        if NAMING_FACTS.get(fact.tag, (None,))[0] is Driver and not getattr(fact, "name", "")
    ]
    if not nameless:
        return {}
    known = Driver.objects.filter(league=place.league).exclude(pk__in=_fork_only_drivers(place).values("pk"))
    taken = set(known.values_list("name", flat=True))
    return dict(zip(nameless, generate_names(nameless, taken=taken), strict=True))


def _fork_only_drivers(place: IdPrefixes) -> QuerySet[Driver]:
    """The league's drivers who are only in forks other than this season."""
    sheets = Sheet.objects.filter(person=OuterRef("pk"))
    real = sheets.filter(Q(season__forked_from="") | Q(season=place.season))
    return Driver.objects.filter(Exists(sheets), ~Exists(real), league=place.league)


def _refuse_taken_id(in_season: type[Model], row: Season, identity: str, id: str) -> None:
    link = "person_id" if in_season is Sheet else "identity_id"
    known = in_season._default_manager.filter(**{link: identity}, season__forked_from="").exclude(season=row)
    season = known.values_list("season_id", flat=True).first()
    if season is not None:
        raise IdTakenForLife(f"{id} is known from {season} and an id is for life: choose another id.")


def name_cars(facts: Sequence[Fact], place: IdPrefixes) -> None:
    """Name new cars as given; those without a name get one that no other car of the season has.

    A car that was renamed in the season keeps that name.
    """
    had = [(getattr(fact, "car", ""), getattr(fact, "name", "")) for fact in facts if fact.tag in CAR_FACTS]
    renamed = _renamed_cars([car for car, _ in had], place)
    for car, name in ((car, renamed.get(car, name)) for car, name in had):
        if name:
            Car.objects.filter(pk=place.row_id(car)).update(name=name)
    nameless = [car for car, name in had if not (name or car in renamed)]
    if not nameless:
        return
    names = dict(Car.objects.filter(season=place.season).values_list("pk", "name"))
    for car in nameless:
        id = place.row_id(car)
        if id in names and not names[id]:
            names[id] = default_car_name(car, taken=names.values())
            Car.objects.filter(pk=id).update(name=names[id])


def _renamed_cars(cars: Sequence[str], place: IdPrefixes) -> dict[str, str]:
    """The names that the league gave these cars in the season, by short id."""
    if not cars:
        return {}
    season = place.season.rsplit("/", 1)[-1]
    found = NameChange.objects.filter(
        league=place.league, kind=NameChange.Kind.CAR, subject__in=cars, season=season
    ).order_by("pk")
    return dict(found.values_list("subject", "name"))


def copy_car_names(came_from: IdPrefixes, to: IdPrefixes) -> None:
    """Copy the names of cars from the season that this one continues."""
    names = dict(Car.objects.filter(season=came_from.season).exclude(name="").values_list("pk", "name"))
    cars = list(Car.objects.filter(season=to.season))
    for car in cars:
        car.name = names.get(came_from.row_id(car.pk.removeprefix(f"{to.season}/")), "")
    Car.objects.bulk_update(cars, ["name"])
