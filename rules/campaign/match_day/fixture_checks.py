"""Checks of an announced match by the ruleset that is to resolve it. Rules DM-C-090, DM-C-177."""

from __future__ import annotations

from rules.core.refusals import Refusal
from rules.match.registry import get_ruleset
from rules.match.ruleset import Fixture, in_words, without_warnings


class FixtureFaulty(Refusal):
    """The ruleset that is to resolve the match cannot play it as planned; every error is listed."""


class SettingUnread(Refusal):
    """The match is reported by people, but has a setting that only a ruleset reads."""


def refuse_faulty_fixture(match: str, ruleset: str, fixture: Fixture) -> None:
    """Raise `FixtureFaulty`, `SettingUnread`, or `Unknown` for a ruleset that is not installed."""
    if not ruleset:
        if fixture.setting:
            raise SettingUnread(
                f"{match} is reported by people, and nobody reads its setting: name the ruleset that resolves it, or "
                f"leave the setting out."
            )
        return
    if errors := without_warnings(get_ruleset(ruleset).fixture_errors(fixture)):
        raise FixtureFaulty(f"{match} cannot be played like that: {in_words(errors)}")
