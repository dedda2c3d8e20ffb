"""A program corrects a misread die. Another member approves it, and the die's rolls then show the correction."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Membership, Ruling
from scheduling.rulings import answer_ruling
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.journal.amends import number_of
from tests.journal.misread_league import PARTY, partied
from tests.league.small_league import Table, founded

pytestmark = pytest.mark.django_db
SENT = {"misread": {PARTY: {"1": {"was": 1, "now": 2}}}, "reason": "I read it wrongly."}
CORRECTED = {"path": PARTY, "die": 1, "was": 1, "now": 2}


def asked(table: Table, program: Program, part: str = "", key: str = "k", **more: Any) -> Any:
    """Request the correction, or its preview if `part` is `/preview`."""
    return program.post(at(table, f"/amends{part}"), {**SENT, **more}, key=key)


def approved(table: Table) -> int:
    """Request the correction by program and approve it as an owner. Returns the number of its entry."""
    answer = asked(table, program_of(table, "boss"))
    assert (answer.status_code, answer.json()["number"]) == (202, 0)
    saints = Membership.objects.get(handle=table.handle("saints"))
    ruling = answer_ruling(table.row, Ruling.objects.get().pk, "confirm", members=[saints], at=table.at)
    return ruling.entry or 0


def rolls_of(table: Table, program: Program) -> list[dict[str, Any]]:
    """The rolls of the party in the API's answer for its entry."""
    number = number_of(table, "throw_party")
    facts = program.get(at(table, f"/entries/{number}")).json()["facts"]
    return [roll for fact in facts for roll in fact["rolls"]]


def test_a_preview_tells_what_would_follow_and_nobody_is_asked() -> None:
    table = partied()
    answer = asked(table, program_of(table, "boss"), "/preview")
    assert answer.status_code == 201, answer.content
    assert not Ruling.objects.exists()
    read = program_of(table, "razors").get(at(table, f"/amends/{answer.json()['number']}")).json()
    assert (read["misread"], read["unapproved"], read["approved_by"]) == ([CORRECTED], False, "")
    assert table.row.misread == {}


def test_it_waits_for_another_member_and_every_roll_says_who_said_so_who_approved_it_and_why() -> None:
    table = partied()
    number = approved(table)
    reader = program_of(table, "razors")
    assert [(roll["faces"], roll["by_hand"], roll["misread"]) for roll in rolls_of(table, reader)] == [
        (
            [2],
            True,
            [
                {
                    "die": 1,
                    "was": 1,
                    "now": 2,
                    "amend": number,
                    "by": table.handle("boss"),
                    "approved_by": table.handle("saints"),
                    "reason": "I read it wrongly. Approved by the owner of Saints.",
                }
            ],
        )
    ]
    read = reader.get(at(table, f"/amends/{number}")).json()
    assert (read["misread"], read["approved_by"]) == ([CORRECTED], table.handle("saints"))
    assert [ruling["misread"] for ruling in reader.get(at(table, "/rulings")).json()["rulings"]] == [[CORRECTED]]


@pytest.mark.parametrize(
    ("misread", "kind", "pointer"),
    [
        ({}, "malformed", "/corrections"),
        ({PARTY: {"2": {"was": 1, "now": 2}}}, "not-misread", "/misread/setup~1razors~1party/2"),
        ({PARTY: {"1": {"was": 1, "now": 9}}}, "not-misread", "/misread/setup~1razors~1party/1"),
        ({"setup/widows/party": {"1": {"was": 1, "now": 2}}}, "not-misread", "/misread/setup~1widows~1party/1"),
        ({PARTY: {"one": {"was": 1, "now": 2}}}, "malformed", "/misread/setup~1razors~1party"),
        ({PARTY: {"1": {"was": 1}}}, "field-missing", "/misread/setup~1razors~1party/1/now"),
        ({PARTY: {"1": {"was": "1", "now": 2}}}, "wrong-kind", "/misread/setup~1razors~1party/1/was"),
        ({PARTY: 5}, "wrong-kind", "/misread/setup~1razors~1party"),
    ],
)
@pytest.mark.parametrize("part", ["", "/preview"])
def test_what_cannot_have_been_misread_is_refused_beside_the_die(
    misread: Any, kind: str, pointer: str, part: str
) -> None:
    table = partied()
    length = table.row.length
    answer = asked(table, program_of(table, "boss"), part, misread=misread)
    problem = told(answer, answer.status_code, kind)
    assert (answer.status_code in {400, 422}, problem["errors"][0]["pointer"]) == (True, pointer)
    assert table.row.length == length


def test_a_season_that_throws_its_own_dice_has_none() -> None:
    table = founded()
    answer = asked(table, program_of(table, "boss"))
    assert told(answer, 422, "table-dice-undeclared")["errors"][0]["pointer"] == "/misread"


def test_an_owner_corrects_none() -> None:
    table = partied()
    assert asked(table, program_of(table, "razors")).status_code == 403
