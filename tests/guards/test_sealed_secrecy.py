"""No entry point reveals what is sealed: seasons that differ only in that give the same answers to every request.

Commands, forms, URLs and operations are discovered, so that new ones are attacked as well. Hashes of the chain are
replaced before the comparison. A module that reads the whole state has a line here with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from league.pages.command_forms.base import FORMS
from rules.campaign.core.command import COMMAND_TYPES
from rules.campaign.match_day.line_ups import NameLineUp
from tests.api.api_callers import at
from tests.guards import command_lines
from tests.guards import sealed_amends as amends
from tests.guards import sealed_pairs as pairs
from tests.guards.findings import beyond, report
from tests.guards.form_submissions import form_pages, pressed
from tests.league.small_league import BEGAN, Table, announced
from tests.sampling import only

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.django_db]  # PostgreSQL does not reset ids of rows
CHECKOUT = Path(__file__).parents[2]
SCENES = {
    f"{tag} {number}": scene for tag, found in pairs.SCENES.items() for number, scene in enumerate(found, start=1)
}
OWNER, COMMISSIONER = "widows", "boss"
FOUNDING, WRONG = "setup/razors/founding", {"was": 1, "now": 2}
WHOLE, SAMPLE = "whole", "sample"
Case = tuple[str, str, str]
CASES: list[Case] = [(scene, role, extent) for scene in SCENES for role in pairs.ROLES for extent in (WHOLE, SAMPLE)]
"""Every scene with every role, for all requests or for a sample."""
EXTENTS = [(scene, extent) for scene in SCENES for extent in (WHOLE, SAMPLE)]
OF_GIVERS = [case for case in CASES if case[1] != "stranger"]
GIVERS_IN_TURN: list[Case] = [(scene, pairs.ROLES[1 + turn % 2], SAMPLE) for turn, scene in enumerate(SCENES)]
"""A sample for each scene, with an owner and the commissioner in turn."""
FIRST = {
    "lined up": pairs.Scene(pairs.lining_up, pairs.NAMED, (pairs.line_up("saints", 1), pairs.line_up("widows", 1))),
    "protected": pairs.SCENES["protect_drivers"][0],
    "offered": pairs.SCENES["propose_trade"][0],
}
"""The scenes in which an amend changes something before the sealed command."""
BEFORE = [(season, extent) for season in FIRST for extent in (WHOLE, SAMPLE)]
MAKES_FALL: dict[str, list[dict[str, Any]]] = {
    "barred": [pairs.BAR],
    "taken": [pairs.TAKE],
    "released": [{"type": "release_driver", "franchise": "razors", "driver": "razors.d1"}],
    "let go": [{"type": "release_driver", "franchise": "razors", "driver": "razors.d3"}],
    "bought out": [{"type": "adjust_balance", "franchise": "razors", "amount": -10_000_000}],
}
"""The commands of such amends. Each makes one of the sealed choices illegal in some scene."""
OPENS = frozenset({"lock_line_ups", "void_match"})
OFTEN = {"token": "100000/minute", "address": "100000/minute"}
"""Rates with which every address can be asked in a row."""
"""Commands that open line-ups, after which differences are public."""
SOON = frozenset({
    "accept_trade", "adjust_driver", "finish_shopping", "lock_line_ups", "release_driver", "take_car",
    "withdraw_trade", "api_entries", "api_facts", "api_line_ups", "api_market", "awaited", "board", "entry",
    "journal", "market", "match",
})  # fmt: skip
"""Commands and URLs that CI tries in every scene. It tries each of the others in one scene."""


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", OFTEN)


def sampled(names: list[str], scene: str, extent: str) -> list[str]:
    """The names to try in a scene: all, or its share of the sample."""
    turn = list(SCENES).index(scene)
    return [
        name for number, name in enumerate(names) if extent == WHOLE or name in SOON or number % len(SCENES) == turn
    ]


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Freeze the site's clock."""
    now = BEGAN.replace(day=3)
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


def test_every_sealed_command_has_a_scene() -> None:
    sealed = [tag for tag, row in COMMAND_TYPES.items() if row.sealed]
    says = "The sealed command {} has no scene: give it in two ways in SCENES of tests/guards/sealed_pairs.py."
    gone = "No sealed command is called {}: take its scene out of tests/guards/sealed_pairs.py."
    report([*beyond(sealed, pairs.SCENES, says), *beyond(pairs.SCENES, sealed, gone)], seen=sealed, of="commands")


