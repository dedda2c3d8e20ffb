"""Checks: one die against a trait, with its re-rolls. Rules DM-M-002, DM-M-006, DM-M-007, DM-M-079, DM-M-108,
DM-M-110, DM-M-113, DM-M-116.

A check writes no log entry. Its caller does, so that the entry can include the consequences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.dethmatch.editions import WRECKS_ROLL_NOTHING
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import StandingOrder
from rules.dethmatch.match.state import KNOCKED_OUT, CarState, CarStatus, Control, CrewState

MOST_REROLLS = 2
"""The most times that one roll may be thrown again (DM-M-006)."""
EVERY_CHECK, PER_TURN, PER_HEAT = "check", "turn", "heat"
SOURCES = {
    "smooth_driver": EVERY_CHECK,
    "crack_shot": PER_TURN,
    "adept": PER_HEAT,
    "marksman": PER_HEAT,
    "pro": PER_HEAT,
}
"""The talents that allow a re-roll, in the order they are used, with how often each copy does (DM-C-022, DM-C-026 to
DM-C-028, DM-C-039, DM-M-006, DM-M-113, DM-M-114, DM-M-116).
"""
DRIVING_SOURCES = ("adept", "pro")
"""The talents that may be used on a failed driving check (DM-C-026, DM-C-039, DM-M-113, DM-M-116)."""
OPTION_SOURCES = ("smooth_driver", "adept", "pro")
"""The talents that may be used on a failed check for an option point (DM-C-022, DM-C-026, DM-C-039, DM-M-113)."""


class Check(NamedTuple):
    """The result of a check: whether it passed, the highest face that passes, the final face, and the re-rolls used.

    `face` is 0 where nobody was able to make the check.
    """

    passed: bool
    needed: int
    face: int
    rerolled: tuple[str, ...]


STILL_ROLLING = frozenset({CarStatus.DESTROYED})
UNABLE = Check(passed=False, needed=0, face=0, rerolled=())
"""The result of a check that nobody is able to make (DM-M-079, DM-M-092)."""


def effective_trait(play: Match, crew: CrewState, trait: str) -> int:
    """Return a competitor's current trait: `driving`, `gunnery`, `initiative` or `toughness`.

    Each flesh wound takes 1 off the first three. Toughness is unaffected (DM-M-007, DM-M-108).
    """
    entry = play.crews[crew.id]
    if trait == "driving":
        return entry.driving - crew.wounds
    if trait == "gunnery":
        return entry.gunnery - crew.wounds
    if trait == "initiative":
        return entry.initiative - crew.wounds
    return entry.toughness


def driving_check(
    play: Match,
    car: CarState,
    *,
    penalty: int = 0,
    why: str,
    serious: bool = False,
    sources: Sequence[str] = DRIVING_SOURCES,
) -> Check:
    """Make the driver's check with a `penalty`. If nobody drives the car, it fails without a die (DM-M-002, DM-M-079,
    DM-M-110).
    """
    driver = play.driver(car)
    if driver is None or car.control is Control.UNCONTROLLED or car.status in undriven_statuses(play):
        return UNABLE
    return check(play, driver, "driving", penalty=penalty, why=why, serious=serious, sources=sources)


def undriven_statuses(play: Match) -> frozenset[CarStatus]:
    """Return the statuses in which a car's driver makes no checks: destroyed or a wreck (DM-M-079, DM-M-110).

    In the first edition a wreck's driver still made them.
    """
    return KNOCKED_OUT if play.setup.edition >= WRECKS_ROLL_NOTHING else STILL_ROLLING


def check(
    play: Match,
    crew: CrewState,
    trait: str,
    *,
    penalty: int = 0,
    why: str,
    serious: bool = False,
    sources: Sequence[str] = DRIVING_SOURCES,
) -> Check:
    """Throw one d6 that must not exceed a trait less `penalty` (DM-M-002).

    A failure is thrown again if a talent among `sources` allows it and the standing order asks for it. A `serious`
    failure is one that leads to a loss of control, an out of action or a broken suspension (DM-M-006, DM-M-145).
    """
    needed = effective_trait(play, crew, trait) - penalty
    face = play.d6(why)
    if succeeds(play, face, needed=needed):
        return Check(True, needed, face, ())
    return _again(play, crew, needed=needed, face=face, why=why, serious=serious, sources=sources)


def succeeds(play: Match, face: int, *, needed: int) -> bool:
    """Whether a face is low enough. By house rule a natural 1 always succeeds (DM-M-002)."""
    return face <= needed or (face == 1 and play.settings.natural_one_succeeds)


def may_use(play: Match, crew: CrewState, source: str) -> bool:
    """Whether a competitor has a re-roll from a talent left in this turn or heat (DM-M-006)."""
    copies = play.talent_count(crew.id, source)
    allowance = SOURCES[source]
    if allowance == EVERY_CHECK:
        return bool(copies)
    used = crew.turn_used if allowance == PER_TURN else crew.used
    return copies > used.get(source, 0)


def use(crew: CrewState, source: str) -> None:
    """Record one use of a talent in this turn or heat (DM-M-006)."""
    allowance = SOURCES[source]
    if allowance != EVERY_CHECK:
        used = crew.turn_used if allowance == PER_TURN else crew.used
        used[source] = used.get(source, 0) + 1


def wants_reroll(standing: StandingOrder, source: str, *, serious: bool) -> bool:
    """Whether the standing order uses a talent on a failure.

    A re-roll that comes with every check is always used (DM-C-026 to DM-C-028, DM-C-039, DM-M-006, DM-M-147).
    """
    wanted = {
        "adept": standing.adept,
        "pro": standing.pro,
        "marksman": standing.marksman,
        "crack_shot": standing.crack_shot,
    }.get(source, "always")
    return wanted == "always" or (wanted == "serious" and serious)


def _again(
    play: Match, crew: CrewState, *, needed: int, face: int, why: str, serious: bool, sources: Sequence[str]
) -> Check:
    """Throw a failed check again, once for each source and at most twice. The last face counts (DM-M-006).

    A check that cannot succeed is not thrown again.
    """
    rerolled: tuple[str, ...] = ()
    passed = False
    if needed > 0 or play.settings.natural_one_succeeds:
        for source in sources:
            if not may_use(play, crew, source) or not wants_reroll(_standing(play, crew), source, serious=serious):
                continue
            use(crew, source)
            rerolled += (source,)
            face = play.d6(f"{why}, {source} re-roll")
            passed = succeeds(play, face, needed=needed)
            if passed or len(rerolled) == MOST_REROLLS:
                break
    return Check(passed, needed, face, rerolled)


def _standing(play: Match, crew: CrewState) -> StandingOrder:
    """Return the standing order of the car that a competitor sits in."""
    for car in play.state.cars.values():
        if crew.id in {car.driver, car.gunner}:
            return play.standing_order(car)
    return StandingOrder()
