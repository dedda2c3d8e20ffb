"""Substitutes for commands that are refused since an amend, so that matches that were played stay played.

After a correction in an early match, later commands meet another season than the one they were given in. That must
not undo a match that was played: its line-ups and its report stand, as far as their cars, drivers and items are still
the franchise's. A decision that nobody can be asked for any more is made as at its deadline. A command without a
substitute here is refused, and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.campaign.core.command import Command
from rules.campaign.core.locks_and_shops import TinkeringWaits, open_shopping_line_up
from rules.campaign.core.state import Season
from rules.campaign.market.offers import DeclineOffer
from rules.campaign.market.shopping import EndShopping, SettleMatch
from rules.campaign.match_day.line_ups import LockLineUps, NameLineUp, SeatPlan, refuse_foreign_seat
from rules.campaign.match_day.match_items import (
    item_move_errors,
    items_aboard,
    reported_item_errors,
    reported_kit_errors,
    without_item_moves,
)
from rules.campaign.match_day.repairs import DecideRepairs, default_repair_decision, destroyed_cars
from rules.campaign.match_day.reports import AcceptReport, entrants
from rules.campaign.match_day.settlement import CloseSettlement
from rules.core.refusals import Refusal
from rules.core.terms import DriverId, FranchiseId, OfferId
from rules.match.report import CarReport, Report


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchProgress:
    """The matches that were reported, reckoned or settled before the amend. Their steps up to there are over."""

    reported: frozenset[str]
    reckoned: frozenset[str]
    settled: frozenset[str]


def substitutes_for(season: Season, refused: Command, refusal: Refusal, *, past: MatchProgress) -> list[Command]:
    """The commands to perform, in order, in place of a refused one; none if it has no substitute.

    There is none for a command that its owner can still be asked for again. The season is not changed.
    """
    if isinstance(refusal, TinkeringWaits):
        window = open_shopping_line_up(season, str(getattr(refused, "franchise", "")))
        return _decline_waiting_offers(season, refused) if window and window.match in past.settled else []
    over = {
        NameLineUp: past.reported,
        LockLineUps: past.reported,
        AcceptReport: past.reported,
        DecideRepairs: past.reckoned,
        CloseSettlement: past.reckoned,
        SettleMatch: past.settled,
    }.get(type(refused), frozenset())
    return _SUBSTITUTES[type(refused)](season, refused) if getattr(refused, "match", "") in over else []


def _substitute_line_up(season: Season, command: NameLineUp) -> list[Command]:
    """The line-up that was driven, without the cars and crews that are not the franchise's any more."""
    line_up = season.line_up(command.match, command.franchise)
    seats: list[SeatPlan] = []
    for seat in command.seats:
        options = (seat, replace(seat, gunner=DriverId("")))
        seats.extend([option for option in options if _passes(refuse_foreign_seat, season, line_up, option)][:1])
    return [replace(command, seats=seats, played=True)]


def _substitute_lock(_season: Season, lock: LockLineUps) -> list[Command]:
    return [replace(lock, played=True)]


def _substitute_report(season: Season, accepted: AcceptReport) -> list[Command]:
    """The report, limited to drivers and cars that are in the line-ups and items that are on their cars."""
    match, report = season.match(accepted.match), accepted.report
    entered = entrants(season, match, replace(report, substitutes=[]))
    substitutes = [
        substitute
        for substitute in report.substitutes
        if substitute.replaces in entered.drivers
        and _is_fresh(season, substitute.driver, entered.drivers[substitute.replaces])
    ]
    entered = entrants(season, match, replace(report, substitutes=substitutes))
    limited = replace(
        report,
        substitutes=substitutes,
        drivers=[driver for driver in report.drivers if driver.driver in entered.drivers],
        cars=[_with_its_items(season, move) for move in _possible_item_moves(season, report.cars, entered.cars)],
    )
    return [replace(accepted, report=_without_kits_used_up(season, limited, entered.drivers))]


def _is_fresh(season: Season, driver: str, franchise: str) -> bool:
    contract = season.contracts.get(driver)
    return contract is not None and contract.franchise == franchise


def _possible_item_moves(season: Season, claims: Sequence[CarReport], cars: Mapping[str, str]) -> list[CarReport]:
    """The claims on cars that are in the line-ups. If their item moves are not possible any more, they have none."""
    present = [claim for claim in claims if claim.car in cars]
    return without_item_moves(present) if any(item_move_errors(season, present, cars)) else present


def _with_its_items(season: Season, claim: CarReport) -> CarReport:
    """A car's claim without items that are not on it, or without any if it is still wrong."""
    aboard = {item.id for item in items_aboard(season, claim)}
    limited = replace(
        claim,
        devices_lost=[id for id in claim.devices_lost if id in aboard],
        expendables_used=[id for id in claim.expendables_used if id in aboard],
        ammunition={id: shots for id, shots in claim.ammunition.items() if id in aboard},
        stowed=[id for id in claim.stowed if id in aboard],
    )
    if any(reported_item_errors(season, limited)):
        return replace(claim, devices_lost=[], expendables_used=[], ammunition={}, stowed=[])
    return limited


def _without_kits_used_up(season: Season, report: Report, drivers: dict[str, str]) -> Report:
    if any(reported_kit_errors(season, report, drivers)):
        return replace(report, drivers=[replace(driver, kit_uses=0) for driver in report.drivers])
    return report


def _passes(check: Callable[..., None], *arguments: object) -> bool:
    try:
        check(*arguments)
    except Refusal:
        return False
    return True


def _substitute_decision(season: Season, decision: DecideRepairs) -> list[Command]:
    """Give up the cars that the decision gave up and that are destroyed.

    Everything else is replaced and repaired, as at the deadline.
    """
    destroyed = {car.id for car in destroyed_cars(season, decision.franchise)}
    default = default_repair_decision(season, match=decision.match, franchise=decision.franchise)
    return [replace(default, give_up=[id for id in decision.give_up if id in destroyed])]


def _substitute_settlement(season: Season, closing: CloseSettlement) -> list[Command]:
    """Decide for every franchise that has not: replace and repair all, as at the deadline (HOUSE-006)."""
    waiting = [FranchiseId(line_up.franchise) for line_up in season.line_ups_of(closing.match) if not line_up.decided]
    decisions = [default_repair_decision(season, match=closing.match, franchise=franchise) for franchise in waiting]
    return [*decisions, closing] if decisions else []


def _substitute_shopping(season: Season, settling: SettleMatch) -> list[Command]:
    """End the shopping of every franchise that has not finished, as at the deadline (HOUSE-006)."""
    if any(line_up.shopping == "open" for line_up in season.line_ups_of(settling.match)):
        return [EndShopping(match=settling.match), settling]
    return []


def _decline_waiting_offers(season: Season, refused: Command) -> list[Command]:
    """Decline the franchise's tinkered devices, then perform the command.

    They were tinkered only since the amend, so nobody was offered them in time (DM-C-104).
    """
    franchise = FranchiseId(getattr(refused, "franchise", ""))
    waiting = [OfferId(offer.id) for offer in season.offers_to(franchise) if offer.source == "tinkering"]
    return [*(DeclineOffer(franchise=franchise, offer=offer) for offer in waiting), refused]


_SUBSTITUTES: dict[type[Command], Callable[..., list[Command]]] = {
    NameLineUp: _substitute_line_up,
    LockLineUps: _substitute_lock,
    AcceptReport: _substitute_report,
    DecideRepairs: _substitute_decision,
    CloseSettlement: _substitute_settlement,
    SettleMatch: _substitute_shopping,
}