@pytest.mark.parametrize("case", only(GIVERS_IN_TURN, OF_GIVERS))
def test_trials_and_batches_that_must_fail_tell_nothing(case: Case) -> None:
    scene, role, extent = case
    played_scene, tags = SCENES[scene], sampled(pairs.tags_for(role), scene, extent)
    first, second = pairs.both(played_scene, lambda table: pairs.trials(table, role, tags, played_scene))
    in_vain = [text for name, text in first.items() if name.startswith(pairs.IN_VAIN_TOO)]
    assert {text[:3] for text in in_vain} <= {"422", "400"}
    assert any('"pointer":"/commands/1' in text for text in in_vain) or role != COMMISSIONER
    report(pairs.differences(first, second), seen=first, of="answers")


def test_what_a_misread_die_would_change_tells_nothing() -> None:
    def throwing_at_a_table() -> Table:
        return announced(cars=4, faces={FOUNDING: [5, 5, 6, 4, 3, 1]})

    def answers(table: Table) -> dict[str, str]:
        program, replacements = pairs.asking(table, COMMISSIONER), pairs.hashes(table)
        dice = ({"6": {"was": 1, "now": 2}}, {"1": {"was": 5, "now": 1}, "3": {"was": 6, "now": 2}}, {"7": WRONG})
        texts = {}
        for number, misread in enumerate(dice):
            body = {"misread": {FOUNDING: misread}, "reason": pairs.WHY}
            for part in ("/preview", ""):
                answer = program.post(at(table, f"/amends{part}"), body, key=f"k{number}{part}")
                text = f"{answer.status_code} {answer.content.decode()}"
                texts[f"{part} {misread}"] = pairs.settled_text(text, replacements)
        return texts

    first, second = pairs.both(pairs.Scene(throwing_at_a_table, pairs.NAMED), answers)
    assert [text[:3] for text in first.values()] == ["201", "202", "201", "202", "422", "422"]
    report(pairs.differences(first, second), seen=first, of="answers")


@pytest.mark.parametrize(
    "case",
    only([giver for giver in OF_GIVERS if giver[1:] == (COMMISSIONER, SAMPLE)], OF_GIVERS),
)
def test_forms_tell_nothing(case: Case) -> None:
    scene, role, extent = case
    tags = [tag for tag in pairs.tags_for(role) if tag in FORMS and (extent == WHOLE or tag in SOON)]
    first, second = pairs.both(SCENES[scene], lambda table: pairs.forms(table, role, tags))
    report(pairs.differences(first, second), seen=first, of="forms")


@pytest.mark.parametrize(
    "case",
    only([(scene, pairs.ROLES[turn % 3], SAMPLE) for turn, scene in enumerate(SCENES)], CASES),
)
def test_no_address_tells_anything(case: Case) -> None:
    scene, role, extent = case
    known = dict(pairs.addresses())
    chosen = {name: known[name] for name in sampled(sorted(known), scene, extent)}
    first, second = pairs.both(SCENES[scene], lambda table: pairs.pages(table, role, chosen))
    assert sum(text.startswith("200 ") for text in first.values()) > len(first) // 4
    report(pairs.differences(first, second), seen=first, of="answers")


@pytest.mark.parametrize(
    "case",
    only(GIVERS_IN_TURN, CASES),
)
def test_no_page_and_no_button_of_its_forms_tells_anything(case: Case) -> None:
    scene, role, extent = case
    known = form_pages(role)
    chosen = {name: known[name] for name in sampled(sorted(known), scene, extent)}
    first, second = pairs.both(SCENES[scene], lambda table: pressed(table, role, chosen))
    compared = [
        {name: text for name, text in answers.items() if not _locks(scene, name)} for answers in (first, second)
    ]
    report(pairs.differences(*compared), seen=first, of="pages")


def _locks(scene: str, name: str) -> bool:
    """Whether a button locks line-ups of which one became illegal, which reveals that and is recorded (ADR 25)."""
    return bool(SCENES[scene].then) and name.startswith(("board ", "form of lock_line_ups ")) and ": " in name


@pytest.mark.parametrize("case", only(GIVERS_IN_TURN, OF_GIVERS))
def test_no_preview_of_an_amend_tells_anything(case: Case) -> None:
    scene, role, extent = case
    tags = [tag for tag in sampled(pairs.tags_for(COMMISSIONER), scene, extent) if extent == WHOLE or tag not in SOON]
    first, second = pairs.both(SCENES[scene], lambda table: amends.previews(table, role, tags))
    report(pairs.differences(first, second), seen=first, of="previews")
    assert role != COMMISSIONER or any(text.startswith("20") for text in first.values())


@pytest.mark.parametrize(
    "case",
    only([giver for giver in OF_GIVERS if giver[1:] == (COMMISSIONER, SAMPLE)], OF_GIVERS),
)
def test_no_answer_to_an_amend_that_is_saved_tells_anything(case: Case) -> None:
    scene, role, extent = case
    tags = [
        tag
        for tag in sampled(pairs.tags_for(COMMISSIONER), scene, extent)
        if tag not in OPENS and (extent == WHOLE or tag not in SOON)
    ]
    first, second = pairs.both(SCENES[scene], lambda table: amends.previews(table, role, tags, save=True))
    report(pairs.differences(first, second), seen=first, of="amends")


