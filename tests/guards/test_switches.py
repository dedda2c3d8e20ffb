"""Every setting of every house rule, except the printed one, has a test that fails without it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.campaign.core.switches import SWITCH_BY_NAME, SWITCHES, clean_setting, default_setting
from rules.core.refusals import Refusal
from rules.core.switches import Setting, Switch
from rules.dethmatch.settings import settings_of
from rules.match.registry import ruleset_switches, temporarily_installed
from tests.conftest import stuck_at_default
from tests.guards.findings import report
from tests.rules.ladder import LADDER
from tools.source_index import mark_name, read_source, source_files

CHECKOUT = Path(__file__).parents[2]


class UnreadableMark(Exception):
    """A switch mark is not a literal name and a literal setting, so that no guard can read it."""


def marked(root: Path) -> Iterator[tuple[str, Setting]]:
    """The switches and settings that tests below a folder are marked with."""
    for path in source_files(root):
        for node in read_source(path).marks:
            if mark_name(node) != "switch":
                continue
            values = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            if len(values) != 2 or node.keywords or len(node.args) != 2:
                raise UnreadableMark(f"{path}:{node.lineno}: write the switch and its setting out.")
            name, setting = values
            yield str(name), setting  # type: ignore[misc]


@cache
def every_mark() -> tuple[tuple[str, Setting], ...]:
    """The switches and settings that all tests are marked with."""
    return tuple(marked(CHECKOUT / "tests"))


def lacks(switch: Switch, tried: set[Setting]) -> list[Setting]:
    """The settings of a switch that no test is marked with. For a number or a text, any other setting is enough."""
    if switch.choices:
        return [choice for choice in switch.choices if choice != switch.default and choice not in tried]
    if isinstance(switch.default, bool):
        return [] if (not switch.default) in tried else [not switch.default]
    if isinstance(switch.default, str):
        return [] if tried - {switch.default} else ["another"]
    return [] if tried - {switch.default} else [switch.default + 1]


EVERY = (*SWITCHES, *ruleset_switches())
"""The switches of seasons and of rulesets."""


def untried(switches: Iterable[Switch], marked: Iterable[tuple[str, Setting]]) -> Iterator[str]:
    """A sentence for each setting no test is marked with."""
    tried: dict[str, set[Setting]] = {}
    for name, setting in marked:
        tried.setdefault(name, set()).add(setting)
    for switch in switches:
        for setting in lacks(switch, tried.get(switch.name, set())):
            where = "campaign" if switch.name in SWITCH_BY_NAME else switch.name.partition(".")[0]
            yield (
                f"No test fails without {switch.name} at {setting!r}: write one in tests/rules/{where} that builds "
                f'its own season or match, and mark it @pytest.mark.switch("{switch.name}", {setting!r}).'
            )


def improper_marks(marked: Iterable[tuple[str, Setting]]) -> Iterator[str]:
    """A sentence for each mark with an unknown switch, an illegal setting, or the default."""
    for name, setting in marked:
        try:
            with temporarily_installed(LADDER):
                clean_setting(name, setting)
                default = default_setting(name)
        except Refusal as no:
            yield f'A test is marked @pytest.mark.switch("{name}", {setting!r}): {no.sentence}'
            continue
        if setting == default:
            yield (
                f'{name} is {setting!r} by default, so that a test marked @pytest.mark.switch("{name}", {setting!r}) '
                "holds nothing: mark it with another setting."
            )


def test_every_setting_of_a_switch_has_a_test_that_fails_without_it() -> None:
    report(untried(EVERY, every_mark()), seen=EVERY, of="switches")


def test_every_mark_names_a_switch_and_a_setting_it_may_have() -> None:
    report(improper_marks(every_mark()), seen=every_mark(), of="marks of switches in tests")


def test_the_guard_sees_what_is_missing_and_what_it_cannot_read(tmp_path: Path) -> None:
    file = tmp_path / "test_x.py"
    file.write_text('@pytest.mark.switch("draft.snake", True)\ndef test_x(): ...\n', encoding="utf-8")
    assert list(marked(tmp_path)) == [("draft.snake", True)]
    assert lacks(SWITCH_BY_NAME["draft.snake"], {True}) == []
    assert lacks(SWITCH_BY_NAME["draft.snake"], {False}) == [True]
    assert lacks(SWITCH_BY_NAME["draft.picks"], {3}) == [4]
    assert lacks(SWITCH_BY_NAME["draft.picks"], {0}) == []
    assert lacks(SWITCH_BY_NAME["match.ruleset"], {"reported"}) == ["another"]
    assert lacks(SWITCH_BY_NAME["match.ruleset"], {"ladder"}) == []
    assert lacks(SWITCH_BY_NAME["talents.duplicates"], {"waste"}) == ["stack"]
    file.write_text('@pytest.mark.switch("draft.snake", SNAKE)\ndef test_x(): ...\n', encoding="utf-8")
    with pytest.raises(UnreadableMark, match="test_x"):
        list(marked(tmp_path))


def test_a_switch_that_is_stuck_has_its_default_in_a_match_and_is_free_again_afterwards() -> None:
    with stuck_at_default("dethmatch.heats"):
        assert settings_of({"dethmatch.heats": 3, "dethmatch.race_laps": 5}).heats == 0
        assert settings_of({"dethmatch.race_laps": 5}).race_laps == 5
    assert settings_of({"dethmatch.heats": 3}).heats == 3
