"""A driver's sheet in words: traits with their modifiers, progress to the next level, talents, quirks, fatigue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drivers.models import Sheet
from explain import links
from explain.printed_effects import QUIRK_EFFECTS, QUIRK_RULES, TALENT_EFFECTS
from explain.printed_names import times
from league.models import Season
from rules.campaign.core import state
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.people.traits import EffectiveTrait, all_effective_traits, trait_cap
from rules.core.terms import Trait

AVAILABILITY_DETAILS = {
    "available": ("available", "good", "May be put in a line-up (DM-C-012)."),
    "heart_out": ("heart", "warn", "Their heart failed before this match: they miss it (DM-C-049)."),
    "season_out": ("out for the season", "bad", "Out until the season ends (DM-C-048)."),
    "barred": ("barred", "bad", "May run in no match (DM-C-050)."),
    "retired": ("retired", "", "Has left the sport."),
}


@dataclass(frozen=True, slots=True)
class TraitLine:
    """A trait in effect and the sum behind it."""

    name: str
    value: int
    sum: str
    lowered: bool

    @property
    def value_words(self) -> str:
        """The value as printed."""
        return _minus(self.value)


@dataclass(frozen=True, slots=True)
class Term:
    """A talent or quirk, its effect and its rule; `count` is how often a quirk was drawn."""

    name: str
    effect: str
    rule: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class LevelBar:
    """Progress to the next level: `done` of `of` experience in this level, and how much is `left`."""

    done: int
    of: int
    left: int
    next_level: int


def season_rules_state(season: Season) -> state.Season:
    """A state with only the season's number, step and house rules, for rules that need no more."""
    return state.Season(number=season.number, step=season.step, switches=dict(season.switches))


def level_start_xp(level: int) -> int:
    """The experience at which a level begins: 0 for the first, then (level - 1)² + 2 (DM-C-015)."""
    return 0 if level == 1 else (level - 1) ** 2 + 2


def level_bar(*, xp: int, level: int) -> LevelBar:
    """A driver's progress to the next level."""
    start, end = level_start_xp(level), level_start_xp(level + 1)
    return LevelBar(done=xp - start, of=end - start, left=end - xp, next_level=level + 1)


def trait_lines(row: Sheet, *, house: state.Season) -> list[TraitLine]:
    """The four traits in effect under a season's house rules, in the book's order, with their sums in words."""
    return [_trait(trait) for trait in effective_traits(row, house=house)]


def effective_traits(row: Sheet, *, house: state.Season) -> tuple[EffectiveTrait, ...]:
    """The same traits as values with all their modifiers."""
    return all_effective_traits(_as_state(row), cap=trait_cap(house))


def trait_lines_of_state(driver: state.Driver, *, house: state.Season) -> list[TraitLine]:
    """The same lines for a driver of the state."""
    return [_trait(trait) for trait in all_effective_traits(driver, cap=trait_cap(house))]


def talent_terms(tags: Sequence[str]) -> list[Term]:
    """Talents and their effects."""
    return [Term(TALENT_BY_TAG[tag].name, TALENT_EFFECTS[tag], TALENT_BY_TAG[tag].rule) for tag in tags]


def quirk_terms(quirks: Mapping[str, int]) -> list[Term]:
    """Quirks and their effects for the number of times each was drawn."""
    return [
        Term(
            QUIRK_NAMES[tag] + ("" if count == 1 else f" ×{count}"), quirk_words(tag, count), QUIRK_RULES[tag], count
        )
        for tag, count in quirks.items()
    ]


def quirk_words(tag: str, count: int) -> str:
    """The effect of a quirk drawn that often, or of a second draw (DM-C-047, DM-C-056)."""
    first, second = QUIRK_EFFECTS[tag]
    if count == 1:
        return f"{first} Drawn once; a second time would mean: {second}."
    return f"{first} Drawn {times(count)}: {second}."


def fatigue_words(fatigue: Sequence[str]) -> str:
    """Fatigue points by the trait they lower, oldest first."""
    return ", ".join(f"{Trait(trait).value} −1" for trait in fatigue)


def _as_state(row: Sheet) -> state.Driver:
    return state.Driver(
        id=links.short_id(row.pk),
        driving=row.driving,
        gunnery=row.gunnery,
        initiative=row.initiative,
        toughness=row.toughness,
        quirks=dict(row.quirks),
        fatigue=list(row.fatigue),
    )


def _trait(trait: EffectiveTrait) -> TraitLine:
    words = [f"Base and advances {trait.base}"]
    words += [f"{modifier.source} {_minus(modifier.amount)} ({modifier.rule})" for modifier in trait.modifiers]
    text = ", ".join(words)
    if trait.cap is not None and trait.base + _sum_of_modifiers(trait.modifiers) > trait.cap:
        text += f", by house rule at most {trait.cap} (DM-C-011)"
    return TraitLine(
        trait.trait.value.capitalize(),
        trait.value,
        f"{text}: {_minus(trait.value)} in effect.",
        trait.value < trait.base,
    )


def _sum_of_modifiers(modifiers: Sequence[Any]) -> int:
    return sum(modifier.amount for modifier in modifiers)


def _minus(number: int) -> str:
    """A number with a minus sign instead of a hyphen."""
    return str(number).replace("-", "−")