@pytest.mark.parametrize("case", only([("lined up", SAMPLE)], BEFORE))
def test_nothing_tells_anything_after_an_amend_of_what_came_before(case: tuple[str, str]) -> None:
    season, extent = case
    number: list[int] = []

    def build() -> Table:
        table = FIRST[season].build()
        adjustment = table.give("adjust_balance", franchise="widows", amount=1, reason=pairs.WHY)
        number.append(adjustment.entries[0].number)
        return table

    known = dict(pairs.addresses())
    chosen = {name: known[name] for name in sorted(known) if extent == WHOLE or name in SOON}
    scene = replace(FIRST[season], build=build)
    first, second = pairs.both(scene, lambda table: amends.after_amends(table, number[-1], MAKES_FALL, chosen))
    assert any(text.startswith("201 ") for name, text in first.items() if name.endswith(" saved"))
    report(pairs.differences(first, second), seen=first, of="answers")


@pytest.mark.parametrize("case", only([(scene, SAMPLE) for scene in SCENES], EXTENTS))
def test_no_line_of_the_command_line_tells_anything(case: tuple[str, str], tmp_path: Path) -> None:
    scene, extent = case
    tags = [tag for tag in sampled(pairs.tags_for(COMMISSIONER), scene, extent) if extent == WHOLE or tag not in SOON]
    first, second = pairs.both(SCENES[scene], lambda table: command_lines.answers(table, tmp_path, tags))
    report(pairs.differences(first, second), seen=first, of="lines")


def test_a_season_that_hides_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NameLineUp, "sealed_things", classmethod(lambda *_asked, **_how: []))
    monkeypatch.setattr("rules.campaign.people.veterans.sealed_line_ups", lambda *_asked, **_how: [])
    scene = pairs.SCENES["name_line_up"][0]
    first, second = pairs.both(scene, lambda table: pairs.trials(table, COMMISSIONER, ["release_driver"], scene))
    found = list(pairs.differences(first, second))
    assert len(found) == 4
    assert all("release_driver" in sentence and sentence.endswith("by what is sealed") for sentence in found)


READS_ALL = {
    "api/reports/semantic_errors.py": "reports are checked once line-ups are locked",
    "api/packets/views.py": "a packet is that of a locked match",
    "api/round_plans/views.py": "rounds, franchises and rulesets alone are looked at",
    "api/reports/views.py": "evidence is held against a locked match",
    "api/reports/serializers.py": "the packet that reports name is that of a locked match",
    "league/management/commands/simulate.py": "it hides what everybody chose under seal, as though they had not yet",
    "league/management/cli_approval.py": "whose affairs an amend changes; only whether it is marked is told",
    "league/management/season_report.py": "balances and facts of entries that tell what is public",
    "league/pages/demo.py": "a demo's sandbox has no secret that its visitor may not read",
    "league/pages/duels/opening.py": "answers and locked line-ups alone are looked at",
    "league/pages/duels/page.py": "answers and steps alone are looked at",
    "league/pages/matches/match.py": "what a match system finds wanting in the viewer's own line-ups",
    "league/pages/questionnaire/direct_publication.py": "answers and steps alone are looked at",
    "league/pages/questionnaire/version_pages.py": "answers and steps alone are looked at",
    "league/pages/questionnaire/versions.py": "answers and steps alone are looked at",
}
"""Modules of entry points and pages that read the whole state, with the reason why that reveals nothing."""
IMPORTS_LOAD = re.compile(r"store import .*\bload\b")
"""The import of what loads a whole season; `load_partially` loads what a page shows of it."""
ENTRY_POINTS = (
    "api",
    "league/pages",
    "league/views",
    "league/management",
    "league/templatetags",
    "franchises",
    "drivers",
)


def whole_states() -> Iterator[str]:
    """The modules of entry points and pages that read the whole state."""
    for room in ENTRY_POINTS:
        for path in sorted((CHECKOUT / room).rglob("*.py")):
            text: Any = path.read_text(encoding="utf-8")
            if "store.load(" in text or "trusted(" in text or IMPORTS_LOAD.search(text):
                yield str(path.relative_to(CHECKOUT))


def test_an_entry_point_that_reads_the_whole_state_says_why() -> None:
    found = list(whole_states())
    says = "{} reads the whole state: use seen_by of journal/state/visible.py, or say why not in READS_ALL here."
    gone = (
        "{} does not read the whole state any more: take it out of READS_ALL in tests/guards/test_sealed_secrecy.py."
    )
    report([*beyond(found, READS_ALL, says), *beyond(READS_ALL, found, gone)], seen=found, of="modules")
