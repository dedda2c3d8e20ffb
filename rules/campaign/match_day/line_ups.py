"""Line-ups: who drives what, sealed until a match locks; the default one of an owner who misses their deadline.

Rules DM-C-007, DM-C-012, DM-C-065, DM-C-089; annex a, M3.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from rules.campaign.core.command import Command, Giver, Reader, RefusedUnderSeal, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.names import clean_text
from rules.campaign.core.sealed_line_ups import is_unlocked, line_up_seal, sealed_line_ups
from rules.campaign.core.state import CarNotInGarage, Driver, DriverNotOnRoster, LineUp, Match, Season, Seat
from rules.campaign.garage.cars import GarageTooSmall
from rules.campaign.match_day.announcing import refuse_waiting
from rules.campaign.match_day.breakdowns import roll_devices_at_lock
from rules.campaign.match_day.duel_checks import (
    first_who_may_enter,
    may_field_somebody,
    refuse_duel_entry,
    refuse_many_in_duel,
)
from rules.campaign.people.traits import all_effective_traits, take_lock_snapshot, trait_cap
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId


class LineUpEmpty(Refusal):
    """The line-up is empty, although the franchise has a car and a driver who may be fielded."""


class LineUpTooLarge(Refusal):
    """The line-up has more cars than the match allows a team (DM-C-089)."""


class CarBroken(Refusal):
    """A car of the line-up broke down before the match (DM-C-088, DM-C-089)."""


class DriverNotAvailable(Refusal):
    """A driver in the line-up may not be fielded (DM-C-012)."""


class SeatedTwice(Refusal):
    """A car or a driver is in the line-up more than once (DM-C-089)."""


class NoGunnerStation(Refusal):
    """The line-up puts a gunner into a car that has no gunner station (DM-C-089)."""


class LineUpsMissing(Refusal):
    """A franchise has not named its line-up."""


class LineUpFallen(RefusedUnderSeal):
    """A sealed line-up names a driver or car that may no longer be fielded (DM-C-012, DM-C-089)."""


class MatchGivenUp(Refusal):
    """The franchise has forfeited the match and cannot name a line-up (HOUSE-009)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlan:
    """One car of a line-up, its driver, and its gunner where it has a station for one."""

    car: CarId
    driver: DriverId
    gunner: DriverId = DriverId("")

    def crew(self) -> tuple[str, ...]:
        """The driver, and the gunner if there is one."""
        return (self.driver, self.gunner) if self.gunner else (self.driver,)


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpNamed(Fact):
    """A franchise named its line-up, which stays sealed until the lock."""

    says = "{franchise} named its line-up for {match}."
    franchise: FranchiseId
    match: MatchId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedAllTheSame(Fact):
    """A seat that the amended season would not allow, in a match that was played with it: it stands."""

    says = "{driver} in {car} was entered for {franchise} in {match} and stands, though {because}."
    franchise: FranchiseId
    match: MatchId
    car: CarId
    driver: DriverId
    because: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(Fact):
    """A car of a locked line-up, with its driver and gunner (DM-C-089)."""

    says = "{driver} drives {car} for {franchise} in {match}."
    match: MatchId
    franchise: FranchiseId
    car: CarId
    driver: DriverId
    gunner: DriverId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpsLocked(Fact):
    """Every line-up of a match is fixed, and so are the words in the key of its dice (DM-C-007)."""

    says = "The line-ups of {match} are locked."
    match: MatchId
    words: str

    def opens(self) -> tuple[str, ...]:
        """The sealed line-ups of the match."""
        return (line_up_seal(self.match),)


