"""Lost tires and wheels: which of the two is lost, and what that does to handling."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.carwars.questionnaire import find_question
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

CORNERS = {"fl": "front_left", "fr": "front_right", "bl": "back_left", "br": "back_right", "f": "front", "b": "back"}


def losses(*lost: str) -> dict[str, Any]:
    """Losses such as `fl tire` in order."""
    pairs = [loss.split() for loss in lost]
    return {"losses": [{"corner": CORNERS[corner], "lost": what} for corner, what in pairs]}


@pytest.mark.rule("CW-P-022", "CW-Q-085")
@pytest.mark.parametrize(
    ("lost", "drops"),
    [
        ([], []),
        (["fl tire"], [-2]),
        (["fl wheel"], [-3]),
        (["fl tire", "br tire"], [-2, -2]),
        (["fl tire", "br tire", "bl tire", "fr tire"], [-2, -2, 0, 0]),
        (["fl tire", "br wheel"], [-2, -3]),
        (["fl wheel", "br wheel"], [-3, -3]),
        (["fl wheel", "br wheel", "bl wheel", "fr wheel"], [-3, -3, -1, -1]),
        (["fl tire", "br tire", "bl wheel"], [-2, -2, -1]),
    ],
)
def test_a_tire_takes_2_a_wheel_3_and_all_tires_4_at_most(lost: list[str], drops: list[int]) -> None:
    outcome = performed("tire_losses", losses(*lost))
    assert outcome.values["handling_class"] == sum(drops)
    assert [line["handling_class"] for line in outcome.values["lines"]] == drops
    assert all(line["handling_status"] == -6 for line in outcome.values["lines"])
    assert outcome.says[-1] == f"The handling class is {-sum(drops)} lower than with all tires."


@pytest.mark.rule("CW-P-022", "CW-Q-088")
def test_a_bare_wheel_costs_1_more_when_it_is_destroyed_which_makes_3_together() -> None:
    outcome = performed("tire_losses", losses("fl tire", "fl wheel"))
    assert outcome.values == {
        "handling_class": -3,
        "lines": [
            {"corner": "front_left", "handling_class": -2, "handling_status": -6, "crash_table_1": False},
            {"corner": "front_left", "handling_class": -1, "handling_status": -6, "crash_table_1": False},
        ],
    }
    assert outcome.says[2:4] == (
        "The front left wheel takes 1 off the handling class.",
        "Handling falls to -6.",
    )


@pytest.mark.rule("CW-P-022", "CW-Q-088")
def test_the_referee_may_leave_a_bare_wheel_alone() -> None:
    answers = {"dmg.bare_wheel_target": {"may_be_destroyed": False}}
    outcome = performed("tire_losses", losses("fl tire", "fl wheel", "br wheel"), answers=answers)
    assert outcome.values["handling_class"] == -5
    assert outcome.values["lines"][1] == {
        "corner": "front_left",
        "handling_class": 0,
        "handling_status": None,
        "crash_table_1": False,
    }
    assert not outcome.values["lines"][2]["crash_table_1"]
    assert "The bare front left wheel cannot be destroyed, and nothing changes." in outcome.says


@pytest.mark.rule("CW-P-022", "CW-Q-085")
def test_the_second_corner_without_a_wheel_leads_to_crash_table_1_and_lost_tires_do_not() -> None:
    outcome = performed("tire_losses", losses("fl wheel", "fr tire", "bl tire", "fr wheel", "bl wheel"))
    assert [line["crash_table_1"] for line in outcome.values["lines"]] == [False, False, False, True, False]
    assert [says for says in outcome.says if "Crash Table 1" in says] == [
        "Two corners are without a wheel: roll on Crash Table 1 right away."
    ]


@pytest.mark.rule("CW-P-022", "CW-Q-085")
@pytest.mark.parametrize(
    ("part", "value", "drops"),
    [
        ("tire_loss", 1, [-1, -1, -1, -3]),
        ("wheel_loss", 5, [-2, -2, 0, -3]),
        ("most_for_tires", 5, [-2, -2, -1, -1]),
        ("most_for_tires", 3, [-2, -1, 0, -1]),
    ],
)
def test_the_referee_may_set_the_three_figures(part: str, value: int, drops: list[int]) -> None:
    outcome = performed(
        "tire_losses",
        losses("fl tire", "fr tire", "bl tire", "br wheel"),
        answers={"dmg.tyre_vs_wheel_hc": {part: value}},
    )
    assert [line["handling_class"] for line in outcome.values["lines"]] == drops


@pytest.mark.parametrize(
    ("lost", "says"),
    [
        (["fl tire", "fl tire"], "The front left tire was lost before"),
        (["fl wheel", "fl wheel"], "The front left wheel was lost before"),
        (["fl wheel", "fl tire"], "The front left tire was lost before"),
        (["f tire", "fl tire"], "one wheel at the front or one on each side"),
        (["f tire", "fr tire"], "one wheel at the front"),
        (["br tire", "b wheel"], "one wheel at the back"),
    ],
)
def test_losses_that_cannot_be_are_refused(lost: list[str], says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        performed("tire_losses", losses(*lost))


def test_a_trike_has_one_wheel_at_one_end() -> None:
    assert performed("tire_losses", losses("f tire", "bl tire", "br tire")).values["handling_class"] == -4
    assert performed("tire_losses", losses("fl tire", "fr tire", "b tire")).values["handling_class"] == -4


WHEEL = ["direct_fire", "mine", "flaming_oil", "flame_cloud", "roll"]
TIRE = ["obstacle", "debris", "spike", "flechette", "skid", "spin"]


@pytest.mark.rule("CW-P-023", "CW-Q-087")
@pytest.mark.parametrize(("source", "lost"), [*((s, "wheel") for s in WHEEL), *((s, "tire") for s in TIRE)])
def test_what_does_the_last_point_says_whether_the_wheel_goes_too(source: str, lost: str) -> None:
    for damage in (4, 9):
        outcome = performed("tire_or_wheel", {"points": 4, "damage": damage, "source": source})
        assert outcome.values == {"lost": lost, "points": 0}
        assert outcome.says[0].startswith(f"The last point falls to {source.replace('_', ' ')}, which")


@pytest.mark.rule("CW-P-023")
@pytest.mark.parametrize("source", [*WHEEL, *TIRE])
def test_a_tire_with_a_point_left_is_not_lost(source: str) -> None:
    outcome = performed("tire_or_wheel", {"points": 4, "damage": 3, "source": source})
    assert outcome.values == {"lost": "nothing", "points": 1}
    assert outcome.says == ("The tire has 1 of its 4 points left.",)


@pytest.mark.rule("CW-P-023", "CW-Q-088")
def test_a_bare_wheel_is_destroyed_by_one_point_of_what_breaks_wheels() -> None:
    for source in WHEEL:
        outcome = performed("tire_or_wheel", {"points": 0, "damage": 1, "source": source})
        assert outcome.values == {"lost": "wheel", "points": 0}
        assert "destroys it" in outcome.says[0]
    for source in TIRE:
        outcome = performed("tire_or_wheel", {"points": 0, "damage": 9, "source": source})
        assert outcome.values == {"lost": "nothing", "points": 0}
        assert "cannot destroy it" in outcome.says[0]


@pytest.mark.rule("CW-P-023", "CW-Q-088")
def test_the_referee_may_make_bare_wheels_safe() -> None:
    answers = {"dmg.bare_wheel_target": {"may_be_destroyed": False}}
    bare = {"points": 0, "damage": 9, "source": "mine"}
    assert performed("tire_or_wheel", bare, answers=answers).values["lost"] == "nothing"
    assert performed("tire_or_wheel", bare | {"points": 1}, answers=answers).values["lost"] == "wheel"


@pytest.mark.rule("CW-P-023", "CW-Q-087")
@pytest.mark.parametrize("source", [*WHEEL, *TIRE])
def test_the_referee_may_add_any_source_to_those_that_destroy_wheels_or_take_it_out(source: str) -> None:
    inputs = {"points": 1, "damage": 1, "source": source}
    (part,) = find_question("dmg.wheel_destroying_sources").parts
    everything_else = [value for value in part.values if value != source]
    for sources, lost in (([source], "wheel"), (everything_else, "tire"), ([], "tire")):
        outcome = performed("tire_or_wheel", inputs, answers={"dmg.wheel_destroying_sources": {"sources": sources}})
        assert outcome.values["lost"] == lost


def test_the_sources_are_those_of_the_question() -> None:
    (part,) = find_question("dmg.wheel_destroying_sources").parts
    assert set(part.values) == {*WHEEL, *TIRE}
    with pytest.raises(Malformed, match="source"):
        performed("tire_or_wheel", {"points": 1, "damage": 1, "source": "ice"})


def test_figures_and_lists_have_bounds() -> None:
    assert_bounded("tire_losses", losses(), "losses", 0, 12, sample=[{"corner": "front", "lost": "tire"}])
    damage = {"points": 1, "damage": 1, "source": "mine"}
    assert_bounded("tire_or_wheel", damage, "points", 0, 100, sample=0)
    assert_bounded("tire_or_wheel", damage, "damage", 1, 500, sample=0)
