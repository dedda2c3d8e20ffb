"""A match being played: its state, its track, the dice of the current procedure, and the log. Rules DM-M-001,
DM-M-006, DM-M-040.

Every module of the engine takes the `Match` first and changes its state. Nothing else keeps any of it.
"""

from __future__ import annotations

from typing import Protocol

from rules.core.dice import Dice
from rules.dethmatch.ground.track import Track
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from rules.dethmatch.match.fitted_car import FittedCar, fit_car
from rules.dethmatch.match.orders import IntervalOrder, PhaseOrder, PitOrder, SpeedOrder, StandingOrder
from rules.dethmatch.match.state import CarState, CrewState, MatchState, Moment
from rules.dethmatch.settings import BOOK_HANDLING, Settings
from rules.match.handling.handling_model import HandlingModel
from rules.match.recorder import MatchRecorder
from rules.match.registry import handling_model


class Pilot(Protocol):
    """Answers when a driver is asked (DM-M-141): the autopilot, people's orders, or the orders of a log."""

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        """Called before the initiative of each turn."""

    def phase(self, play: Match, car: CarState) -> PhaseOrder:
        """Called in each activation."""

    def pit(self, play: Match, car: CarState) -> PitOrder:
        """Called at the end of a turn for a car that stands in its pit."""

    def interval(self, play: Match, team: str) -> IntervalOrder:
        """Called for each team between two heats."""

    def standing(self, play: Match, car: CarState) -> StandingOrder:
        """Called whenever a standing order is looked up. The answer stays the same all turn."""


class RolloverEffects(Protocol):
    """The effects of a rollover on a car and its crew.

    A match is given this object because driving is in a lower layer than damage and cannot import it.
    """

    def tumble(self, play: Match, car: CarState) -> None:
        """Apply what happens when a car begins to roll over (DM-M-075)."""

    def land(self, play: Match, car: CarState) -> None:
        """Apply what happens when a car that rolled over has come to rest (DM-M-075)."""


class ModelHandling:
    """Another book's handling model, and what it must know about the turn when it is over (DM-M-068).

    `paces` are the speeds the cars set out with, in hexes. `struck` are the cars that have met something solid.
    `slowed` are the cars that a crash slows, whose drivers have no say in their speed this turn. All three are empty
    before a turn begins.
    """

    __slots__ = ("model", "paces", "slowed", "struck")

    def __init__(self, model: HandlingModel) -> None:
        self.model = model
        self.paces: dict[str, int] = {}
        self.struck: set[str] = set()
        self.slowed: set[str] = set()

    def close(self) -> None:
        """Forget the turn that is over."""
        self.paces.clear()
        self.struck.clear()
        self.slowed.clear()


class Match(MatchRecorder):
    """One match in progress, which throws its dice and writes its log."""

    __slots__ = (
        "crews",
        "entrants",
        "fits",
        "intents",
        "items",
        "model_handling",
        "pilot",
        "rollovers",
        "settings",
        "setup",
        "state",
        "teams",
        "track",
    )

    def __init__(
        self,
        *,
        setup: MatchSetup,
        settings: Settings,
        track: Track,
        state: MatchState,
        dice: Dice,
        pilot: Pilot,
        rollovers: RolloverEffects,
    ) -> None:
        super().__init__(match=setup.match, dice=dice)
        self.setup, self.settings, self.track = setup, settings, track
        self.state, self.pilot, self.rollovers = state, pilot, rollovers
        self.teams: dict[str, TeamEntry] = {team.id: team for team in setup.teams}
        self.entrants: dict[str, CarEntry] = {car.id: car for team in setup.teams for car in team.cars}
        self.crews: dict[str, CrewEntry] = {crew.id: crew for team in setup.teams for crew in team.crew}
        self.items: dict[str, ItemEntry] = {
            item.id: item
            for team in setup.teams
            for item in (*team.stores, *(item for car in team.cars for item in car.items))
        }
        self.fits: dict[str, FittedCar] = {}
        self.intents: dict[str, SpeedOrder] = {}
        """Each driver's speed order for this turn."""
        model = settings.handling
        self.model_handling: ModelHandling | None = (
            None if model == BOOK_HANDLING else ModelHandling(handling_model(model))
        )
        """Another book's handling model, or None if this book's own rules apply."""

    @property
    def moment(self) -> Moment:
        """Heat, turn and phase (DM-M-041)."""
        return self.state.moment

    def update_fit(self, car: CarState, *, weighed: bool = False) -> FittedCar:
        """Compute a car's fit anew, store it and return it.

        The weight is kept unless the car is to be `weighed`, which happens at the start of a heat (DM-M-030).
        """
        previous = self.fits.get(car.id)
        self.fits[car.id] = fit_car(
            self.entrants[car.id].design,
            car.loadout,
            self.items,
            surface=self.track.surface_of_road,
            weight=None if weighed or previous is None else previous.weight,
        )
        return self.fits[car.id]

    # ------------------------------------------------------------------------------------------------ look-ups

    @property
    def elapsed_phases(self) -> int:
        """Phases since the start of the heat."""
        return self.state.moment.elapsed_phases

    def driver(self, car: CarState) -> CrewState | None:
        """The driver of a car if they are able, else None."""
        sheet = self.state.crew.get(car.driver)
        return None if sheet is None or sheet.out else sheet

    def gunner(self, car: CarState) -> CrewState | None:
        """The gunner of a car if they are able, else None."""
        sheet = self.state.crew.get(car.gunner)
        return None if sheet is None or sheet.out else sheet

    def talent_count(self, crew: str, name: str) -> int:
        """How many times a competitor has a talent."""
        return self.crews[crew].talents.count(name) if crew else 0

    def standing_order(self, car: CarState) -> StandingOrder:
        """The standing orders in force for a car."""
        return self.pilot.standing(self, car)

    def in_hex(self, at: int, *, but: str = "") -> CarState | None:
        """The car or wreck in a hex, ignoring the car with the id `but`."""
        for car in self.state.cars.values():
            if car.at == at and car.id != but:
                return car
        return None