@command(
    steps=("M3",),
    by=Giver.OWNER,
    sealed=True,
    instead="the match is played with the line-ups as they were locked. If something is wrong with yours, ask a "
    "commissioner to void the match and run it again",
)
@dataclass(frozen=True, slots=True, kw_only=True)
class NameLineUp(Command):
    """Name the cars, drivers and gunners for a match, in place of an earlier line-up (DM-C-089).

    `words` are chosen by the owner and go into the key of the match's dice. A franchise without an available driver
    or without a car names no seats.

    Only amends set `played` and `fallen`. `played` marks a match that was played with this line-up: seats that could
    not be filled this way any more are kept. `fallen` marks a sealed line-up that the amend made illegal: it counts
    as named, but must be named again before it can be locked.
    """

    franchise: FranchiseId
    match: MatchId
    seats: list[SeatPlan]
    words: str = ""
    played: bool = False
    fallen: bool = False

    def seal(self, season: Season) -> str:  # noqa: ARG002 - every line-up is sealed
        """The seal of the match's line-ups, which opens when they lock."""
        return line_up_seal(self.match)

    @classmethod
    def sealed_things(cls, season: Season, *, reader: Reader, now: Season) -> list[tuple[str, str]]:
        """The line-ups of other franchises that are named and not locked yet, each as its seal and its id."""
        sealed = sealed_line_ups(season, reader=reader, now=now)
        return [(line_up_seal(line_up.match), line_up.id) for line_up in sealed]

    @classmethod
    def hide(cls, season: Season, id: str, *, forget: bool) -> None:
        """Remove a line-up's seats and words. Everybody sees that it was named, so only `forget` removes that."""
        line_up = season.line_ups[id]
        for seat in season.seats_of(id):
            del season.seats[seat.id]
        line_up.words, line_up.fallen = "", False
        if forget and not line_up.forfeited:
            line_up.named = False

    def amend_placeholder(self) -> NameLineUp:
        """The same line-up marked as fallen: it counts as named, but cannot be locked."""
        return replace(self, fallen=True)

    def refuse_if_sealed(self, season: Season, reader: Reader) -> None:
        """Raise `Malformed` if the id of a seat might equal that of a seat which is sealed from the reader."""
        own = f"{self.match}.{self.franchise}"
        for id in (id for _, id in self.sealed_things(season, reader=reader, now=season) if id != own):
            for seat in self.seats:
                car = season.cars.get(f"{self.match}.{self.franchise}.{seat.car}".removeprefix(f"{id}."))
                if car is not None and car.franchise == season.line_ups[id].franchise:
                    raise _id_taken_refusal(f"{self.match}.{self.franchise}", seat)

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises the refusals of this module, `MatchWaits`, `GarageTooSmall` or `Malformed`."""
        match = season.match(self.match)
        line_up = season.line_up(self.match, self.franchise)
        refuse_waiting(season, match)
        if line_up.forfeited:
            raise MatchGivenUp(f"{self.franchise} has forfeited {self.match}: it lines nobody up.")
        if self.fallen:
            return self._store_line_up(
                season, line_up, [plan for plan in self.seats if _is_known(season, line_up, plan)]
            )
        if not self.played:
            _refuse_small_garage(season, line_up)
            refuse_many_in_duel(season, match, self.franchise, cars=len(self.seats))
        self._refuse_size(season, line_up, match)
        self._refuse_words()
        self._refuse_repeats()
        barred: list[Fact] = []
        for seat in self.seats:
            _refuse_taken_id(season, line_up, seat)
            if self.played:
                barred.extend(_bars_overruled(season, line_up, seat))
            else:
                _refuse_seat(season, line_up, seat)
        return [*self._store_line_up(season, line_up, self.seats), *barred]

    def _store_line_up(self, season: Season, line_up: LineUp, seats: list[SeatPlan]) -> list[Fact]:
        for old in season.seats_of(line_up.id):
            del season.seats[old.id]
        for seat in seats:
            id = f"{line_up.id}.{seat.car}"
            season.seats[id] = Seat(id=id, line_up=line_up.id, car=seat.car, driver=seat.driver, gunner=seat.gunner)
        line_up.named, line_up.fallen, line_up.words = True, self.fallen, self.words
        return [LineUpNamed(rule="DM-C-089", franchise=self.franchise, match=self.match)]

    def _refuse_size(self, season: Season, line_up: LineUp, match: Match) -> None:
        if len(self.seats) > match.vehicles_per_team:
            raise LineUpTooLarge(
                f"{self.franchise} lined up {len(self.seats)} cars and {match.id} allows {match.vehicles_per_team}: "
                f"leave some out."
            )
        if not (self.seats or self.played) and may_field_somebody(season, line_up):
            raise LineUpEmpty(f"{self.franchise} lined up nobody for {match.id}: put a driver in at least one car.")

    def _refuse_words(self) -> None:
        clean_text(self.words, thing="words for the dice")
        if "|" in self.words:
            raise Malformed("The words for the dice may not hold the sign |: leave it out.")

    def _refuse_repeats(self) -> None:
        cars = Counter((*(seat.car for seat in self.seats),))
        crew = Counter(driver for seat in self.seats for driver in seat.crew())
        for kind, counted in (("car", cars), ("driver", crew)):
            for id, times in sorted(counted.items()):
                if times > 1:
                    them = "it" if kind == "car" else "them"
                    raise SeatedTwice(
                        f"The {kind} {id[:80]} is seated {times} times in the line-up: seat {them} once."
                    )


def _is_known(season: Season, line_up: LineUp, seat: SeatPlan) -> bool:
    """Whether the season has the car and the crew of a seat, and nobody else's seat has its id."""
    taken = season.seats.get(f"{line_up.id}.{seat.car}")
    is_free = taken is None or taken.line_up == line_up.id
    return is_free and seat.car in season.cars and all(id in season.drivers for id in seat.crew())


