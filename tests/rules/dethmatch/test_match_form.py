"""What a match's file leaves unsaid is the printed beginning: a plain car, rank 3 all round, the least mechanic."""

from __future__ import annotations

import msgspec
import pytest

from rules.dethmatch.match_form import Competitor, Entered, MatchFile, Team, listed


@pytest.mark.rule("DM-M-007")
def test_a_competitor_of_whom_nothing_is_said_has_rank_three_in_every_trait() -> None:
    read = msgspec.convert({"id": "razor"}, Competitor)
    assert (read.driving, read.gunnery, read.initiative, read.toughness) == (3, 3, 3, 3)
    assert (read.talents, read.quirks, read.worn) == ([], [], [])


@pytest.mark.rule("DM-M-010", "DM-M-040")
def test_a_car_of_which_nothing_is_said_is_built_on_sixty_points_and_has_no_criticals() -> None:
    read = msgspec.convert({}, Entered)
    assert (read.dp, read.criticals, read.weapons, read.items) == (60, 0, {}, [])


@pytest.mark.rule("DM-M-127", "DM-M-129")
def test_a_team_of_which_nothing_is_said_has_the_least_mechanic_and_no_kit() -> None:
    read = msgspec.convert({"id": "razors", "cars": [], "crew": []}, Team)
    assert (read.mechanic, read.pit_bonus, read.kit_uses, read.stores) == (1, 0, 0, [])


@pytest.mark.rule("DM-M-128", "DM-M-136")
def test_a_file_that_names_no_laps_or_heats_leaves_them_to_the_event() -> None:
    read = msgspec.convert({"event": "lap_race", "track": "foundry_row", "teams": []}, MatchFile)
    assert (read.laps, read.heats, read.switches) == (0, 0, {})


@pytest.mark.rule("DM-M-026")
def test_a_gear_set_written_as_its_kind_alone_is_the_plain_one() -> None:
    assert (listed("gear_set").gearing, listed("gear_set").ammunition) == (0, None)
