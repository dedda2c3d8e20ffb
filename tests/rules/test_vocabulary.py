"""What a match can be told of is what a season can send: neither knows the other, and both know the same names."""

from __future__ import annotations

import pytest

from rules.campaign.catalogue import CATALOGUE
from rules.campaign.quirks import QUIRK_NAMES
from rules.campaign.talents import BY_TAG
from rules.vocabulary import ABOARD, QUIRKS, TALENTS, WORN

STAYS_AT_HOME = {"artificial_eye", "artificial_limbs", "artificial_organs", "medical_kit"}
"""What is built into people for good, and what is used between heats (DM-M-127)."""


@pytest.mark.rule("DM-M-113")
def test_every_talent_of_a_season_is_known_in_a_match_and_no_other() -> None:
    assert frozenset(BY_TAG) == TALENTS


@pytest.mark.rule("DM-M-117", "DM-M-118")
def test_every_quirk_of_a_season_is_known_in_a_match_and_no_other() -> None:
    assert frozenset(QUIRK_NAMES) == QUIRKS


@pytest.mark.rule("DM-M-127")
def test_every_item_of_a_season_is_carried_or_worn_or_stays_at_home() -> None:
    assert not ABOARD & WORN
    assert set(CATALOGUE) - STAYS_AT_HOME == ABOARD | WORN