def _refuse_taken_id(season: Season, line_up: LineUp, seat: SeatPlan) -> None:
    taken = season.seats.get(f"{line_up.id}.{seat.car}")
    if taken is not None and taken.line_up != line_up.id:
        raise _id_taken_refusal(line_up.id, seat)


def _id_taken_refusal(line_up: str, seat: SeatPlan) -> Malformed:
    return Malformed(f"{line_up} and {seat.car[:80]} make an id that is taken: name another car.")


def _refuse_seat(season: Season, line_up: LineUp, seat: SeatPlan | Seat) -> None:
    """Raise unless the franchise may enter that car and crew in the match (CW-Q-001, DM-C-012, DM-C-089)."""
    refuse_foreign_seat(season, line_up, seat)
    car = season.car(seat.car)
    if car.destroyed:
        raise CarNotInGarage(f"{seat.car} does not stand in the garage of {car.franchise}: take a car that does.")
    if car.broken:
        raise CarBroken(f"{seat.car} broke down before {line_up.match} and is out of it: take another car.")
    for id in _crew(seat):
        driver = season.driver(id)
        if driver.availability != "available":
            raise DriverNotAvailable(
                f"{id} is {driver.availability.replace('_', ' ')} and cannot be fielded: line up somebody else."
            )
    refuse_duel_entry(season, line_up, car=seat.car, driver=seat.driver, gunner=seat.gunner)


def refuse_foreign_seat(season: Season, line_up: LineUp, seat: SeatPlan | Seat) -> None:
    """Raise unless car and crew belong to the franchise and any gunner has a station (DM-C-089)."""
    car, franchise = season.car(seat.car), line_up.franchise
    if car.franchise != franchise or car.phase != "garage":
        raise CarNotInGarage(f"{seat.car} does not stand in the garage of {franchise}: take a car that does.")
    if seat.gunner and not car.gunner_station:
        raise NoGunnerStation(f"{seat.car} has no gunner station: leave the gunner {seat.gunner} out.")
    for id in _crew(seat):
        season.driver(id)
        contract = season.contracts.get(id)
        if contract is None or contract.franchise != franchise:
            raise DriverNotOnRoster(f"{id} is not under contract with {franchise}: line up one who is.")


def _crew(seat: SeatPlan | Seat) -> tuple[str, ...]:
    return (seat.driver, seat.gunner) if seat.gunner else (seat.driver,)


def _bars_overruled(season: Season, line_up: LineUp, seat: SeatPlan) -> list[Fact]:
    """A fact that says why a seat would be refused, for a match that was played with it; empty if it would not be.

    Raises as `refuse_foreign_seat` does.
    """
    refuse_foreign_seat(season, line_up, seat)
    try:
        _refuse_seat(season, line_up, seat)
    except Refusal as refusal:
        because = refusal.sentence.partition(":")[0]
        match, team = MatchId(line_up.match), FranchiseId(line_up.franchise)
        overruled = SeatedAllTheSame(
            rule="DM-C-089", match=match, franchise=team, car=seat.car, driver=seat.driver, because=because
        )
        return [overruled]
    return []


def may_be_entered(season: Season, line_up: LineUp) -> bool:
    """Whether a line-up may still be entered. Until the lock, a driver or car may become unavailable."""
    return not why_not_entered(season, line_up)


def why_not_entered(season: Season, line_up: LineUp) -> str:
    """A sentence that says why a line-up may not be entered any more; empty if it may."""
    try:
        for seat in season.seats_of(line_up.id):
            _refuse_seat(season, line_up, seat)
    except Refusal as refusal:
        return refusal.sentence
    return "An amend has changed what it was named with: name it again." if line_up.fallen else ""


def invalid_line_ups(season: Season, match: str = "") -> list[LineUp]:
    """The named, unlocked line-ups that may not be entered any more, by id; of one match, or of all."""
    named = (line_up for line_up in season.line_ups.values() if line_up.named and match in ("", line_up.match))
    unlocked = (line_up for line_up in named if is_unlocked(season, season, line_up))
    return sorted(
        (line_up for line_up in unlocked if not may_be_entered(season, line_up)), key=lambda line_up: line_up.id
    )


