"""What the questionnaire says of the duels of a league, on cars of Dethmatch. Rules CW-Q-001 to CW-Q-004, CW-Q-013,
CW-Q-016, CW-Q-018, CW-Q-019, CW-Q-027 to CW-Q-029, CW-Q-031, CW-Q-039, CW-S-055, CW-S-056.

The questions are about cars that a league does not have. What each comes to for the cars that it has is a ruling,
written with the question (`acts`) and in `docs/duels.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.carwars.questionnaire import find_question
from rules.match.duels.terms import Answers, CrewStart, DuelEntry
from rules.match.packet import PackedCar
from rules.match.ruleset import ErrorDetail

LARGE_CLASS = 75
"""From these design points on a car is of the large class, and a racing body in the sense of CW-Q-001."""
MILES_A_FUEL_POINT = 40
"""The printed 200 miles are 5 fuel points, which last the 15 turns of an arena heat (CW-Q-002)."""
NITROUS = "nitrous_injector"
RUBBER = frozenset({"applique_armour", "ballistic_sheets", "reactive_armour"})
"""The armor that is put on a car, and that CW-Q-004 bans like rubber."""
OVERDRIVE = frozenset({"supercharger", "turbochargers"})
"""The pair that CW-Q-018 keeps out of the arena like overdrive on a gasoline engine."""
DROPPERS = {"oil_jet": "oil", "smoke_launcher": "smoke"}
"""The weapons that lay something, with the choice of CW-Q-016 that allows them in a turret."""
WEAPON_COMPUTER = "targeting_device"
GEAR = {"fireproof_suit": "fireproof_suit", "heavy_body_armour": "body_armor", "helmet_sight": "helmet_sight"}
"""What drivers wear, with the choice of CW-Q-031 that allows it."""
POINTS_A_RANK = 10
"""The printed 30 skill points are traits of rank 3, and the 20 in one skill 2 ranks more for one trait (CW-Q-029)."""
PUBLIC_FIELDS = {"armor": "armor_points", "devices": "devices", "tires": "tires", "fuel": "fuel"}
"""What a rival may see of a car, with the choice of CW-Q-013 that shows it."""
Part = Mapping[str, Any]


class CarWarsTerms:
    """The terms of the referee's questionnaire; see `rules.match.duels.terms.DuelTerms`."""

    def most_vehicles(self, answers: Answers) -> int | None:
        """One, unless trailers may enter (CW-Q-003)."""
        return None if _answer(answers, "entry.trailers")["allowed"] else 1

    def vehicles_rule(self) -> str:
        """The question about trailers (CW-Q-003)."""
        return find_question("entry.trailers").id

    def announcement_errors(self, answers: Answers) -> list[ErrorDetail]:
        """Every car of a league burns fuel, so that none could enter where that is not allowed (CW-Q-002).

        The same goes where no class of cars is allowed (CW-Q-001).
        """
        faults = []
        if _answer(answers, "design.combustion_engines")["fuel_engines"] == "no":
            faults.append(
                _error(
                    "design.combustion_engines",
                    "Every car burns fuel, and the answer keeps such cars out: answer it otherwise first.",
                )
            )
        if not {"car", "racing"} & set(_answer(answers, "design.allowed_bodies")["bodies"]):
            faults.append(
                _error(
                    "design.allowed_bodies", "No class of cars may enter: answer it with cars or racing bodies first."
                )
            )
        return faults

    def entry_errors(self, answers: Answers, entry: DuelEntry) -> list[ErrorDetail]:
        """Everything that keeps a car and its crew out of a duel, question by question."""
        return [
            _error(key, sentence) for check, key in ENTRY_CHECKS for sentence in check(entry, _answer(answers, key))
        ]

    def crew_start(self, answers: Answers) -> CrewStart:
        """Ten skill points are a rank: 30 and at most 20 in one skill are rank 3, and at most 5 (CW-Q-029)."""
        points = _answer(answers, "crew.skill_points")
        rank = points["points"] // POINTS_A_RANK
        return CrewStart(rank=rank, most=rank + points["most_in_one_skill"] // POINTS_A_RANK)

    def hidden_from_rivals(self, answers: Answers) -> frozenset[str]:
        """Everything about a car that the answer does not make public (CW-Q-013)."""
        public = _answer(answers, "visibility.walkaround")["public"]
        return frozenset(field for field, choice in PUBLIC_FIELDS.items() if choice not in public)

    def deals_rule(self, answers: Answers) -> str:
        """The question about deals, while players make none (CW-Q-039)."""
        return "" if _answer(answers, "comms.policy")["deals"] else find_question("comms.policy").id

    def talks_in_the_open(self, answers: Answers) -> bool:
        """Whether everybody hears what players say, and so sees their offers (CW-Q-039)."""
        return bool(_answer(answers, "comms.policy")["talk"] == "open_only")

    def splits_empty_pot(self, answers: Answers) -> bool:
        """Whether the pot is shared equally where nobody has points above 0 (CW-S-056)."""
        return bool(_answer(answers, "duel.points")["zero_total_policy"] == "equal")

    def floors_standings(self, answers: Answers) -> bool:
        """Whether points below 0 count as 0 in the standings (CW-S-056)."""
        return bool(_answer(answers, "duel.points")["floor_standings"])


def _answer(answers: Answers, key: str) -> Part:
    return {**find_question(key).printed_answer, **answers.get(key, {})}


def _error(key: str, sentence: str) -> ErrorDetail:
    question = find_question(key)
    return ErrorDetail(code=question.key, rule=question.id, sentence=sentence)


def _class_faults(entry: DuelEntry, answer: Part) -> Iterator[str]:
    car = entry.seat.car
    wanted = "racing" if car.dp >= LARGE_CLASS else "car"
    if wanted not in answer["bodies"]:
        yield f"{car.id} is built on {car.dp} design points, a class that may not enter: take another car."


def _fuel_faults(entry: DuelEntry, answer: Part) -> Iterator[str]:
    car = entry.seat.car
    if answer["fuel_engines"] == "no":
        yield f"{car.id} burns fuel, which is not allowed: nobody can enter until that is answered otherwise."
    if answer["fuel_engines"] != "yes_with_minimum":
        return
    injectors = _count(car, NITROUS)
    least = -(-answer["least_range"] // MILES_A_FUEL_POINT) + answer["fuel_per_nitrous_tank"] * injectors
    for fuel in {design.fuel for design in entry.designs if design.fuel < least}:
        besides = f", with {injectors} nitrous injectors" if injectors > 1 else ", with its nitrous injector"
        yield (
            f"The tank of {car.id} holds {fuel} fuel points, and {least} are the least"
            f"{besides if injectors else ''}: take another car."
        )


def _armor_faults(entry: DuelEntry, answer: Part) -> Iterator[str]:
    if not answer["allowed"]:
        for item in entry.seat.car.items:
            if item.kind in RUBBER:
                yield f"{item.id} is armor that is banned: take it off {entry.seat.car.id}."


def _dropper_faults(entry: DuelEntry, answer: Part) -> Iterator[str]:
    turreted = {id for design in entry.designs for id in design.turreted}
    for item in entry.seat.car.items:
        if item.id in turreted and item.kind in DROPPERS and DROPPERS[item.kind] not in answer["turretable"]:
            yield f"{item.id} may not be in a turret: take it off {entry.seat.car.id}."


def _pair_faults(entry: DuelEntry, answer: Part) -> Iterator[str]:
    car = entry.seat.car
    if not answer["allowed_in_arena"] and {item.kind for item in car.items} >= OVERDRIVE:
        yield f"{car.id} has a supercharger and dual turbochargers, which are banned together: take one of them off."


def _computer_faults(entry: DuelEntry, answer: Part) -> Iterator[str]:
    linked = {id for design in entry.designs for id in design.linked}
    if not answer["allowed"]:
        for item in entry.seat.car.items:
            if item.kind == WEAPON_COMPUTER and item.weapon in linked:
                yield (
                    f"{item.id} is on {item.weapon}, which is linked with another weapon: take one of the weapons "
                    f"off {entry.seat.car.id}."
                )


def _crew_faults(entry: DuelEntry, answer: Part) -> Iterator[str]:
    gunner = entry.seat.gunner
    if gunner is not None and answer["occupants"] == "driver":
        yield f"{entry.seat.car.id} may have nobody but its driver aboard: leave the gunner {gunner.id} out."


def _burden_faults(entry: DuelEntry, answer: Part) -> Iterator[str]:
    if not answer["in_force"]:
        return
    most = answer["most_carried"]
    for person in (entry.seat.driver, entry.seat.gunner):
        if person is not None and len(person.worn) > most:
            worn = len(person.worn)
            pieces = "piece" if worn == 1 else "pieces"
            yield f"{person.id} wears {worn} {pieces} of personal equipment, and {most} are the most: take some off."


def _gear_faults(entry: DuelEntry, answer: Part) -> Iterator[str]:
    for person in (entry.seat.driver, entry.seat.gunner):
        for kind in person.worn if person is not None else ():
            if person is not None and GEAR.get(kind, "other") not in answer["gear"]:
                yield f"{person.id} wears a {kind.replace('_', ' ')}, which may not be worn: take it off."


def _count(car: PackedCar, kind: str) -> int:
    return sum(item.kind == kind for item in car.items)


ENTRY_CHECKS: tuple[tuple[Callable[[DuelEntry, Part], Iterator[str]], str], ...] = (
    (_class_faults, "design.allowed_bodies"),
    (_fuel_faults, "design.combustion_engines"),
    (_armor_faults, "design.rubber_armour"),
    (_dropper_faults, "design.turretable_droppers"),
    (_pair_faults, "design.overdrive_on_gas"),
    (_computer_faults, "design.swc_with_smart_link"),
    (_crew_faults, "crew.max_occupants"),
    (_burden_faults, "crew.encumbrance"),
    (_gear_faults, "crew.allowed_gear"),
)
"""What is checked of an entry, each with the key of its question."""

TERMS = CarWarsTerms()
