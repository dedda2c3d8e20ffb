"""Every house rule, at every setting that is not the printed one, has a test that fails without it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.campaign.switches import BY_NAME, SWITCHES, default_of, proper_setting
from rules.dethmatch.settings import settings_of
from rules.refusal import Refusal
from rules.registry import installed, ruleset_switches
from rules.switch import Setting, Switch
from tests.conftest import stuck_at_default
from tests.rules.ladder import LADDER
from tools.rulebook import parsed, sources

CHECKOUT = Path(__file__).parents[2]


class UnreadableMark(Exception):
    """A switch mark is not a name and a setting written out, so that no guard can read it."""


def is_switch_mark(node: ast.AST) -> bool:
    """Whether a piece of a test file is a call of `pytest.mark.switch`."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "switch"
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == "mark"
    )


def marked(root: Path) -> Iterator[tuple[str, Setting]]:
    """Every switch and setting a test under the folder is marked with."""
    for path in sources(root):
        if ".switch" not in path.read_text(encoding="utf-8"):  # a tree of every file would be walked for seconds
            continue
        for node in ast.walk(parsed(path)):
            if not is_switch_mark(node):
                continue
            assert isinstance(node, ast.Call)
            values = [each.value for each in node.args if isinstance(each, ast.Constant)]
            if len(values) != 2 or node.keywords or len(node.args) != 2:
                raise UnreadableMark(f"{path}:{node.lineno}: write the switch and its setting out.")
            name, setting = values
            yield str(name), setting  # type: ignore[misc]


MARKED = tuple(marked(CHECKOUT / "tests"))


def lacks(switch: Switch, tried: set[Setting]) -> list[Setting]:
    """The settings of a switch no test is marked with; of a number any other setting will do."""
    if switch.choices:
        return [each for each in switch.choices if each != switch.default and each not in tried]
    if isinstance(switch.default, bool):
        return [] if (not switch.default) in tried else [not switch.default]
    if isinstance(switch.default, str):
        return [] if tried - {switch.default} else ["another"]
    return [] if tried - {switch.default} else [switch.default + 1]


EVERY = (*SWITCHES, *ruleset_switches())
"""The switches of a season, and those of the rulesets that play its matches."""


@pytest.mark.parametrize("switch", EVERY, ids=[each.name for each in EVERY])
def test_every_setting_of_a_switch_has_a_test_that_fails_without_it(switch: Switch) -> None:
    tried = {setting for name, setting in MARKED if name == switch.name}
    assert lacks(switch, tried) == []


def test_every_mark_names_a_switch_and_a_setting_it_may_have() -> None:
    assert MARKED
    for name, setting in MARKED:
        try:
            with installed(LADDER):
                proper_setting(name, setting)
        except Refusal as no:
            pytest.fail(no.sentence)
        assert setting != default_of(name), f"{name} is {setting} by default, and such a test holds nothing"


def test_the_guard_sees_what_is_missing_and_what_it_cannot_read(tmp_path: Path) -> None:
    file = tmp_path / "test_x.py"
    file.write_text('@pytest.mark.switch("draft.snake", True)\ndef test_x(): ...\n', encoding="utf-8")
    assert list(marked(tmp_path)) == [("draft.snake", True)]
    assert lacks(BY_NAME["draft.snake"], {True}) == []
    assert lacks(BY_NAME["draft.snake"], {False}) == [True]
    assert lacks(BY_NAME["draft.picks"], {3}) == [4]
    assert lacks(BY_NAME["draft.picks"], {0}) == []
    assert lacks(BY_NAME["match.ruleset"], {"reported"}) == ["another"]
    assert lacks(BY_NAME["match.ruleset"], {"ladder"}) == []
    assert lacks(BY_NAME["talents.duplicates"], {"waste"}) == ["stack"]
    file.write_text('@pytest.mark.switch("draft.snake", SNAKE)\ndef test_x(): ...\n', encoding="utf-8")
    with pytest.raises(UnreadableMark, match="test_x"):
        list(marked(tmp_path))


def test_a_switch_that_is_stuck_has_its_default_in_a_match_and_is_free_again_afterwards() -> None:
    with stuck_at_default("dethmatch.heats"):
        assert settings_of({"dethmatch.heats": 3, "dethmatch.race_laps": 5}).heats == 0
        assert settings_of({"dethmatch.race_laps": 5}).race_laps == 5
    assert settings_of({"dethmatch.heats": 3}).heats == 3
