"""What a driver or a car brings to a match, and the bill and harm if they are lost there.

Rules DM-C-005, DM-C-035, DM-C-045 to DM-C-047, DM-C-048, DM-C-079, DM-C-080, DM-C-085, DM-C-095, DM-C-173.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from drivers.pages.driver_table import DriverRow, DriverTable, driver_table
from explain.printed_names import quantity
from league.pages.base_context import franchise_color
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.driver_choices import rows_of_drivers
from rules.campaign.core import state
from rules.campaign.core.state import Car, Driver
from rules.campaign.garage.silhouettes import model_of
from rules.campaign.money.prices import CLONING_K, repair_price, replacement_price
from rules.campaign.people.quirks import QUIRK_NAMES, consequence
from rules.campaign.people.talents import STABLE_GENETICS
from rules.campaign.people.traits import snapshot_toughness, succeeds, take_lock_snapshot, trait_cap
from rules.campaign.sponsors.kinds import (
    cloning_amount,
    effect_count,
    quirk_check_bonus,
    repair_amount,
    replacement_amount,
)
from rules.core.tables import D6
from rules.core.terms import K, in_k
from rules.core.text_folding import fold_text
from rules.match.catalog import item_type
from rules.match.drawing.car_silhouettes import CarModel


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewRisk:
    """A driver of the roster as a row of the table of drivers, and the harm of going out of action.

    `cloning` is the bill in credits, after sponsors. `fails_on` are the faces of the quirk check that bring a quirk.
    `second` says which quirks would end their season or career.
    """

    row: DriverRow
    may_run: bool
    cloning: int
    fails_on: tuple[int, ...]
    second: tuple[str, ...]

    @property
    def id(self) -> str:
        """Their short id."""
        return self.row.id

    @property
    def name(self) -> str:
        """What they are called."""
        return self.row.name

    @property
    def chance(self) -> str:
        """The chance of a quirk in sixths, such as "2 in 6"."""
        return f"{len(self.fails_on)} in {len(D6)}"

    @property
    def bill(self) -> int:
        """The bill in credits if they go out of action."""
        return self.cloning

    @property
    def risk(self) -> str:
        """Their fatigue, and the harm of going out of action, in one line."""
        fatigue = f"tired, {self.row.fatigue_words}" if self.row.fatigue else "rested"
        quirk = f"a quirk in {self.chance}" if self.fails_on else "no quirk"
        return f"{self.name}: {fatigue}; out of action {in_k(self.cloning)} for the clone and {quirk}"

    @property
    def faces(self) -> str:
        """The faces that bring a quirk, in words; "" for none."""
        return ", ".join(map(str, self.fails_on))


@dataclass(frozen=True, slots=True, kw_only=True)
class CarRisk:
    """A car of the garage: its damage, what it carries, and the prices to replace or repair it, in credits.

    `replacement` and `repair` are after sponsors; `listed` is the printed price of what it needs now.
    """

    id: str
    name: str
    dp: int
    overhead: bool
    gunner_station: bool
    criticals: int
    broken: bool
    destroyed: bool
    carries: str
    model: CarModel
    color: str
    """The color of its franchise."""
    armed: bool
    replacement: int
    repair: int
    listed: int

    @property
    def may_run(self) -> bool:
        """Whether it can be entered in a match (DM-C-089)."""
        return not (self.broken or self.destroyed)

    @property
    def bill(self) -> int:
        """The bill in credits if it is lost."""
        return self.replacement

    @property
    def risk(self) -> str:
        """Its state, and the bill of its loss, in one line."""
        weapon = "" if self.armed else ", no weapon"
        return f"{self.name}: {self.damage}{weapon}; destroyed {in_k(self.replacement)} to replace it"

    @property
    def damage(self) -> str:
        """Its state in a few words."""
        if self.destroyed:
            return "destroyed"
        if self.broken:
            return "broken down before this match"
        return quantity(self.criticals, "critical") if self.criticals else "sound"


@dataclass(frozen=True, slots=True)
class Crew:
    """The roster of a franchise before a match: its table of drivers, and the risk of each, in the same order."""

    table: DriverTable
    risks: tuple[CrewRisk, ...]


def crew_risks(desk: CommandContext) -> Crew:
    """The roster of the franchise acted for: available drivers first, then by level."""
    season, team = desk.season, desk.franchise
    cap, sixes = trait_cap(season), bool(season.setting("check.natural_six_fails"))
    bonus = quirk_check_bonus(season, team)
    cloning = cloning_amount(
        listed=CLONING_K * K,
        insured=effect_count(season, team, "insurance"),
        cloning_services=effect_count(season, team, "cloning_services"),
    )

    def risk(driver: Driver, row: DriverRow) -> CrewRisk:
        toughness = (
            snapshot_toughness(take_lock_snapshot(driver), cap=cap) + driver.talents.count(STABLE_GENETICS) + bonus
        )
        return CrewRisk(
            row=row,
            may_run=driver.availability == "available",
            cloning=cloning,
            fails_on=tuple(
                face for face in sorted(D6) if not succeeds(die=face, trait=toughness, natural_six_fails=sixes)
            ),
            second=tuple(_second_times(driver, retires=bool(season.setting("quirks.season_out_becomes_retirement")))),
        )

    roster = sorted(
        season.roster(team), key=lambda driver: (driver.availability != "available", -driver.level, driver.id)
    )
    table = driver_table(rows_of_drivers(desk)(roster), sort=None, with_teams=False)
    return Crew(table, tuple(risk(driver, row) for driver, row in zip(roster, table.rows, strict=True)))


def _second_times(driver: Driver, *, retires: bool) -> Iterator[str]:
    """What drawing a quirk again would bring to a driver who has it once (DM-C-047, DM-C-056)."""
    for quirk, count in sorted(driver.quirks.items()):
        if count != 1:
            continue
        result = consequence(quirk=quirk, count=2, season_out_retires=retires)
        barred_words = {"season_out": "out for the season", "barred": "barred from all matches"}.get(
            result.availability, ""
        )
        text = " and ".join(part for part in (barred_words, "must retire" if result.retiring else "") if part)
        yield f"{QUIRK_NAMES[quirk]} again: {text}"


def armed(season: state.Season, car: Car) -> bool:
    """Whether the car has a weapon; without one its crew cannot shoot."""
    return any(item_type(item.kind).group == "weapon" for item in season.items_on_car(car.id))


def car_risks(desk: CommandContext) -> list[CarRisk]:
    """The garage of the franchise acted for, by name."""
    season, team = desk.season, desk.franchise
    insured, shop = effect_count(season, team, "insurance"), effect_count(season, team, "mechanic_shop")

    def risk(car: Car) -> CarRisk:
        replacement_listed = replacement_price(overhead=car.overhead)
        repair_listed = repair_price(criticals=car.criticals, overhead=car.overhead)
        return CarRisk(
            id=car.id,
            name=desk.called.car(car.id),
            dp=car.dp,
            overhead=car.overhead,
            gunner_station=car.gunner_station,
            criticals=car.criticals,
            broken=car.broken,
            destroyed=car.destroyed,
            carries=", ".join(desk.called.item(item.id) for item in season.items_on_car(car.id)),
            model=model_of(
                overhead=car.overhead,
                gunner_station=car.gunner_station,
                kinds=[item.kind for item in season.items_on_car(car.id)],
            ),
            color=franchise_color(team),
            armed=armed(season, car),
            replacement=replacement_amount(listed=replacement_listed, insured=insured),
            repair=repair_amount(listed=repair_listed, overhead=car.overhead, mechanic_shop=shop),
            listed=replacement_listed if car.destroyed else repair_listed,
        )

    return sorted(map(risk, season.garage(team)), key=lambda car: (fold_text(car.name), car.id))
