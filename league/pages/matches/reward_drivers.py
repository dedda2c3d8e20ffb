"""What a settled match did to a franchise's drivers: levels and what they gained, clones, quirks and fatigue.

Rules DM-C-014 to DM-C-020, DM-C-045 to DM-C-056 and DM-C-101.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from explain import links
from explain.driver_sheet import level_start_xp
from explain.fact_rendering import RenderedFact
from explain.printed_names import quantity
from explain.roll_rendering import RenderedRoll
from explain.talents_and_quirks import QUIRK_EFFECTS, TALENT_EFFECTS
from rules.campaign.core.switches import DEFAULT_SETTINGS
from rules.campaign.people.cloning import QuirkGained, QuirkResisted
from rules.campaign.people.experience import LAST_PRINTED_LEVEL, DriverAppeared
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.people.traits import succeeds
from rules.core.tables import D6

BAR = 1000
"""The width of a bar of experience, in its own units."""
GAIN_TAGS = frozenset({"talent_gained", "trait_raised", "trait_point_won", "advancement_wasted"})
FATIGUE_TAGS = frozenset(
    {"fatigue_gained", "fatigue_eased", "fatigue_cleared", "fatigue_shielded", "fatigue_shrugged"}
)
NOTE_TAGS = frozenset(
    {"driver_lived", "availability_changed", "retirement_marked", "fatigue_left_behind", "shield_restored"}
)
"""Facts that are told in their own sentences."""
CAP_SETTING, CAPPED = "xp.beyond_table", "cap_9"
NATURAL_SIX = "check.natural_six_fails"


@dataclass(frozen=True, slots=True)
class Gain:
    """What an advancement roll gave: its dice, its name and its effect; `rare` if it is a talent."""

    rolls: tuple[RenderedRoll, ...]
    name: str
    effect: str
    rare: bool


@dataclass(frozen=True, slots=True)
class QuirkCheck:
    """A check against a quirk: the faces on which it fails, the face thrown, and the quirk; "" if it was resisted."""

    fails_on: tuple[int, ...]
    face: int
    quirk: str
    effect: str
    table: RenderedRoll | None


@dataclass(frozen=True, slots=True)
class Experience:
    """A driver's experience before and after a match, and where their next level begins; None if it never does.

    `was` and `gained` are parts of a bar of `BAR` that ends there; `mark` is where the level reached began.
    """

    before: int
    gained: int
    total: int
    next_level: int | None
    next_xp: int | None
    was_width: int
    gained_width: int
    mark: int | None

    @property
    def lost(self) -> int:
        """How much experience the match took; 0 if it took none."""
        return max(0, -self.gained)


@dataclass(slots=True, kw_only=True)
class DriverReward:
    """What a match did to one driver; `bill` is what cloning them costs in credits, None unless they were cloned."""

    id: str
    name: str
    href: str
    experience: Experience | None = None
    level: int = 0
    """The level reached, 0 if none was."""
    gains: list[Gain] = field(default_factory=list)
    cloned: bool = False
    bill: int | None = None
    check: QuirkCheck | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def stands_out(self) -> bool:
        """Whether more happened to them than experience and fatigue."""
        return bool(self.level or self.cloned or self.check or self.notes or self.gains)


@dataclass(frozen=True, slots=True)
class FatigueLine:
    """The fatigue of a driver after a match in a few words; `worse` if they gained some."""

    name: str
    words: str
    worse: bool


@dataclass(frozen=True, slots=True)
class DriversReward:
    """The drivers of a franchise after a match: those to whom something happened, the others, and fatigue."""

    title: str
    shown: tuple[DriverReward, ...]
    others: tuple[DriverReward, ...]
    fatigue: tuple[FatigueLine, ...]


def drivers_reward(
    facts: Iterable[RenderedFact],
    franchise: str,
    *,
    league: str,
    names: Mapping[str, str],
    switches: Mapping[str, Any],
) -> DriversReward:
    """What a match did to the drivers of a franchise; `facts` are those of its settlement, oldest first."""
    found: dict[str, DriverReward] = {}
    fatigue: list[FatigueLine] = []

    def reward_of(id: str) -> DriverReward:
        if id not in found:
            found[id] = DriverReward(id=id, name=names.get(id, id), href=links.driver_url(league, id))
        return found[id]

    for fact in facts:
        if fact.franchise != franchise:
            continue
        stated: Any = fact.stated
        if stated.tag == "bill_made" and stated.bill == "cloning":
            reward_of(stated.subject).bill = stated.amount
        elif not fact.driver:
            continue
        elif stated.tag in FATIGUE_TAGS:
            fatigue.append(FatigueLine(names.get(fact.driver, fact.driver), *_fatigue(stated)))
        else:
            _apply(reward_of(fact.driver), fact, switches)
    drivers = [it for it in found.values() if it.experience is not None or it.stands_out]
    shown = sorted(
        (it for it in drivers if it.stands_out), key=lambda it: (not it.level, not it.cloned, -it.level, it.name)
    )
    others = tuple(it for it in drivers if not it.stands_out)
    return DriversReward(_title(shown, any_ran=bool(drivers)), tuple(shown), others, tuple(fatigue))


def _apply(reward: DriverReward, fact: RenderedFact, switches: Mapping[str, Any]) -> None:
    """Add what a fact says of its driver."""
    stated: Any = fact.stated
    if isinstance(stated, DriverAppeared):
        reward.experience = experience(
            xp=stated.xp,
            gained=stated.xp_gained,
            level=stated.level,
            capped=switches.get(CAP_SETTING, DEFAULT_SETTINGS[CAP_SETTING]) == CAPPED,
        )
    elif stated.tag == "level_reached":
        reward.level = max(reward.level, stated.level)
    elif stated.tag in GAIN_TAGS:
        reward.gains.append(_gain(fact))
    elif stated.tag == "driver_cloned":
        reward.cloned = True
    elif isinstance(stated, QuirkGained | QuirkResisted):
        six_fails = bool(switches.get(NATURAL_SIX, DEFAULT_SETTINGS[NATURAL_SIX]))
        reward.check = _check(fact, six_fails=six_fails)
    elif stated.tag in NOTE_TAGS:
        reward.notes.append(fact.sentence)


def experience(*, xp: int, gained: int, level: int, capped: bool) -> Experience:
    """A driver's experience after a match, with the bar to the next level (DM-C-015)."""
    last = capped and level >= LAST_PRINTED_LEVEL
    next_xp = None if last else level_start_xp(level + 1)
    end = max(1, xp if next_xp is None else next_xp)
    before = max(0, xp - max(0, gained))
    start = level_start_xp(level)
    was = BAR * min(before, end) // end
    return Experience(
        before=xp - gained,
        gained=gained,
        total=xp,
        next_level=None if last else level + 1,
        next_xp=next_xp,
        was_width=was,
        gained_width=BAR * min(xp, end) // end - was,
        mark=BAR * start // end if before < start <= xp else None,
    )


