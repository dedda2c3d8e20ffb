"""What a pick in the draft would mean for a franchise: its next roster, its size, and its money. Rule DM-C-060."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from drivers.pages.driver_table import drafted_fee
from rules.campaign.core import state
from rules.campaign.money.overhead import franchise_size
from rules.campaign.people.veterans import rehire_fee
from rules.campaign.season_end.franchise_contracts import takes_part_in_draft
from rules.core.terms import DriverId

PICK_SHELVES = ("franchises", "drivers", "contracts", "cars")
"""The shelves of the season that the effects of a pick are read from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PickOption:
    """A driver whom the franchise may pick, and what signing them will take, in credits."""

    id: str
    name: str
    fee: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PickEffects:
    """A franchise in the draft before and after picking `option`; money is in credits.

    `kept` are those whom it has for the next season so far: protected ones and picks. `fees` is what signing all of
    them takes, which is paid only when they are signed; `size` is the franchise's size with them and its cars.
    """

    option: PickOption
    options: tuple[PickOption, ...]
    kept: tuple[str, ...]
    fewest: int
    most: int
    picks_left: int
    size: int
    balance: int
    fees: int

    @property
    def drivers_after(self) -> int:
        """How many drivers it would have for the next season."""
        return len(self.kept) + 1

    @property
    def picks_after(self) -> int:
        """How many picks it would have left."""
        return self.picks_left - 1

    @property
    def size_after(self) -> int:
        """Its size with the driver."""
        return self.size + 1

    @property
    def fees_after(self) -> int:
        """What signing all of them would take with the driver."""
        return self.fees + self.option.fee

    @property
    def bank(self) -> int:
        """The balance without the fees of those it has so far."""
        return self.balance - self.fees

    @property
    def bank_after(self) -> int:
        """The balance without the fees of all of them, the driver too."""
        return self.balance - self.fees_after


def pick_effects(
    season: state.Season,
    franchise: str,
    options: Sequence[state.Driver],
    *,
    wanted: str,
    name: Callable[[DriverId], str],
) -> PickEffects | None:
    """The effects of picking the driver `wanted` of those options, by default the first; None without a pick to make.

    Reads `PICK_SHELVES` only.
    """
    team = season.franchise(franchise)
    if not team.picks or not options:
        return None
    priced = [
        PickOption(id=driver.id, name=name(DriverId(driver.id)), fee=drafted_fee(season, level=driver.level))
        for driver in options
    ]
    kept = _kept_drivers(season, team)
    size = franchise_size(season, franchise, staff_rating=team.staff_rating)
    return PickEffects(
        option=next((option for option in priced if option.id == wanted), priced[0]),
        options=tuple(priced),
        kept=tuple(name(DriverId(driver.id)) for driver in kept),
        fewest=season.number_setting("roster.min"),
        most=season.number_setting("roster.max"),
        picks_left=team.picks,
        size=size - len(season.roster(franchise)) + len(kept),
        balance=team.balance,
        fees=sum(_fee(season, driver) for driver in kept),
    )


def _kept_drivers(season: state.Season, team: state.Franchise) -> list[state.Driver]:
    """The drivers whom only that franchise may sign for the next season: those it keeps and those it picked."""
    keeps_all = not takes_part_in_draft(season, team)
    signed = (
        driver
        for driver in season.roster(team.id)
        if not driver.retiring and (keeps_all or season.contracts[driver.id].protected)
    )
    return [*signed, *season.reserved_drivers(team.id)]


def _fee(season: state.Season, driver: state.Driver) -> int:
    """What signing them again takes; drivers who are kept and not picked sign as veterans (DM-C-062)."""
    contract = season.contracts[driver.id]
    picked = contract.phase == "reserved"
    return rehire_fee(season, contract if picked else None, level=driver.level)
