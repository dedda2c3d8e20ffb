"""Experience, levels and advancement, by the dice or by the owner's choice. Rules DM-C-014 to DM-C-020."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import isqrt

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.locks_and_shops import refuse_locked
from rules.campaign.core.state import Driver, Season
from rules.campaign.people.talents import MECHANIC, TALENT_BY_FACE, Category
from rules.campaign.people.traits import raise_trait
from rules.core.dice import Dice, Roll, Stream
from rules.core.refusals import Refusal
from rules.core.tables import D6, TWO_D6, band, by_face
from rules.core.terms import DriverId, FranchiseId, MatchId, Trait

LEVEL_UP_TO = (2, 5, 10, 17, 26, 37, 50, 65, 82)
"""The highest XP of each of the levels 1 to 9 (DM-C-015)."""
LAST_PRINTED_LEVEL = len(LEVEL_UP_TO)
TALENT_LIST_BY_ROLL: dict[int, Category | None] = by_face(
    {
        (2, 3, 4): Category.GENERAL,
        (5, 6): Category.GUNNERY,
        (7,): None,
        (8, 9): Category.DRIVING,
        (10, 11, 12): Category.TOUGHNESS_AND_AGILITY,
    },
    faces=TWO_D6,
)
"""The list of talents that an advancement roll leads to (DM-C-017); None for a trait point, on a 7."""
RAISED_TRAIT_BY_FACE = by_face(
    {(1, 2): Trait.DRIVING, (3,): Trait.INITIATIVE, (4,): Trait.TOUGHNESS, (5, 6): Trait.GUNNERY}, faces=D6
)
"""The trait that a trait point raises, by face (DM-C-018)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvancementGain:
    """The result of one advancement roll: a talent, a trait point, or nothing when a talent was `wasted`.

    With `choice` the owner places the trait point (DM-C-018).
    """

    talent: str = ""
    trait: Trait | None = None
    choice: bool = False
    wasted: bool = False
    rolls: tuple[Roll, ...]


def earned_xp(
    *,
    took_part: bool,
    won: bool,
    criticals: int,
    scores: int,
    friendly_criticals: int = 0,
    scoring_per_point: bool = False,
    friendly_count: bool = False,
) -> int:
    """The XP for one match (DM-C-014): 1 for taking part, for winning, for each critical, and for scoring at all."""
    if not took_part:
        return 0
    scoring = scores if scoring_per_point else min(scores, 1)
    return 1 + won + criticals + (friendly_criticals if friendly_count else 0) + scoring


def level_at(*, xp: int, capped: bool = False) -> int:
    """The level at that much XP. Past the table level L starts at (L−1)² + 2 XP, unless capped at 9 (DM-C-015)."""
    row = band(xp, LEVEL_UP_TO)
    if row < LAST_PRINTED_LEVEL:
        return row + 1
    return LAST_PRINTED_LEVEL if capped else 1 + isqrt(xp - 2)


def roll_advancement(
    *, talents: Collection[str], duplicates: str = "reroll", choose_trait: bool = False, stream: Stream
) -> AdvancementGain:
    """One advancement roll (DM-C-017 to DM-C-020, DM-C-040). `talents` are those the driver has already."""
    rolls = [stream.roll(2, "advancement")]
    category = TALENT_LIST_BY_ROLL[rolls[0].total]
    if category is None:
        return _trait_point(rolls, choose_trait, stream)
    row = TALENT_BY_FACE[category]
    if duplicates == "reroll" and all(talent.tag in talents and talent.tag != MECHANIC for talent in row.values()):
        return _trait_point(rolls, choose_trait, stream)
    while True:
        rolls.append(stream.roll(1, f"{category.value.replace('_', ' ')} talent"))
        tag = row[rolls[-1].total].tag
        if tag == MECHANIC or tag not in talents or duplicates == "stack":
            return AdvancementGain(talent=tag, rolls=tuple(rolls))
        if duplicates == "waste":
            return AdvancementGain(talent=tag, wasted=True, rolls=tuple(rolls))


