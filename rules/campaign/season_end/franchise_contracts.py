"""Franchise contracts keep drivers out of the draft. Rules DM-C-159, DM-C-161, DM-C-162, DM-C-167, DM-C-179."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules.campaign.core.command import Command, Giver, Reader, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Driver, DriverNotOnRoster, Franchise, Season
from rules.campaign.season_end.standings import is_among_best
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import DriverId, FranchiseId

FOUNDING_SEASON = 1
CONTRACTS_STEP, CONTRACTS_SEAL = "E5", "season:E6"


class FoldedStoodAside(Refusal):
    """A folded franchise cannot protect drivers, declare a sponsor safe or pick (DM-C-179)."""


class NothingToProtect(Refusal):
    """The franchise takes no part in the draft, so it keeps all its drivers (DM-C-162, DM-C-167)."""


class ContractsExceeded(Refusal):
    """More drivers were named than the franchise may protect (DM-C-161)."""


class DriverMustRetire(Refusal):
    """The driver must retire and cannot be protected (DM-C-161)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ContractsNamed(Fact):
    """A franchise named the drivers it protects, who stay sealed until the draft (DM-C-161)."""

    says = "{franchise} named its franchise contracts."
    franchise: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverProtected(Fact):
    """A driver is kept out of the draft; `by_default` if their franchise named nobody (DM-C-161)."""

    says = "{franchise} protected {driver} from the draft."
    franchise: FranchiseId
    driver: DriverId
    by_default: bool = False


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ContractsPublished(Fact):
    """The franchise contracts are public (DM-C-161)."""

    says = "The franchise contracts are public: {protected} drivers are kept out of the draft."
    protected: int

    def opens(self) -> tuple[str, ...]:
        """The seal of all franchise contracts."""
        return (CONTRACTS_SEAL,)


def takes_part_in_draft(season: Season, franchise: Franchise) -> bool:
    """Whether the drivers of a franchise may be drafted (DM-C-162, DM-C-167, DM-C-179).

    Those of an expansion team may not in its first seasons, by house rule, unless it folded. If the draft is switched
    off, nobody's may.
    """
    if not season.setting("draft.enabled"):
        return False
    aside_until = franchise.first_season + season.number_setting("draft.expansion_until_seasons")
    expansion = franchise.first_season > FOUNDING_SEASON and season.number < aside_until
    return franchise.folded or not expansion


def contract_limit(season: Season, franchise: Franchise) -> int:
    """How many drivers a franchise may protect: 2, or 3 for the two highest; none if it folded (DM-C-161)."""
    if franchise.folded or not takes_part_in_draft(season, franchise):
        return 0
    bonus = season.number_setting("draft.contracts_top_two_bonus") if is_among_best(franchise) else 0
    return season.number_setting("draft.contracts") + bonus


def refuse_folded(franchise: Franchise) -> None:
    """Raise `FoldedStoodAside` if the franchise has folded (DM-C-179)."""
    if franchise.folded:
        raise FoldedStoodAside(f"{franchise.id} has folded and takes no part in that: leave it out.")


@command(steps=(CONTRACTS_STEP,), by=Giver.OWNER, sealed=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectDrivers(Command):
    """Name the drivers to keep out of the draft, in place of those named before (DM-C-161).

    Only amends set `fallen`, for a sealed choice that the amend made illegal: it counts as named, without the drivers
    who may not be protected.
    """

    franchise: FranchiseId
    drivers: list[DriverId] = field(default_factory=list)
    fallen: bool = False

    def seal(self, season: Season) -> str:  # noqa: ARG002 - every choice is sealed
        """The seal of all franchise contracts, which opens with the draft."""
        return CONTRACTS_SEAL

    @classmethod
    def sealed_things(cls, season: Season, *, reader: Reader, now: Season) -> list[tuple[str, str]]:
        """Other franchises that named whom they protect, each as the seal and its id, until the draft opens."""
        if not season.step == now.step == CONTRACTS_STEP:
            return []
        named = (franchise.id for franchise in season.franchises.values() if franchise.contracts_named)
        return [(CONTRACTS_SEAL, id) for id in named if id not in reader.owns]

    @classmethod
    def hide(cls, season: Season, id: str, *, forget: bool) -> None:
        """Remove whom a franchise protects. Everybody sees that it named contracts, so only `forget` removes that."""
        for contract in season.contracts.values():
            if contract.franchise == id:
                contract.protected = False
        if forget:
            season.franchise(id).contracts_named = False

    def amend_placeholder(self) -> ProtectDrivers:
        """The same choice marked as fallen: without the drivers who may not be protected."""
        return replace(self, fallen=True)

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises the refusals of this module, `DriverNotOnRoster`, `Malformed` or `Unknown`."""
        franchise = season.franchise(self.franchise)
        refuse_folded(franchise)
        if not takes_part_in_draft(season, franchise):
            raise NothingToProtect(f"{franchise.id} keeps all its drivers without a draft: go on.")
        most = contract_limit(season, franchise)
        if self.fallen:
            return self._name_contracts(season, franchise, self._still_protectable(season)[:most])
        if len(self.drivers) > most:
            raise ContractsExceeded(f"{franchise.id} may protect {most} drivers: leave some out.")
        if len(set(self.drivers)) < len(self.drivers):
            raise Malformed(f"{franchise.id} named a driver twice: name each once.")
        for id in self.drivers:
            self._refuse_driver(season, season.driver(id))
        return self._name_contracts(season, franchise, self.drivers)

    def _name_contracts(self, season: Season, franchise: Franchise, drivers: list[DriverId]) -> list[Fact]:
        for driver in season.roster(franchise.id):
            season.contracts[driver.id].protected = driver.id in drivers
        franchise.contracts_named = True
        return [ContractsNamed(rule="DM-C-161", franchise=self.franchise)]

    def _still_protectable(self, season: Season) -> list[DriverId]:
        protectable = {driver.id for driver in season.roster(self.franchise) if not driver.retiring}
        return [id for id in self.drivers if id in protectable]

    def _refuse_driver(self, season: Season, driver: Driver) -> None:
        contract = season.contracts.get(driver.id)
        if contract is None or contract.franchise != self.franchise:
            raise DriverNotOnRoster(f"{driver.id} is not under contract with {self.franchise}: name one who is.")
        if driver.retiring:
            raise DriverMustRetire(f"{driver.id} must retire and cannot be protected: name another.")


def finalize_contracts(season: Season, franchise: Franchise) -> list[Fact]:
    """Make a franchise's choice final (DM-C-161).

    A franchise that named nobody protects its drivers with the highest level, then the most experience.
    """
    roster = season.roster(franchise.id)
    most = contract_limit(season, franchise)
    if not franchise.contracts_named or franchise.folded:
        staying = (driver for driver in roster if not driver.retiring)
        best_first = sorted(staying, key=lambda driver: (-driver.level, -driver.xp, driver.id))
        chosen = {driver.id for driver in best_first[:most]}
        for driver in roster:
            season.contracts[driver.id].protected = driver.id in chosen
    return [
        DriverProtected(
            rule="DM-C-161",
            franchise=FranchiseId(franchise.id),
            driver=DriverId(driver.id),
            by_default=not franchise.contracts_named,
        )
        for driver in roster
        if season.contracts[driver.id].protected
    ]
