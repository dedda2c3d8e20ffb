"""The leagues staged for screenshots can be built from nothing with the current code."""

from __future__ import annotations

import pytest

from league.models import League, Match
from tools import stage_new_league, stage_slag_cup

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.once]


def test_a_league_whose_matches_are_played_here_is_staged_with_its_rounds_settled() -> None:
    stage_slag_cup.stage()
    assert set(Match.objects.values_list("step", flat=True)) == {"settled"}


def test_a_league_that_was_only_founded_is_staged() -> None:
    stage_new_league.stage()
    assert League.objects.exists()
