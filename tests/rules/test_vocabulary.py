"""The talents and quirks a season can send to a match equal those a match knows; items are carried or worn."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.match.catalog import AIDS, CAR_ITEM_KINDS, CATALOG, WEARABLES
from rules.match.packet_vocabulary import QUIRKS, TALENTS
from tests.guards.findings import beyond, report

STAYS_AT_HOME = {"artificial_eye", "artificial_limbs", "artificial_organs", "medical_kit"}
"""Items that are permanently part of a person, or are used between heats (DM-M-127)."""


def differing(season: Collection[str], match: Collection[str], what: str, where: str) -> list[str]:
    """A sentence for each name that only the season has, or only the match."""
    file = "rules/match/packet_vocabulary.py"
    says = f"A season has the {what} {{}}, and no match knows it: add it to {where} in {file}."
    superfluous = f"Matches know the {what} {{}}, which no season has: take it out of {where} in {file}."
    return [*beyond(season, match, says), *beyond(match, season, superfluous)]


@pytest.mark.rule("DM-M-113")
def test_every_talent_of_a_season_is_known_in_a_match_and_no_other() -> None:
    report(differing(TALENT_BY_TAG, TALENTS, "talent", "TALENTS"), seen=TALENT_BY_TAG, of="talents")


@pytest.mark.rule("DM-M-117", "DM-M-118")
def test_every_quirk_of_a_season_is_known_in_a_match_and_no_other() -> None:
    report(differing(QUIRK_NAMES, QUIRKS, "quirk", "QUIRKS"), seen=QUIRK_NAMES, of="quirks")


@pytest.mark.rule("DM-M-127")
def test_every_item_of_a_season_is_carried_or_worn_or_stays_at_home() -> None:
    assert not CAR_ITEM_KINDS & WEARABLES
    assert set(CATALOG) - CAR_ITEM_KINDS - WEARABLES == STAYS_AT_HOME
    assert {kind: row.where for kind, row in CATALOG.items() if kind in AIDS} == dict.fromkeys(sorted(AIDS), "weapon")
