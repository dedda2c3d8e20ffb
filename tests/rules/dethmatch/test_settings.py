"""The house rules of a match: every switch has its setting, and nothing else is accepted."""

from __future__ import annotations

from dataclasses import fields

import pytest

from rules.core.refusals import Malformed, Refusal, Unknown
from rules.dethmatch.settings import SWITCHES_BY_NAME, Settings, settings_of


def test_every_switch_is_a_setting_with_the_same_default_and_every_setting_a_switch() -> None:
    printed = {name.rpartition(".")[2]: switch.default for name, switch in SWITCHES_BY_NAME.items()}
    assert printed == {field.name: getattr(Settings(), field.name) for field in fields(Settings)}
    assert settings_of({}) == Settings()


@pytest.mark.parametrize(
    ("given", "refusal", "says"),
    [
        ({"dethmatch.nonsense": 1}, Unknown, "There is no switch 'dethmatch.nonsense'"),
        ({"natural_one_succeeds": True}, Unknown, "There is no switch"),
        ({"dethmatch.front_arc_degrees": 100}, Malformed, "one of 90, 120"),
        ({"dethmatch.turn_cost_table": "ceil(speed/2)"}, Malformed, "dethmatch.turn_cost_table is one of"),
        ({"dethmatch.foam_tires_immune": 1}, Malformed, "is on or off"),
        ({"dethmatch.race_points": "10 seven"}, Malformed, "is a text such as"),
        ({"match.repair_attempts": 31}, Malformed, "from 0 to 30"),
    ],
)
def test_what_no_switch_may_be_is_refused(given: dict[str, object], refusal: type[Refusal], says: str) -> None:
    with pytest.raises(refusal) as raised:
        settings_of(given)  # type: ignore[arg-type]
    assert says in raised.value.sentence


def test_a_switch_is_taken_by_its_dotted_name() -> None:
    settings = settings_of({"dethmatch.front_arc_degrees": 120, "check.natural_one_succeeds": True})
    assert (settings.front_arc_degrees, settings.natural_one_succeeds, settings.flag_points) == (120, True, 5)
