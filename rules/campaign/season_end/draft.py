"""The draft: franchises take turns picking unprotected drivers. Rules DM-C-162 to DM-C-167, DM-C-179."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Contract, Driver, Franchise, Season
from rules.campaign.core.turns import Turn, Turns, refuse_off_turn
from rules.campaign.garage.stores import return_equipment
from rules.campaign.people.veterans import retire_driver
from rules.campaign.season_end.franchise_contracts import (
    ContractsPublished,
    finalize_contracts,
    refuse_folded,
    takes_part_in_draft,
)
from rules.campaign.season_end.standings import is_among_lowest
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import DriverId, FranchiseId


class DriverNotInDraft(Refusal):
    """The driver is protected, picked, retired, or not another team's (DM-C-165)."""


class DraftNotOver(Refusal):
    """A franchise still has a turn in the draft (DM-C-166)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPlaceFixed(Fact):
    """A franchise's place in the draft order, 1 for the first to pick, and its picks (DM-C-163, DM-C-164)."""

    says = "{franchise} is number {place} in the draft order; its picks: {picks}."
    franchise: FranchiseId
    place: int
    picks: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverDrafted(Fact):
    """A franchise picked a driver: in which round, and the number of the pick.

    `left` is the franchise they drove for (DM-C-166).
    """

    says = "{franchise} drafted {driver} with pick {number}, in round {round}."
    franchise: FranchiseId
    driver: DriverId
    left: FranchiseId
    round: int
    number: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class PickPassed(Fact):
    """A franchise passed its turn in the draft and kept the pick (DM-C-166)."""

    says = "{franchise} passed in round {round} of the draft."
    franchise: FranchiseId
    round: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverReserved(Fact):
    """Only this franchise may hire its driver again for the next season (DM-C-062)."""

    says = "{driver} may sign with {franchise} again."
    franchise: FranchiseId
    driver: DriverId


def pick_count(season: Season, franchise: Franchise) -> int:
    """How many picks a franchise has: 3, or 4 for the two lowest in the final table (DM-C-164)."""
    bonus = season.number_setting("draft.picks_bottom_two_bonus") if is_among_lowest(season, franchise) else 0
    return season.number_setting("draft.picks") + bonus


def why_not_draftable(season: Season, franchise: str, driver: Driver) -> str:
    """Why a franchise may not pick that driver; empty if it may (DM-C-012, DM-C-159, DM-C-165)."""
    if driver.retiring or driver.availability == "retired":
        return f"{driver.id} has left the sport"
    contract = season.contracts.get(driver.id)
    if contract is None:
        return ""
    if contract.phase == "reserved":
        return f"{driver.id} was picked by {contract.franchise}"
    if _is_kept(season, contract):
        return f"{driver.id} is kept out of the draft by {contract.franchise}"
    if contract.franchise == franchise and not season.setting("draft.may_pick_own"):
        return f"{driver.id} was {franchise}'s own"
    return ""


def draftable_drivers(season: Season, franchise: str) -> list[Driver]:
    """The drivers a franchise may pick, by id (DM-C-165)."""
    return [driver for driver in season.all_drivers() if not why_not_draftable(season, franchise, driver)]


def draft_turn(season: Season) -> Turn | None:
    """Whose turn it is in the draft; None if the draft is over or not open (DM-C-166).

    Franchises that have folded, have no picks, or may pick no driver are skipped.
    """
    if season.draft is None:
        return None
    picking = (season.franchise(id) for id in season.draft.order)
    able = {
        franchise.id
        for franchise in picking
        if franchise.picks and not franchise.folded and _has_draftable_driver(season, franchise.id)
    }
    return season.draft.next_turn(able=able, turning=bool(season.setting("draft.snake")))


def _has_draftable_driver(season: Season, franchise: str) -> bool:
    """Whether there is a driver the franchise may pick. Called after every pick, so it stops at the first."""
    return any(not why_not_draftable(season, franchise, driver) for driver in season.drivers.values())


