"""No answer depends on the season's secret: seasons that differ only in that give the same answers.

Pages with their forms, GET operations of the API and command lines are discovered. Hashes of the secret and published
keys are replaced before the comparison. Other operations of the API are in `test_dice_to_come.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from explain.command_preview import CommandPreview
from league.management.commands import do
from rules.core.dice import KeyRing
from tests.api.api_callers import Program
from tests.command_forms import leagues_at_steps
from tests.guards import command_lines, form_submissions
from tests.guards import sealed_pairs as pairs
from tests.guards.findings import beyond, report
from tests.journal.amends import with_another_secret
from tests.league.small_league import BEGAN, SEEDS, Table, announced, founded, lined_up, settled, shopping
from tests.own_cache import empty_cache
from tests.sampling import only

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.django_db]  # PostgreSQL does not reset ids of rows
STATES: dict[str, Callable[[], Table]] = {
    "founded": founded,
    "announced": announced,
    "locked": lined_up,
    "repairs": leagues_at_steps.reckoned,
    "shops": shopping,
    "settled": settled,
    "contracts": leagues_at_steps.ranked,
    "draft": leagues_at_steps.picking,
    "founded, with leaves": partial(founded, dice=SEEDS),
    "locked, with leaves": partial(lined_up, dice=SEEDS),
}
ROLES = ("stranger", "razors", "boss")
WHOLE, SAMPLE = "whole", "sample"
Case = tuple[str, str, str]
CASES: list[Case] = [(state, role, extent) for state in STATES for role in ROLES for extent in (WHOLE, SAMPLE)]
IN_CI = [(state, ROLES[1 + turn % 2], SAMPLE) for turn, state in enumerate(STATES)]
EXTENTS = [(state, extent) for state in STATES for extent in (WHOLE, SAMPLE)]


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Freeze the site's clock."""
    now = BEGAN.replace(day=3)
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


def both(state: str, answers: Callable[[Table], dict[str, str]]) -> tuple[dict[str, str], dict[str, str]]:
    """The answers of a season with each of two secrets. All requests are rolled back.

    Neither is its original secret, whose keys are in examples of the API's document.
    """
    table, found = STATES[state](), []
    Program().get("/keys")  # creates the site's signing key
    for number in (1, 2):
        with transaction.atomic():
            with_another_secret(table, number)
            empty_cache()
            found.append(answers(table))
            transaction.set_rollback(True)
    return found[0], found[1]


def sampled(names: list[str], state: str, extent: str) -> list[str]:
    """The names to try in a state: nightly all of them in every state, in CI each in one state."""
    turn = list(STATES).index(state)
    return [name for number, name in enumerate(names) if extent == WHOLE or number % len(STATES) == turn]


@pytest.mark.parametrize("case", only(IN_CI, CASES))
def test_no_page_and_no_button_of_its_forms_hangs_on_the_secret(case: Case) -> None:
    state, role, extent = case
    known = form_submissions.form_pages(role)
    chosen = {name: known[name] for name in sampled(sorted(known), state, extent)}
    choices = (0, -1) if extent == WHOLE else (0,)

    def answers(table: Table) -> dict[str, str]:
        found = {choice: form_submissions.pressed(table, role, chosen, choice=choice) for choice in choices}
        return {f"{name}, choice {choice}": text for choice, texts in found.items() for name, text in texts.items()}

    first, second = both(state, answers)
    report(pairs.differences(first, second, by="the secret"), seen=first, of="pages")
    any_preview = any(": " in name and text.startswith("200") for name, text in first.items())
    assert any_preview or extent == SAMPLE or role == "stranger"


@pytest.mark.parametrize("case", only(IN_CI, CASES))
def test_no_read_of_the_api_hangs_on_the_secret(case: Case) -> None:
    state, role, extent = case
    known = {name: path for name, path in pairs.addresses() if name.startswith("api_")}
    chosen = {name: known[name] for name in sampled(sorted(known), state, extent)}
    first, second = both(state, lambda table: pairs.pages(table, role, chosen))
    report(pairs.differences(first, second, by="the secret"), seen=first, of="reads")


@pytest.mark.parametrize("case", only([extent_case for extent_case in EXTENTS if extent_case[1] == SAMPLE], EXTENTS))
def test_no_line_of_the_command_line_that_gives_nothing_hangs_on_the_secret(
    case: tuple[str, str], tmp_path: Path
) -> None:
    state, extent = case
    tags = sampled(pairs.tags_for("boss"), state, extent)
    first, second = both(state, lambda table: command_lines.answers(table, tmp_path, tags))
    report(pairs.differences(first, second, by="the secret"), seen=first, of="lines")
    assert any(not text.startswith("refused") for name, text in first.items() if " amend " in name)


def test_every_command_of_the_command_line_has_a_line() -> None:
    found, listed = command_lines.known(), command_lines.listed()
    says = "manage.py {} has no line: have it asked, or say why not, in tests/guards/command_lines.py."
    gone = "manage.py has no command {}: take it out of tests/guards/command_lines.py."
    report([*beyond(found, listed, says), *beyond(listed, found, gone)], seen=found, of="commands")


def test_a_trial_that_tells_what_would_fall_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def reveal_key(*_asked: Any) -> CommandPreview:
        return CommandPreview(may_be_refused=KeyRing(bytes.fromhex(Table().row.secret)).season().hex())

    monkeypatch.setattr("league.pages.command_forms.page.preview_commands", reveal_key)
    name = "form of throw_party"
    chosen = {name: form_submissions.form_pages("razors")[name]}
    first, second = both("founded", lambda table: form_submissions.pressed(table, "razors", chosen))
    (sentence,) = pairs.differences(first, second, by="the secret")
    assert sentence.startswith(f"{name} ")
    assert sentence.endswith(" by the secret")


def test_a_command_that_prints_what_would_fall_is_caught(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def print_key(self: BaseCommand, *_args: Any, **_options: Any) -> None:
        self.stdout.write(KeyRing(bytes.fromhex(Table().row.secret)).season().hex())

    monkeypatch.setattr(do.Command, "handle", print_key)
    first, second = both("founded", lambda table: command_lines.answers(table, tmp_path, ["hire_rookie"]))
    (sentence,) = pairs.differences(first, second, by="the secret")
    assert sentence.startswith(f"manage.py do {command_lines.SEASON} FILE --on-behalf-of razors")
