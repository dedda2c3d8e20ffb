"""Odd files uploaded as a league's table: each is refused in a sentence on the form, or read as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.command_forms.desk import Sitter
from tests.command_forms.league_without_franchises import unfounded
from tests.guards.findings import report
from tests.odd_files import CLASS_NAME, in_time, odd_files
from tests.odd_sheets import READ_ALL_THE_SAME, odd_sheets

pytestmark = pytest.mark.django_db
READ = "/l/rust-belt/s1/do/open_from_sheet/read/"


def wrong(what: str, answer: Any, *, fine: bool) -> Iterator[str]:
    """Sentences about what is wrong with the answer to a file."""
    form, trial = answer.context["form"], answer.context["trial"]
    form_errors = [sentence for sentences in form.errors.values() for sentence in sentences]
    shown = form_errors or [trial.refusal if trial else ""]
    if answer.status_code not in (200, 422):
        yield f"{what} is answered {answer.status_code}: see league/views/commands.py."
    if fine != (not any(shown)):
        yield f"{what} is {'refused' if fine else 'taken'}: {shown}."
    for sentence in shown:
        if sentence and not sentence.endswith((".", ")")):
            yield f"{what} is answered with no sentence: {sentence[-200:]!r}."
        if "Traceback" in sentence or CLASS_NAME.search(sentence):
            yield f"{what} is answered as a program's fault: {sentence[-200:]!r}."


def answers(ending: str, odd: dict[str, bytes], fine: frozenset[str]) -> Iterator[str]:
    """Upload each file under a name with this ending, and yield what is wrong with its answer."""
    sitter = Sitter(unfounded().season, "boss")
    for name, content in odd.items():
        label = f"{name} as {ending}"
        with in_time(label):
            answer = sitter.client.post(READ, {"file": SimpleUploadedFile(f"league.{ending}", content)})
        yield from wrong(label, answer, fine=name in fine)


def test_odd_workbooks_are_answered_in_a_sentence() -> None:
    odd = odd_sheets()
    assert len(odd) >= 30
    report(answers("xlsx", odd, READ_ALL_THE_SAME), seen=odd, of="workbooks")


@pytest.mark.long
@pytest.mark.parametrize("ending", ["csv", "xlsx", "json"])
def test_odd_files_are_answered_in_a_sentence(ending: str) -> None:
    odd = odd_files()
    report(answers(ending, odd, frozenset()), seen=odd, of="files")