@command(steps=("E5",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDraft(Command):
    """Publish the franchise contracts and open the draft, the lowest franchise first (DM-C-161, DM-C-163)."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises nothing. A franchise that named nobody protects its highest levels."""
        protected = [
            protection
            for franchise in season.all_franchises()
            for protection in finalize_contracts(season, franchise)
        ]
        published = ContractsPublished(rule="DM-C-161", protected=len(protected))
        facts = [*protected, published, reach_step(season, "E6")]
        picking = [
            franchise
            for franchise in season.final_order()[::-1]
            if takes_part_in_draft(season, franchise) and not franchise.folded
        ]
        season.draft = Turns(order=[franchise.id for franchise in picking])
        for place, franchise in enumerate(picking, 1):
            franchise.picks = pick_count(season, franchise)
            facts.append(
                DraftPlaceFixed(
                    rule="DM-C-163", franchise=FranchiseId(franchise.id), place=place, picks=franchise.picks
                )
            )
        return facts


@command(steps=("E6",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class PickDriver(Command):
    """Pick a driver whom another franchise did not protect (DM-C-165, DM-C-166).

    Their fee is paid when they are hired.
    """

    franchise: FranchiseId
    driver: DriverId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NotOnTurn`, `FoldedStoodAside`, `DriverNotInDraft` or `Unknown`."""
        franchise, driver = season.franchise(self.franchise), season.driver(self.driver)
        draft, turn = _refuse_no_turn(season, franchise)
        if reason := why_not_draftable(season, franchise.id, driver):
            raise DriverNotInDraft(f"{reason}: pick another, or pass.")
        old = season.contracts.get(driver.id)
        draft.take(turn, passed=False)
        franchise.picks -= 1
        season.contracts[driver.id] = Contract(
            id=driver.id, franchise=franchise.id, fee=0, origin="draft", phase="reserved"
        )
        drafted = DriverDrafted(
            rule="DM-C-166",
            franchise=self.franchise,
            driver=self.driver,
            left=FranchiseId(old.franchise if old else ""),
            round=turn.round,
            number=draft.taken,
        )
        return [*return_equipment(season, driver), drafted]


@command(steps=("E6",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class PassPick(Command):
    """Pass this turn of the draft and keep the pick; when all pass in one round it ends (DM-C-166)."""

    franchise: FranchiseId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NotOnTurn` or `FoldedStoodAside`."""
        draft, turn = _refuse_no_turn(season, season.franchise(self.franchise))
        draft.take(turn, passed=True)
        return [PickPassed(rule="DM-C-166", franchise=self.franchise, round=turn.round)]


@command(steps=("E6",), by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class CloseDraft(Command):
    """Close the draft: protected and drafted drivers are reserved for their franchises, others retire (DM-C-166)."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `DraftNotOver`."""
        turn = draft_turn(season)
        if turn is not None:
            raise DraftNotOver(f"It is the turn of {turn.franchise} in the draft: let it pick or pass.")
        facts: list[Fact] = []
        for driver in season.all_drivers():
            facts += _reserve_or_retire(season, driver)
        for franchise in season.all_franchises():
            franchise.picks = 0
        season.draft = None
        return [*facts, reach_step(season, "E7")]


def _refuse_no_turn(season: Season, franchise: Franchise) -> tuple[Turns, Turn]:
    refuse_folded(franchise)
    turn = refuse_off_turn(draft_turn(season), franchise=franchise.id)
    assert season.draft is not None  # noqa: S101 - nobody is on turn without a draft
    return season.draft, turn


def _reserve_or_retire(season: Season, driver: Driver) -> list[Fact]:
    contract = season.contracts.get(driver.id)
    if driver.availability == "retired" or (contract is not None and contract.phase == "reserved"):
        return []
    if contract is None or driver.retiring or not _is_kept(season, contract):
        return retire_driver(season, driver, rule="DM-C-166")
    season.contracts[driver.id] = Contract(
        id=driver.id, franchise=contract.franchise, fee=0, origin="veteran", phase="reserved"
    )
    return [DriverReserved(rule="DM-C-062", franchise=FranchiseId(contract.franchise), driver=DriverId(driver.id))]


def _is_kept(season: Season, contract: Contract) -> bool:
    return contract.protected or not takes_part_in_draft(season, season.franchise(contract.franchise))
