"""The speed table: every cell, and the checks that reject a table with an error."""

from __future__ import annotations

import pytest

from rules.core.tables import TableIncomplete
from rules.match.handling.speed_table import PRINTED, ROWS, SPEEDS, Ram, parse_rows, row

STEPS = (
    "00000 00100 00200 02010 02020 02021 02022 22210 22220 22221 22222 42221 42222 42241 42242 42423 42424 44243 "
    "44244 44443 44444 44544 44644 46454 46464 46645 46646 66654 66664 66665 66666 86665 86666 86676 86686 86867 "
    "86868 88687 88688 88887 88888 88988 88a88 8a898 8a8a8 8a8a9 8a8aa aaa98 aaaa8 aaaa9 aaaaa caaa9 caaaa caac9 "
    "caaca cacab cacac ccacb ccacc ccccb ccccc"
)
"""Half steps in five phases, one hexadecimal digit each, from 0 to 300 mph in steps of 5."""
BANDS = {
    0: 10, 5: 6, 15: 4, 25: 2, 35: 1, 65: 0, 105: -1, 135: -2, 165: -3, 195: -4, 225: -5, 255: -6, 280: -7,
}  # fmt: skip
"""The first speed with each modifier."""
SLOW_RAMS = {0: Ram(0), 5: Ram(1, 4), 10: Ram(1, 2), 15: Ram(1, 1), 20: Ram(1), 25: Ram(1), 30: Ram(1)}


@pytest.mark.rule("RH-022", "RH-024")
def test_speeds_are_0_to_300_mph_by_fives() -> None:
    assert tuple(range(0, 301, 5)) == SPEEDS
    assert len(SPEEDS) == 61


@pytest.mark.rule("RH-023", "RH-024")
@pytest.mark.parametrize(("mph", "steps"), list(zip(range(0, 301, 5), STEPS.split(), strict=True)))
def test_a_row_has_its_half_steps_in_each_of_five_phases(mph: int, steps: str) -> None:
    assert row(mph).half_steps == tuple(int(step, 16) for step in steps)
    assert row(mph).mph == mph


@pytest.mark.rule("RH-025")
@pytest.mark.parametrize("mph", SPEEDS)
def test_the_steps_of_a_row_add_up_to_its_speed(mph: int) -> None:
    assert sum(row(mph).half_steps) * 5 == mph


@pytest.mark.rule("RH-024", "RH-025")
@pytest.mark.parametrize("mph", SPEEDS)
def test_the_modifier_falls_in_bands(mph: int) -> None:
    assert row(mph).modifier == BANDS[max(first for first in BANDS if first <= mph)]


@pytest.mark.rule("RH-024", "RH-025", "RH-075")
@pytest.mark.parametrize("mph", SPEEDS)
def test_the_ram_dice_grow_with_every_5_mph_past_30(mph: int) -> None:
    assert row(mph).ram == (SLOW_RAMS[mph] if mph <= 30 else Ram((mph - 25) // 5))


@pytest.mark.rule("RH-025")
def test_280_mph_may_be_read_as_its_neighbors_below() -> None:
    assert row(280).modifier == -7
    assert row(280, mod_280=-7) == row(280)
    kinder = row(280, mod_280=-6)
    assert (kinder.modifier, kinder.half_steps, kinder.ram, kinder.mph) == (-6, row(280).half_steps, Ram(51), 280)
    assert row(275, mod_280=-6).modifier == -6
    assert row(285, mod_280=-6).modifier == -7


@pytest.mark.parametrize("mph", [-5, 3, 301, 305])
def test_no_other_number_is_a_speed(mph: int) -> None:
    with pytest.raises(KeyError):
        row(mph)


@pytest.mark.rule("RH-025")
@pytest.mark.parametrize(
    ("printed", "broken", "told"),
    [
        (" 60   2   1    1    1    1     1  7", " 60   2   1    1    1    2     1  7", "add up"),
        (" 60   2   1    1    1    1     1  7", " 60   2   1    1    1    1     1  8", "ram dice"),
        (" 30   0   1    0    1    1     2  1", " 30   0   1    0    1    1     2  2", "ram dice"),
        (" 60   2   1    1    1    1     1  7", " 60   2   1    1    1    1     2  7", "cannot stand"),
        (" 60   2   1    1    1    1     1  7\n", "", "cannot stand"),
        ("300   6   6    6    6    6    -7  55\n", "", "do not reach"),
        ("  0   0   0    0    0    0    10  0\n", "", "do not reach"),
    ],
)
def test_a_table_with_a_slip_is_refused(printed: str, broken: str, told: str) -> None:
    assert printed in PRINTED
    with pytest.raises(TableIncomplete, match=told):
        parse_rows(PRINTED.replace(printed, broken))


@pytest.mark.rule("RH-025")
def test_ram_dice_below_30_mph_keep_no_pattern() -> None:
    assert parse_rows(PRINTED) == ROWS
    assert parse_rows(PRINTED.replace(" 25   0   1    0    1   0.5    2  1", " 25   0   1    0    1   0.5    2  9"))
