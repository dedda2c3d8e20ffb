"""Plans: what a driver is up to for some turns, stated in the log and changed only for a clearly better one.

A plan is part of an order, so that a match that is replayed from its orders states the same plans.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

SEPARATOR = ":"
PLAN_SENTENCES: Mapping[str, str] = {
    "pace": "{car} sets its own pace.",
    "line": "{car} keeps to its line and waits for shots.",
    "hunt": "{car} goes after {about}.",
    "guard": "{car} guards {about}.",
    "evade": "{car} keeps out of reach.",
    "draw_in": "{car} draws in to the middle.",
    "pit": "{car} heads for its pit.",
    "fetch": "{car} goes for the flag.",
    "wait": "{car} waits where the flag will come back.",
    "run_home": "{car} runs home.",
}
"""The sentence of each plan for the log; `about` is a car."""
ABOUT_A_CAR = frozenset(name for name, sentence in PLAN_SENTENCES.items() if "{about}" in sentence)
"""The plans that are about another car."""


class Plan(NamedTuple):
    """A plan: one of `PLAN_SENTENCES`, and the id of the car it is about, empty for none."""

    name: str
    about: str = ""

    @property
    def text(self) -> str:
        """The plan as orders hold it, such as `pace` or `hunt:saints.c2`."""
        return f"{self.name}{SEPARATOR}{self.about}" if self.about else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedPlan:
    """A plan and what it is worth at the moment, in points of the match."""

    plan: Plan
    worth: float


def read_plan(text: str) -> Plan | None:
    """The plan in an order; None if the order has none."""
    if not text:
        return None
    name, _, about = text.partition(SEPARATOR)
    return Plan(name, about)


def plan_error(text: str, *, cars: Collection[str]) -> str:
    """One sentence about what is wrong with the plan of an order in a match of those cars; empty if nothing is."""
    plan = read_plan(text)
    if plan is None:
        return ""
    if plan.name not in PLAN_SENTENCES:
        return f"There is no plan {plan.name[:40]!r}: use one of {', '.join(PLAN_SENTENCES)}."
    if plan.name not in ABOUT_A_CAR and plan.about:
        return f"The plan {plan.name} is about no car: leave {plan.about[:40]!r} out."
    if plan.name in ABOUT_A_CAR and plan.about not in cars:
        return f"The plan {plan.name} is about another car of the match: write {plan.name}:<id of the car>."
    if text != plan.text:
        return f"The plan {plan.name} is written without a colon: {plan.text}."
    return ""


def plan_sentence(text: str, *, car: str) -> str:
    """What the log says of a car's plan; empty for no plan. Raises `KeyError` for an unknown one."""
    plan = read_plan(text)
    return "" if plan is None else PLAN_SENTENCES[plan.name].format(car=car, about=plan.about)


def choose_plan(current: Plan | None, weighed: Collection[WeighedPlan], *, patience: float) -> Plan:
    """The plan worth most, the first of equal ones. The current plan stays if it is among them, unless another is
    worth more by at least `patience` points. Raises `ValueError` without any plan.
    """
    best = max(weighed, key=lambda choice: choice.worth)
    for choice in weighed:
        if choice.plan == current and best.worth < choice.worth + patience:
            return choice.plan
    return best.plan
