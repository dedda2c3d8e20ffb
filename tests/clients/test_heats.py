"""A match is reported heat by heat from the command line, over HTTP. The heats add up to one claim."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dethmetal_client.__main__ import main

from league.models import ReportClaim, ReportPart
from tests.api.api_callers import token_of
from tests.api.reportable_matches import claimed, document, locked, send
from tests.api.test_reports_heats import heat
from tests.clients.conftest import server
from tests.league.small_league import Table

__all__ = ["server"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long, pytest.mark.once]
MATCH = "rust-belt/s1/m1"
Said = tuple[int, str, str]
Razors = Callable[..., Said]


@pytest.fixture
def table(server: str) -> Table:
    """A league whose first match, of two heats, is locked."""
    return locked()


@pytest.fixture
def razors(server: str, table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Razors:
    """A function that reports heats by the razors' command line: exit status, standard output, standard error."""
    _, token = token_of(table, "razors", "read", "report")

    def report_heats(heats: dict[int, dict[str, Any]], *words: str) -> Said:
        options = []
        for number, report in heats.items():
            file = tmp_path / f"heat{number}.json"
            file.write_text(json.dumps(report), encoding="utf-8")
            options += ["--heat", f"{number}={file}"]
        status = main(["--server", server, "--token", token, "report", MATCH, *options, *words])
        output, errors = capsys.readouterr()
        return status, output, errors

    return report_heats


def of_heat(table: Table, number: int) -> dict[str, Any]:
    """The report of a heat, as a file has it."""
    heat_report: dict[str, Any] = heat(table, number)["report"]
    return heat_report


def test_a_heat_is_kept_as_soon_as_it_is_sent_and_the_last_makes_the_claim(table: Table, razors: Razors) -> None:
    status, output, errors = razors({1: of_heat(table, 1)})
    assert (status, errors) == (0, "")
    assert "heat 1 is reported" in output
    assert "for razors" not in output
    assert (ReportPart.objects.count(), ReportClaim.objects.count()) == (1, 0)

    status, output, errors = razors({2: of_heat(table, 2)})
    assert (status, errors) == (0, "")
    assert "heat 2 is reported" in output
    assert output.endswith(f"{MATCH}: claimed\n")
    claim = ReportClaim.objects.get()
    assert [(team["franchise"], team["points"]) for team in claim.document["teams"]] == [("razors", 9), ("saints", 7)]
    assert claim.document["drivers"][0] == {"driver": "razors.d1", "heats": [1, 2], "criticals": 3}
    assert send(table, "saints", {**document(table), "report": claim.document}).json()["reports"]["state"] == "agreed"


def test_the_same_words_again_are_the_same_requests_and_make_no_second_claim(table: Table, razors: Razors) -> None:
    heats = {number: of_heat(table, number) for number in (1, 2)}
    first, again = razors(heats), razors(heats)
    assert (first[0], again[0]) == (0, 0)
    assert (ReportPart.objects.count(), ReportClaim.objects.count()) == (2, 1)
    assert claimed(table)["state"] == "claimed"


def test_a_heat_that_is_mended_before_the_last_replaces_what_was_kept_of_it(table: Table, razors: Razors) -> None:
    corrected = of_heat(table, 1)
    corrected["drivers"][1]["kills"] = 1
    assert razors({1: of_heat(table, 1)})[0] == razors({1: corrected})[0] == 0
    assert razors({2: of_heat(table, 2)})[0] == 0
    assert ReportClaim.objects.get().document["drivers"][1] == {"driver": "razors.d2", "heats": [1, 2], "kills": 1}


def test_what_is_false_in_a_later_heat_is_told_by_place_and_the_earlier_heat_stays_kept(
    table: Table, razors: Razors
) -> None:
    false_heat = of_heat(table, 2)
    false_heat["drivers"][0]["heats"] = [1]
    status, output, errors = razors({1: of_heat(table, 1), 2: false_heat})
    assert status == 1
    assert "heat 1 is reported" in output
    assert errors.startswith("422 ")
    assert "/report/drivers/0/heats" in errors
    assert (ReportPart.objects.count(), ReportClaim.objects.count()) == (1, 0)
    assert [part["heat"] for part in claimed(table)["heats"]] == [1]
