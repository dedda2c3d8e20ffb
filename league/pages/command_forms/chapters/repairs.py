"""The form after a match that decides which cars are replaced, given up or repaired.

Rules DM-C-079, DM-C-080, DM-C-095.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from explain.printed_names import quantity
from league.pages.command_forms.base import FranchiseMatchForm, field_value, register_form
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.command_forms.match_risks import CarRisk, car_risks
from league.pages.command_forms.size_effects import TYPICAL_INCOMES_K
from league.pages.command_forms.usual_answers import UsualAct, damage_words, damaged_cars, usual_week
from rules.campaign.money.bills import bill_total
from rules.campaign.money.overhead import franchise_size, profit
from rules.campaign.people.staff import match_staff_rating
from rules.core.terms import K, in_k

REPLACE, GIVE_UP, REPAIR, LEAVE = "replace", "give_up", "repair", "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairsReckoning:
    """The bills of the decisions in the form, and what the franchise then keeps, in credits.

    `cloning` is billed already; `cars` is the sum of the cars' bills. `least` is what is booked if the match brings
    no income, `kept` what is booked with an income of `income`, and `kept_without` the same without bills for cars.
    """

    cloning: int
    cars: int
    balance: int
    size: int
    least: int
    income: int
    kept: int
    kept_without: int

    @property
    def bills(self) -> int:
        """All bills of the match."""
        return self.cloning + self.cars

    @property
    def at_least(self) -> int:
        """The lowest possible balance after the settlement."""
        return self.balance + self.least


@register_form("decide_repairs")
class DecideRepairsForm(FranchiseMatchForm):
    """Decide on each damaged or destroyed car.

    The initial values are what happens to the cars if the owner does not answer in time.
    """

    title = "Decide on the cars"
    verb = "Confirm these decisions"
    final = "You decide once, for all cars together."
    template = "league/desk/repairs.html"

    def lay_out(self) -> None:
        """Add a choice for each destroyed car, and for each damaged one unless repairs are mandatory."""
        super().lay_out()
        self.mandatory = bool(self.desk.season.setting("repairs.mandatory"))
        line_up = self.line_up
        cars = [] if line_up is None or line_up.decided else car_risks(self.desk)
        self.cars = [car for car in cars if car.destroyed or car.criticals]
        if any(car.destroyed or not self.mandatory for car in self.cars):
            self.filled_because = (
                "Filled in as you asked: every damaged car is left as it is."
                if self.leaves_all
                else "Filled in as usual: every car is repaired or replaced, as if you did not answer in time."
            )
        for place, car in enumerate(self.cars, 1):
            if car.destroyed:
                replace_words = (
                    f"Replace it for {in_k(car.replacement)}{_listed_price_words(car.listed, car.replacement)}"
                )
                self._ask(
                    place,
                    car,
                    [(REPLACE, replace_words), (GIVE_UP, "Give it up, so that it leaves the garage for good")],
                )
            elif not self.mandatory:
                repair_words = (
                    f"Repair {quantity(car.criticals, 'critical')} for {in_k(car.repair)}"
                    f"{_listed_price_words(car.listed, car.repair)}"
                )
                self._ask(place, car, [(REPAIR, repair_words), (LEAVE, "Leave it as it is")])

    def _ask(self, place: int, car: CarRisk, choices: list[tuple[str, str]]) -> None:
        self.fields[f"car_{place}"] = LenientChoiceField(label=car.name, choices=choices, widget=forms.RadioSelect)
        if self.given is not None and self.given.get("all") == REPAIR:
            given = self.given.copy()
            given[f"car_{place}"] = choices[0][0]
            self.data = self.given = given
        answer = LEAVE if self.leaves_all and not car.destroyed else choices[0][0]
        self.initial.setdefault(f"car_{place}", self._earlier_answer(car) or answer)

    def _earlier_answer(self, car: CarRisk) -> str:
        """The answer for a car in the command that is shown again, "" if there is none."""
        if self.written is None:
            return ""
        if car.destroyed:
            return GIVE_UP if car.id in self.written.get("give_up", ()) else REPLACE
        return REPAIR if car.id in self.written.get("repair", ()) else LEAVE

    @property
    def leaves_all(self) -> bool:
        """Whether the address asks to leave every damaged car as it is."""
        return self.initial.get("all") == LEAVE

    @property
    def repairs_in_all(self) -> int:
        """The bill if every damaged car is repaired, in credits; 0 if there is nothing to choose."""
        return 0 if self.mandatory else sum(car.repair for car in self.cars if not car.destroyed)

    @property
    def usual_week(self) -> tuple[UsualAct, ...]:
        """The acts of an owner's usual week that are not this form's."""
        return tuple(act for act in usual_week(self.desk, self.cars) if act.tag != self.tag)

    @property
    def repair_all(self) -> str:
        """The label of the button that repairs every car, and replaces the destroyed ones, at once, with the bill.

        "" where no car is damaged, for anyone but the owner, and where the form has answers of its own.
        """
        if not damaged_cars(self.cars) or not self.desk.is_own or self.is_bound or self.written:
            return ""
        replaced = [car for car in self.cars if car.destroyed]
        bill = sum(car.replacement if car.destroyed else car.repair for car in self.cars)
        return f"Repair {'and replace ' if replaced else ''}all now, {in_k(bill)}"

    @property
    def repair_all_words(self) -> str:
        """What that button is about, car by car."""
        replaced = [f"{car.name}: replaced, {in_k(car.replacement)}" for car in self.cars if car.destroyed]
        return "; ".join([damage_words(self.cars), *replaced])

    @property
    def repair_all_fields(self) -> list[tuple[str, str]]:
        """What is sent with that button."""
        return [(field.name, str(field.value() or "")) for field in self.hidden_fields()]

    @property
    def rows(self) -> list[tuple[CarRisk, forms.BoundField | None]]:
        """Each car with its field, None if there is nothing to choose."""
        return [
            (car, self[f"car_{place}"] if f"car_{place}" in self.fields else None)
            for place, car in enumerate(self.cars, 1)
        ]

    def _current_answer(self, place: int) -> str:
        """The present answer for a car in the form."""
        return field_value(self, f"car_{place}") or (REPAIR if self.mandatory else LEAVE)

    @property
    def reckoning(self) -> RepairsReckoning | None:
        """The sums for the present answers; None if no match is chosen."""
        line_up = self.line_up
        if line_up is None:
            return None
        season, franchise = self.desk.season, self.desk.season.franchise(line_up.franchise)
        answers = [(car, self._current_answer(place)) for place, car in enumerate(self.cars, 1)]
        paid = sum(
            car.replacement if answer == REPLACE else car.repair
            for car, answer in answers
            if answer in (REPLACE, REPAIR)
        )
        given_up = [car for car, answer in answers if answer == GIVE_UP]
        size = franchise_size(season, franchise.id, staff_rating=match_staff_rating(franchise, line_up))
        size -= sum(2 if car.overhead else 1 for car in given_up)
        cloning, income = bill_total(line_up, "cloning"), TYPICAL_INCOMES_K[0] * K
        return RepairsReckoning(
            cloning=cloning,
            cars=paid,
            balance=franchise.balance,
            size=size,
            least=profit(net_income=-cloning - paid, size=size).profit,
            income=income,
            kept=profit(net_income=income - cloning - paid, size=size).profit,
            kept_without=profit(net_income=income - cloning, size=size).profit,
        )

    @property
    def garage_after(self) -> int:
        """How many cars the garage would hold."""
        given_up = sum(self._current_answer(place) == GIVE_UP for place, _ in enumerate(self.cars, 1))
        return len(self.desk.season.garage(self.desk.franchise)) - given_up

    @property
    def garage_min(self) -> int:
        """How many cars a garage must hold (DM-C-065)."""
        return self.desk.season.number_setting("garage.min")

    def document(self) -> dict[str, Any]:
        """The command with the cars given up and repaired; others are replaced, or left as they are."""
        answers = {car.id: self.cleaned_data.get(f"car_{place}", "") for place, car in enumerate(self.cars, 1)}
        return {
            **super().document(),
            "give_up": [id for id, answer in answers.items() if answer == GIVE_UP],
            "repair": [id for id, answer in answers.items() if answer == REPAIR],
        }


def _listed_price_words(listed: int, paid: int) -> str:
    return "" if listed == paid else f", listed at {in_k(listed)}"
