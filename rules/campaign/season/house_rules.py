"""Changing a house rule while the season runs, now or from a named step on. Rule HOUSE-008."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command, Giver, command
from rules.campaign.core.editions import refuse_switch_of_later_edition
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.questionnaires import HOUSE_RULES
from rules.campaign.core.state import Season
from rules.campaign.core.switches import PendingSwitch, clean_setting, default_setting
from rules.campaign.season.answers import apply_pending_answers
from rules.campaign.season.invariants import broken_invariants
from rules.campaign.season.steps import refuse_step, step_position
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal
from rules.core.switches import Setting

MIN_MAX_SWITCHES = (("roster.min", "roster.max"), ("garage.min", "garage.max"))  # no mutant: both are checked
BREAKDOWNS_SWITCH = "prematch.breakdowns_before_lineup"
"""The one house rule that must not change between a match's device rolls and its lock (DM-C-087)."""


class SettingStands(Refusal):
    """The house rule already has that setting, or will have it by then."""


class LimitOverrun(Refusal):
    """The season as it is would break the new limit."""


class LineUpsOpen(Refusal):
    """The house rule cannot change between a match's device rolls and its lock: rolls would repeat or be missed."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchSet(Fact):
    """A house rule was set, when the season opened or while it runs (HOUSE-008)."""

    says = "The house rule {switch} is {setting}."
    switch: str
    setting: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchPlanned(Fact):
    """A house rule changes when the season reaches a step (HOUSE-008)."""

    says = "The house rule {switch} will be {setting} from {step} on."
    switch: str
    setting: str
    step: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchLapsed(Fact):
    """A planned change was not made, because what stands in the season would break the new limit (HOUSE-008)."""

    says = "The house rule {switch} did not become {setting}: {because}."
    switch: str
    setting: str
    because: str


def _changes_until(season: Season, place: tuple[int, int]) -> list[PendingSwitch]:
    """The changes planned up to a place in the season, in the order in which they take effect."""
    return sorted(
        (change for change in season.pending if step_position(change.step) <= place),
        key=lambda change: step_position(change.step),
    )


def settings_contradiction(switches: Mapping[str, Setting]) -> str:
    """A sentence that says how settings contradict each other; empty if they do not."""
    for least, most in MIN_MAX_SWITCHES:
        low, high = (switches.get(name, default_setting(name)) for name in (least, most))
        if isinstance(low, int) and isinstance(high, int) and low > high:
            return f"{least} {low} is above {most} {high}: lower the one or raise the other."
    return ""


def _set_switch(season: Season, switch: str, setting: Setting) -> None:
    season.switches = {name: value for name, value in season.switches.items() if name != switch}
    if setting != default_setting(switch):
        season.switches[switch] = setting


def _note_version(season: Season, version: int) -> None:
    """Note the version of the house rules that is in force, so that matches are packed with it."""
    if version:
        season.versions_in_force = {**season.versions_in_force, HOUSE_RULES: version}


def _invariants_newly_broken(season: Season, switch: str, setting: Setting) -> list[str]:
    """The invariants that the season would break with the new setting and does not break now."""
    changed = copy_season(season)
    _set_switch(changed, switch, setting)
    already_broken = set(broken_invariants(season))
    return [
        broken_invariant for broken_invariant in broken_invariants(changed) if broken_invariant not in already_broken
    ]


def _refuse_between_rolls(season: Season) -> None:
    """Raise `LineUpsOpen` while a match is between its pre-match rolls and its lock (DM-C-087, DM-C-088).

    A planned change never takes effect in between: a round is announced once the one before it is closed.
    """
    for id in sorted(season.matches):
        if season.match(id).step == "M3":
            raise LineUpsOpen(
                f"The devices of {id} are rolled as {BREAKDOWNS_SWITCH} stands: change it once its line-ups are "
                f"locked, or plan it for a round to come."
            )


def apply_pending(season: Season, step: str) -> list[Fact]:
    """Make the changes planned up to a step that the season has reached, `S1` … `E9` or `r4`, answers after switches.

    A change that would break a limit lapses instead.
    """
    planned = _changes_until(season, step_position(step))
    season.pending = [change for change in season.pending if change not in planned]
    facts: list[Fact] = []
    for change in planned:
        contradiction = settings_contradiction({**season.switches, change.switch: change.setting})
        because = contradiction or " ".join(_invariants_newly_broken(season, change.switch, change.setting))
        text = str(change.setting).lower()
        if because:
            because = because.removesuffix(".")
            facts.append(SwitchLapsed(rule="HOUSE-008", switch=change.switch, setting=text, because=because))
        else:
            _set_switch(season, change.switch, change.setting)
            _note_version(season, change.version)
            facts.append(SwitchSet(rule="HOUSE-008", switch=change.switch, setting=text))
    return [*facts, *apply_pending_answers(season, step)]


@command(steps=STEPS_BEFORE_CLOSED, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSwitch(Command):
    """Change a house rule now, or when the season reaches a step or round (HOUSE-008).

    It replaces an earlier change of the rule that was planned for the same step. `version` is the number of the
    version of the house rules that it is published with, 0 for none.
    """

    switch: str
    setting: Setting
    step: str = ""
    version: int = 0

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `SwitchOfLaterEdition`, `StepPast`, `SettingStands`, `LineUpsOpen`, `LimitOverrun`, `Malformed` or
        `Unknown`.
        """
        setting = clean_setting(self.switch, self.setting)
        refuse_switch_of_later_edition(self.switch, edition=season.edition)
        by_then = dict(season.switches)
        if self.step:
            refuse_step(season, self.step)
            for change in _changes_until(season, step_position(self.step)):
                by_then[change.switch] = change.setting
        if by_then.get(self.switch, default_setting(self.switch)) == setting:
            raise SettingStands(f"{self.switch} is {str(setting).lower()} as it stands: there is nothing to change.")
        if contradiction := settings_contradiction({**by_then, self.switch: setting}):
            raise Malformed(contradiction)
        text = str(setting).lower()
        if self.step:
            planned = PendingSwitch(switch=self.switch, setting=setting, step=self.step, version=self.version)
            others = [change for change in season.pending if (change.switch, change.step) != (self.switch, self.step)]
            season.pending = [*others, planned]
            return [SwitchPlanned(rule="HOUSE-008", switch=self.switch, setting=text, step=self.step)]
        if self.switch == BREAKDOWNS_SWITCH:
            _refuse_between_rolls(season)
        if overrun := _invariants_newly_broken(season, self.switch, setting):
            raise LimitOverrun(
                f"{self.switch} cannot be {text} as the season stands: {' '.join(overrun)} Correct that first."
            )
        _set_switch(season, self.switch, setting)
        _note_version(season, self.version)
        return [SwitchSet(rule="HOUSE-008", switch=self.switch, setting=text)]
