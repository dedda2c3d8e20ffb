"""A match is reported heat by heat from the command line, over HTTP: the heats add up to one claim."""

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
    """The command line of a team's owner: what it ends with and says of files with these reports, by heat."""
    _, token = token_of(table, "razors", "read", "report")

    def asked(heats: dict[int, dict[str, Any]], *words: str) -> Said:
        given = []
        for number, each in heats.items():
            file = tmp_path / f"heat{number}.json"
            file.write_text(json.dumps(each), encoding="utf-8")
            given += ["--heat", f"{number}={file}"]
        ends = main(["--server", server, "--token", token, "report", MATCH, *given, *words])
        out, wrong = capsys.readouterr()
        return ends, out, wrong

    return asked


def of_heat(table: Table, number: int) -> dict[str, Any]:
    """What came of a heat, as it lies in a file."""
    made: dict[str, Any] = heat(table, number)["report"]
    return made


def test_a_heat_is_kept_as_soon_as_it_is_sent_and_the_last_makes_the_claim(table: Table, razors: Razors) -> None:
    ends, out, wrong = razors({1: of_heat(table, 1)})
    assert (ends, wrong) == (0, "")
    assert "heat 1 is reported" in out
    assert "for razors" not in out
    assert (ReportPart.objects.count(), ReportClaim.objects.count()) == (1, 0)

    ends, out, wrong = razors({2: of_heat(table, 2)})
    assert (ends, wrong) == (0, "")
    assert "heat 2 is reported" in out
    assert out.endswith(f"{MATCH}: claimed\n")
    claim = ReportClaim.objects.get()
    assert [(each["franchise"], each["points"]) for each in claim.document["teams"]] == [("razors", 9), ("saints", 7)]
    assert claim.document["drivers"][0] == {"driver": "razors.d1", "heats": [1, 2], "criticals": 3}
    assert send(table, "saints", {**document(table), "report": claim.document}).json()["reports"]["state"] == "agreed"


def test_the_same_words_again_are_the_same_requests_and_make_no_second_claim(table: Table, razors: Razors) -> None:
    both = {number: of_heat(table, number) for number in (1, 2)}
    first, again = razors(both), razors(both)
    assert (first[0], again[0]) == (0, 0)
    assert (ReportPart.objects.count(), ReportClaim.objects.count()) == (2, 1)
    assert claimed(table)["state"] == "claimed"


def test_a_heat_that_is_mended_before_the_last_replaces_what_was_kept_of_it(table: Table, razors: Razors) -> None:
    mended = of_heat(table, 1)
    mended["drivers"][1]["kills"] = 1
    assert razors({1: of_heat(table, 1)})[0] == razors({1: mended})[0] == 0
    assert razors({2: of_heat(table, 2)})[0] == 0
    assert ReportClaim.objects.get().document["drivers"][1] == {"driver": "razors.d2", "heats": [1, 2], "kills": 1}


def test_what_is_false_in_a_later_heat_is_told_by_place_and_the_earlier_heat_stays_kept(
    table: Table, razors: Razors
) -> None:
    wrong = of_heat(table, 2)
    wrong["drivers"][0]["heats"] = [1]
    ends, out, said = razors({1: of_heat(table, 1), 2: wrong})
    assert ends == 1
    assert "heat 1 is reported" in out
    assert said.startswith("422 ")
    assert "/report/drivers/0/heats" in said
    assert (ReportPart.objects.count(), ReportClaim.objects.count()) == (1, 0)
    assert [each["heat"] for each in claimed(table)["heats"]] == [1]
