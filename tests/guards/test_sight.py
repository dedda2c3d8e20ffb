"""No entry point reveals what is sealed: seasons that differ in that alone are answered alike, whoever asks whatever.

Commands, forms, addresses and operations are discovered, so that a new one is attacked by itself; the hash of a sealed
entry is taken out first. A module that reads the whole state has a line here that says why it may.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from league.pages.desk.forms import FORMS
from rules.campaign.command import REGISTRY
from tests.guards import sealed_pairs as pairs
from tests.guards.findings import beyond, report
from tests.league.building import BEGAN
from tests.sampling import only

pytestmark = [pytest.mark.long, pytest.mark.django_db]
CHECKOUT = Path(__file__).parents[2]
SCENES = {f"{tag} {number}": each for tag, found in pairs.SCENES.items() for number, each in enumerate(found, 1)}
SOON = (
    "release_driver",
    "lock_line_ups",
    "adjust_driver",
    "take_car",
    "accept_trade",
    "withdraw_trade",
    "finish_shopping",
)
"""Commands that CI asks every time; of the others it asks one in so many."""
ONE_IN = 6
WHOLE, SAMPLE = "whole", "sample"


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Every page is asked for at one moment."""
    now = BEGAN.replace(day=3)
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


def commands(role: str, extent: str) -> list[str]:
    """The commands that are asked."""
    tags = pairs.tags_for(role)
    return tags if extent == WHOLE else [tag for n, tag in enumerate(tags) if tag in SOON or n % ONE_IN == 0]


def test_every_sealed_command_has_a_scene() -> None:
    sealed = [tag for tag, row in REGISTRY.items() if row.sealed]
    says = "The sealed command {} has no scene: give it in two ways in SCENES of tests/guards/sealed_pairs.py."
    gone = "No sealed command is called {}: take its scene out of tests/guards/sealed_pairs.py."
    report([*beyond(sealed, pairs.SCENES, says), *beyond(pairs.SCENES, sealed, gone)], seen=sealed, of="commands")


@pytest.mark.parametrize("extent", only([SAMPLE], [SAMPLE, WHOLE]))
@pytest.mark.parametrize("role", ["widows", "boss"])
@pytest.mark.parametrize("scene", SCENES)
def test_trials_and_batches_that_must_fail_tell_nothing(scene: str, role: str, extent: str) -> None:
    asked = SCENES[scene]
    one, other = pairs.both(asked, lambda table: pairs.trials(table, role, commands(role, extent), asked))
    report(pairs.differences(one, other), seen=one, of="answers")


@pytest.mark.parametrize("extent", only([SAMPLE], [SAMPLE, WHOLE]))
@pytest.mark.parametrize("role", ["widows", "boss"])
@pytest.mark.parametrize("scene", SCENES)
def test_forms_tell_nothing(scene: str, role: str, extent: str) -> None:
    tags = [each for each in commands(role, extent) if each in FORMS]
    one, other = pairs.both(SCENES[scene], lambda table: pairs.forms(table, role, tags))
    report(pairs.differences(one, other), seen=one, of="forms")


@pytest.mark.parametrize("role", pairs.ROLES)
@pytest.mark.parametrize("scene", SCENES)
def test_no_address_tells_anything(scene: str, role: str) -> None:
    asked = dict(pairs.addresses())
    one, other = pairs.both(SCENES[scene], lambda table: pairs.pages(table, role, asked))
    assert sum(each.startswith("200 ") for each in one.values()) > 40
    report(pairs.differences(one, other), seen=one, of="answers")


READS_ALL = {
    "league/api/besides.py": "reports are checked once line-ups are locked",
    "league/api/packets.py": "a packet is that of a locked match",
    "league/api/reports.py": "evidence is held against a locked match",
    "league/api/telling_reports.py": "the packet that reports name is that of a locked match",
    "league/management/commands/simulate.py": "it hides what everybody chose under seal, as though they had not yet",
    "league/management/pinboard.py": "balances and facts of entries that tell what is public",
    "league/pages/questionnaire/page.py": "house rules alone are looked at",
    "league/pages/questionnaire/versions.py": "house rules alone are looked at",
}
"""The entry points and pages that read the whole state, each with why that tells nobody anything."""
ENTRY_POINTS = (
    "league/api",
    "league/pages",
    "league/views",
    "league/management",
    "league/templatetags",
    "franchises",
    "drivers",
)


def whole_states() -> Iterator[str]:
    """The entry points and pages that read the whole state."""
    for room in ENTRY_POINTS:
        for path in sorted((CHECKOUT / room).rglob("*.py")):
            text: Any = path.read_text(encoding="utf-8")
            if "store.load(" in text or "trusted(" in text or "import load" in text:
                yield str(path.relative_to(CHECKOUT))


def test_an_entry_point_that_reads_the_whole_state_says_why() -> None:
    found = list(whole_states())
    says = (
        "{} reads the whole state: use seen_by of league/journal/visible_state.py, or say why not in READS_ALL here."
    )
    gone = "{} does not read the whole state any more: take it out of READS_ALL in tests/guards/test_sight.py."
    report([*beyond(found, READS_ALL, says), *beyond(READS_ALL, found, gone)], seen=found, of="modules")
