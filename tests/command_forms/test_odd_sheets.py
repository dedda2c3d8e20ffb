"""Odd files sent as a league's table: each is answered with a sentence on the form, or read as the table it is."""

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
    """What is wrong with the answer to a file, each a sentence."""
    form, trial = answer.context["form"], answer.context["trial"]
    told = [sentence for sentences in form.errors.values() for sentence in sentences]
    said = told or [trial.refusal if trial else ""]
    if answer.status_code not in (200, 422):
        yield f"{what} is answered {answer.status_code}: see league/views/opening_sheet.py."
    if fine != (not any(said)):
        yield f"{what} is {'refused' if fine else 'taken'}: {said}."
    for sentence in said:
        if sentence and not sentence.endswith((".", ")")):
            yield f"{what} is answered with no sentence: {sentence[-200:]!r}."
        if "Traceback" in sentence or CLASS_NAME.search(sentence):
            yield f"{what} is answered as a program's fault: {sentence[-200:]!r}."


def answers(ending: str, odd: dict[str, bytes], fine: frozenset[str]) -> Iterator[str]:
    """What is wrong with the answers to those files, sent under a name with that ending."""
    sitter = Sitter(unfounded().season, "boss")
    for name, content in odd.items():
        what = f"{name} as {ending}"
        with in_time(what):
            answer = sitter.client.post(READ, {"file": SimpleUploadedFile(f"league.{ending}", content)})
        yield from wrong(what, answer, fine=name in fine)


def test_odd_workbooks_are_answered_in_a_sentence() -> None:
    odd = odd_sheets()
    assert len(odd) >= 30
    report(answers("xlsx", odd, READ_ALL_THE_SAME), seen=odd, of="workbooks")


@pytest.mark.long
@pytest.mark.parametrize("ending", ["csv", "xlsx", "json"])
def test_odd_files_are_answered_in_a_sentence(ending: str) -> None:
    odd = odd_files()
    report(answers(ending, odd, frozenset()), seen=odd, of="files")