def _trait_point(rolls: list[Roll], choose_trait: bool, stream: Stream) -> AdvancementGain:
    if choose_trait:
        return AdvancementGain(choice=True, rolls=tuple(rolls))
    rolls.append(stream.roll(1, "trait raised"))
    return AdvancementGain(trait=RAISED_TRAIT_BY_FACE[rolls[-1].total], rolls=tuple(rolls))


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverAppeared(Fact):
    """A driver took part in a match: what they did, and the XP it earned them (DM-C-014)."""

    says = "{driver} ran in {match} for {franchise} (heats: {heats}) and earned {xp_gained} XP: {xp} in all."
    match: MatchId
    franchise: FranchiseId
    driver: DriverId
    heats: int
    criticals: int
    scores: int
    kills: int
    out: bool
    xp_gained: int
    xp: int
    level: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class LevelReached(Fact):
    """A driver reached a level (DM-C-015)."""

    says = "{driver} reached level {level} at {xp} XP."
    franchise: FranchiseId
    driver: DriverId
    level: int
    xp: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TalentGained(Fact):
    """A driver gained a talent, which takes effect from their next match on (DM-C-019)."""

    says = "{driver} gained the talent {talent}."
    franchise: FranchiseId
    driver: DriverId
    talent: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TraitRaised(Fact):
    """A driver's trait rose by 1 for good (DM-C-018)."""

    says = "The {trait} of {driver} rose to {value}."
    franchise: FranchiseId
    driver: DriverId
    trait: str
    value: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TraitPointWon(Fact):
    """A driver won a trait point that their owner places, by this season's house rule (DM-C-018)."""

    says = "{driver} won a trait point; {franchise} may place {choices} on them."
    franchise: FranchiseId
    driver: DriverId
    choices: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class AdvancementWasted(Fact):
    """A driver rolled a talent that they already have, and this season's house rule wastes the roll (DM-C-020)."""

    says = "{driver} rolled the talent {talent}, which they already have: the roll is wasted."
    franchise: FranchiseId
    driver: DriverId
    talent: str


def level_up(
    driver: Driver, *, franchise: str, level: int, duplicates: str, choose_trait: bool = False, stream: Stream
) -> list[Fact]:
    """Raise a driver to a level, with a roll for each level gained. Levels are never lost (DM-C-016 to DM-C-020)."""
    facts: list[Fact] = []
    driver_id, team = DriverId(driver.id), FranchiseId(franchise)
    for new_level in range(driver.level + 1, level + 1):
        driver.level = new_level
        facts.append(LevelReached(rule="DM-C-015", franchise=team, driver=driver_id, level=new_level, xp=driver.xp))
        gain = roll_advancement(
            talents=driver.talents, duplicates=duplicates, choose_trait=choose_trait, stream=stream
        )
        if gain.choice:
            driver.trait_choices += 1
            facts.append(
                TraitPointWon(
                    rule="DM-C-018", rolls=gain.rolls, franchise=team, driver=driver_id, choices=driver.trait_choices
                )
            )
        elif gain.trait is not None:
            value = raise_trait(driver, gain.trait)
            facts.append(
                TraitRaised(
                    rule="DM-C-018",
                    rolls=gain.rolls,
                    franchise=team,
                    driver=driver_id,
                    trait=gain.trait.value,
                    value=value,
                )
            )
        elif gain.wasted:
            facts.append(
                AdvancementWasted(
                    rule="DM-C-020", rolls=gain.rolls, franchise=team, driver=driver_id, talent=gain.talent
                )
            )
        else:
            driver.talents.append(gain.talent)
            facts.append(
                TalentGained(rule="DM-C-019", rolls=gain.rolls, franchise=team, driver=driver_id, talent=gain.talent)
            )
    return facts


class NoTraitPoint(Refusal):
    """The driver has no trait point to place (DM-C-018)."""


class DriverNotSigned(Refusal):
    """The driver is not on the franchise's roster."""


@command(steps=("M", "E1"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseTrait(Command):
    """Place a trait point that a driver won: the trait rises by 1 for good (DM-C-018)."""

    franchise: FranchiseId
    driver: DriverId
    trait: Trait

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `DriverNotSigned`, `NoTraitPoint` or `LockedForMatch`."""
        season.franchise(self.franchise)
        driver = season.driver(self.driver)
        if driver not in season.roster(self.franchise):
            raise DriverNotSigned(f"{driver.id} is not on the roster of {self.franchise}: choose for one who is.")
        if not driver.trait_choices:
            raise NoTraitPoint(f"{driver.id} has no trait point to place: wait until an advancement roll gives one.")
        refuse_locked(season, self.franchise)
        driver.trait_choices -= 1
        value = raise_trait(driver, self.trait)
        return [
            TraitRaised(
                rule="DM-C-018", franchise=self.franchise, driver=self.driver, trait=self.trait.value, value=value
            )
        ]