def _refuse_small_garage(season: Season, line_up: LineUp) -> None:
    cars, needed = len(season.garage(line_up.franchise)), season.number_setting("garage.min")
    if cars < needed and not line_up.garage_waived:
        raise GarageTooSmall(
            f"{line_up.franchise} has {cars} of the {needed} cars a garage must hold: the commissioner may waive it "
            f"for {line_up.match}."
        )


@command(steps=("M3",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class LockLineUps(Command):
    """Lock every line-up of a match, and the talents and quirks that apply after it (DM-C-007, DM-C-087).

    Only amends set `played`: it marks a match that was played with these line-ups.
    """

    match: MatchId
    played: bool = False

    def sealed_refusal(self, season: Season, reader: Reader) -> RefusedUnderSeal:
        """Names the franchises that must name a line-up again. What they cannot field is for them alone to see."""
        fallen = [
            line_up.franchise
            for line_up in invalid_line_ups(season, self.match)
            if line_up.franchise not in reader.owns
        ]
        if not fallen:
            return Command.sealed_refusal(self, season, reader)
        return LineUpFallen(
            f"{' and '.join(fallen)} named a line-up for {self.match} that may not be fielded any more: have it "
            "named again before you lock."
        )

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises `MatchWaits`, `LineUpsMissing`, `LineUpFallen`, or what refuses a seat that became illegal."""
        match, line_ups = season.match(self.match), season.line_ups_of(self.match)
        refuse_waiting(season, match)
        missing = [line_up.franchise for line_up in line_ups if not line_up.named]
        if missing:
            raise LineUpsMissing(f"{' and '.join(missing)} named no line-up for {self.match}: name it first.")
        if fallen := [line_up.franchise for line_up in line_ups if line_up.fallen]:
            raise LineUpFallen(f"{' and '.join(fallen)} named a line-up for {self.match} that fell: name it again.")
        refuse = refuse_foreign_seat if self.played else _refuse_seat
        for line_up in line_ups:
            seats = season.seats_of(line_up.id)
            if not self.played:
                refuse_many_in_duel(season, match, line_up.franchise, cars=len(seats))
            for seat in seats:
                refuse(season, line_up, seat)
        match.words = "|".join(f"{line_up.franchise}={line_up.words}" for line_up in line_ups)
        match.step = "M4"
        match.answer_versions = dict(season.versions_in_force)
        facts: list[Fact] = []
        for line_up in line_ups:
            facts.extend(roll_devices_at_lock(season, line_up, dice))
            line_up.locked = {driver.id: take_lock_snapshot(driver) for driver in season.roster(line_up.franchise)}
            facts.extend(
                SeatTaken(
                    rule="DM-C-089",
                    match=self.match,
                    franchise=FranchiseId(line_up.franchise),
                    car=CarId(seat.car),
                    driver=DriverId(seat.driver),
                    gunner=DriverId(seat.gunner),
                )
                for seat in season.seats_of(line_up.id)
            )
        return [LineUpsLocked(rule="DM-C-007", match=self.match, words=match.words), *facts]


def default_line_up(season: Season, *, match: MatchId, franchise: FranchiseId) -> NameLineUp:
    """The best available drivers in the first cars, for an owner who misses their deadline (annex a, M3).

    Drivers rank by the sum of their effective traits, then by experience. Gunners' seats stay empty. In a duel, cars
    and drivers are left out that may not enter it.
    """
    cap = trait_cap(season)

    def worth(driver: Driver) -> tuple[int, int, str]:
        return -sum(trait.value for trait in all_effective_traits(driver, cap=cap)), -driver.xp, driver.id

    cars = [car for car in season.garage(franchise) if not (car.destroyed or car.broken)]
    # Only available drivers may be fielded (DM-C-012).
    available = sorted(
        (driver for driver in season.roster(franchise) if driver.availability == "available"), key=worth
    )
    waiting, seats = [driver.id for driver in available], list[SeatPlan]()
    line_up, most = season.line_up(match, franchise), season.match(match).vehicles_per_team
    for car in cars:
        if len(seats) == most:
            break
        if driver := first_who_may_enter(season, line_up, car, waiting):
            waiting.remove(driver)
            seats.append(SeatPlan(car=CarId(car.id), driver=DriverId(driver)))
    return NameLineUp(franchise=franchise, match=match, seats=seats)