def _gain(fact: RenderedFact) -> Gain:
    stated: Any = fact.stated
    if stated.tag == "talent_gained":
        return Gain(fact.rolls, TALENT_BY_TAG[stated.talent].name, TALENT_EFFECTS[stated.talent], rare=True)
    if stated.tag == "trait_raised":
        return Gain(fact.rolls, f"{stated.trait.capitalize()} {stated.value}", "Raised by 1, for good.", rare=False)
    if stated.tag == "trait_point_won":
        return Gain(fact.rolls, "A trait point", "Their owner chooses the trait.", rare=False)
    return Gain(
        fact.rolls,
        TALENT_BY_TAG[stated.talent].name,
        "They already have that talent, so the roll is wasted.",
        rare=False,
    )


def _check(fact: RenderedFact, *, six_fails: bool) -> QuirkCheck:
    """A check against a quirk. The face that was thrown is on the side on which the fact says it fell."""
    stated: Any = fact.stated
    trait = stated.toughness + stated.stable + stated.sponsored
    face = fact.rolls[0].faces[0]
    fails = {die for die in D6 if not succeeds(die=die, trait=trait, natural_six_fails=six_fails)} - {face}
    if not isinstance(stated, QuirkGained):
        return QuirkCheck(tuple(sorted(fails)), face, "", "", None)
    first, second = QUIRK_EFFECTS[stated.quirk]
    effect = first if stated.count == 1 else f"{second[:1].upper()}{second[1:]}."
    name = QUIRK_NAMES[stated.quirk]
    if stated.count > 1:
        name = f"{name} ×{stated.count}"
    return QuirkCheck(tuple(sorted(fails | {face})), face, name, effect, fact.rolls[-1])


def _fatigue(stated: Any) -> tuple[str, bool]:
    match stated.tag:
        case "fatigue_gained":
            return ", ".join(f"{trait.capitalize()} −1" for trait in stated.traits.split(" and ")), True
        case "fatigue_eased":
            return f"{stated.trait.capitalize()} back", False
        case "fatigue_cleared":
            return f"rested, {quantity(stated.points, 'point')} gone", False
        case "fatigue_shielded":
            return "none: Ardent", False
    return "none: Iron-man", False


def _title(shown: Sequence[DriverReward], *, any_ran: bool) -> str:
    """What happened to the drivers in a heading, such as "One leveled up, two cloned"."""
    parts = [
        _count(shown, lambda it: bool(it.level), "leveled up"),
        _count(shown, lambda it: it.cloned, "cloned"),
    ]
    said = ", ".join(part for part in parts if part)
    if said:
        return f"{said[:1].upper()}{said[1:]}"
    return "Everybody came home" if any_ran else "Nobody ran"


NUMBERS = ("", "one", "two", "three", "four", "five", "six")


def _count(drivers: Collection[DriverReward], belongs: Any, words: str) -> str:
    number = sum(map(belongs, drivers))
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {words}" if number else ""
