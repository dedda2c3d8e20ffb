"""House-rule switches: what a commissioner may change, typed, with the printed game as the default (annex d).

The campaign's own are declared in `house_rules`. Those of installed rulesets are named after their ruleset and set
the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.campaign.core.house_rules import drivers, franchises, matches, money, season
from rules.campaign.core.house_rules.campaign_switch import CampaignSwitch
from rules.core.refusals import Malformed, Unknown
from rules.core.suggestions import suggestion_clause
from rules.core.switches import Setting, Switch
from rules.match.registry import ruleset_names, ruleset_switches, rulesets


@dataclass(slots=True, kw_only=True)
class PendingSwitch:
    """A house rule that changes when the season reaches a step: `S1` … `E9`, or `r4` for round 4 (HOUSE-008).

    `version` is the number of the version of the house rules that changes it, 0 for none.
    """

    switch: str
    setting: Setting
    step: str
    version: int = 0


def _in_order_of_rules(declared: Iterable[CampaignSwitch]) -> list[CampaignSwitch]:
    """Switches by the rules they change, but each with `listed_after` behind the switch of that name."""
    in_order = sorted(declared, key=lambda switch: switch.rule)
    listed = [switch for switch in in_order if not switch.listed_after]
    for switch in in_order:
        if switch.listed_after:
            listed.insert([other.name for other in listed].index(switch.listed_after) + 1, switch)
    return listed


CHAPTERS = (*money.CHAPTERS, *drivers.CHAPTERS, *franchises.CHAPTERS, *matches.CHAPTERS, *season.CHAPTERS)
"""The campaign's house rules as the questionnaire asks for them."""
SWITCHES = tuple(_in_order_of_rules(switch for chapter in CHAPTERS for switch in chapter.switches))
"""The campaign's house rules in the order of their rules."""
SWITCH_BY_NAME = {switch.name: switch for switch in SWITCHES}
DEFAULT_SETTINGS: dict[str, Setting] = {switch.name: switch.default for switch in SWITCHES}
RULESET_SWITCH = "match.ruleset"
REPORTED_BY_PEOPLE = str(DEFAULT_SETTINGS[RULESET_SWITCH])
"""The setting of `match.ruleset` by which people report results and no ruleset plays matches."""


def every_switch() -> tuple[Switch, ...]:
    """The campaign's own switches, then those that only installed rulesets have."""
    return (
        *SWITCHES,
        *(ruleset_switch for ruleset_switch in ruleset_switches() if ruleset_switch.name not in SWITCH_BY_NAME),
    )


def switches_in(has_edition: Callable[[str], bool]) -> tuple[Switch, ...]:
    """Every switch that a season has: all but those that came with later editions than its own.

    `has_edition` says whether the season is played by an edition of the campaign or a later one.
    """
    too_new = {
        switch.name
        for ruleset in rulesets()
        for switch in ruleset.switches
        if switch.since > ruleset.edition_in(has_edition)
    }
    return tuple(switch for switch in every_switch() if switch.name not in too_new)


def switch_by_name(name: str) -> Switch:
    """The switch of that name. Raises `Unknown`, with suggestions from its group, or else from all switches."""
    if name in SWITCH_BY_NAME:
        return SWITCH_BY_NAME[name]
    known = {switch.name: switch for switch in every_switch()}
    if name not in known:
        of_its_group = [other for other in known if other.startswith(f"{name.partition('.')[0]}.")]
        raise Unknown(f"There is no switch {name[:80]!r}: {suggestion_clause(name, of_its_group or known)}.")
    return known[name]


def default_setting(name: str) -> Setting:
    """The default of a switch, as printed. Raises `Unknown`."""
    return DEFAULT_SETTINGS[name] if name in DEFAULT_SETTINGS else switch_by_name(name).default


def clean_setting(name: str, value: object) -> Setting:
    """The value, if the switch allows it. Raises `Unknown`, or `Malformed` with what it allows."""
    switch = switch_by_name(name)
    return _clean_ruleset(switch, value) if name == RULESET_SWITCH else switch.validate(value)


def _clean_ruleset(switch: Switch, value: object) -> Setting:
    """The name of an installed ruleset, or `REPORTED_BY_PEOPLE`. Raises `Unknown` or `Malformed` with the choices."""
    if value == REPORTED_BY_PEOPLE:
        return REPORTED_BY_PEOPLE
    known = (REPORTED_BY_PEOPLE, *ruleset_names())
    try:
        setting = switch.validate(value)
    except Malformed:
        raise Malformed(f"{switch.name} is one of {', '.join(known)}: give one of those.") from None
    if setting not in known:
        raise Unknown(f"There is no ruleset {str(setting)[:80]!r}: use one of {', '.join(known)}.")
    return setting
