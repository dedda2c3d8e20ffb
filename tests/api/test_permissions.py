"""Every operation, asked for by a stranger and by every kind of token, answers as the table says."""

from __future__ import annotations

import pytest

from league.models import League
from league.tokens import COMMISSION, READ, REPORT, act_for
from tests.api.asking import Program, program_of
from tests.api.test_document import operations
from tests.league.building import Table, announced, founded

pytestmark = pytest.mark.django_db

WHO: dict[str, tuple[str, tuple[str, ...]]] = {
    "stranger": ("", ()),
    "owner, reading": ("razors", (READ,)),
    "owner, reporting": ("razors", (REPORT,)),
    "owner, acting": ("razors", (READ, act_for("razors"))),
    "commissioner, reading": ("boss", (READ,)),
    "commissioner": ("boss", (READ, COMMISSION)),
    "rival": ("rival", (READ, act_for("razors"))),
}
"""Who asks: the person of the token, and what it may; a rival is an owner of another league."""
READS = "200 200 403 200 200 200 403"
HIDDEN = "404 200 403 200 200 200 404"
EVERYWHERE = "200 200 200 200 200 200 200"
OF_A_LEAGUE = ("league", "seasons", "season", "standings", "matches", "match", "entries", "entry")
TABLE: dict[str, tuple[str, str]] = {
    "leagues": (EVERYWHERE, EVERYWHERE),
    "problem_kinds": (EVERYWHERE, EVERYWHERE),
    "problem_kind": (EVERYWHERE, EVERYWHERE),
    **dict.fromkeys(
        ("league", "seasons", "season", "standings", "matches", "match", "entries", "entry"), (READS, HIDDEN)
    ),
    "give_commands": ("401 403 403 201 403 403 403", "404 403 403 201 403 403 404"),
    "try_commands": ("401 403 403 200 403 403 403", "404 403 403 200 403 403 404"),
}
"""What each operation answers them in turn, in a public league and in another; an owner's command is given."""
OPERATIONS = [(path, how, told["operationId"]) for path, how, told in operations()]
PARTS = {"league": "rust-belt", "season": "s1", "match": "m1", "number": "1", "name": "not-found"}
HIRE = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d9", "name": "Vega"}


def test_every_operation_has_a_line_and_every_line_an_operation() -> None:
    assert sorted(TABLE) == sorted(told["operationId"] for _, _, told in operations())


@pytest.mark.parametrize("public", [True, False], ids=["public", "for members"])
@pytest.mark.parametrize(
    ("path", "method", "name"), [(path, how, told["operationId"]) for path, how, told in operations()]
)
def test_an_operation_answers_each_of_them_as_the_table_says(path: str, method: str, name: str, public: bool) -> None:
    founded(league="far-coast")
    table = announced() if method == "get" else founded()
    League.objects.filter(pk=table.league).update(public=public)
    address = path.removeprefix("/api/v1").format(**PARTS)
    answered = {}
    for at, (who, (person, scopes)) in enumerate(WHO.items()):
        asking = _program(table, person, scopes)
        answer = (
            asking.get(address)
            if method == "get"
            else asking.post(address, {"commands": [HIRE | {"driver": f"razors.d{at}"}]}, key=f"k{at}")
        )
        answered[who] = answer.status_code
    assert answered == dict(zip(WHO, map(int, TABLE[name][0 if public else 1].split()), strict=True))


def _program(table: Table, person: str, scopes: tuple[str, ...]) -> Program:
    if person == "rival":
        return program_of(Table(league="far-coast", season="far-coast/s1"), "razors", *scopes)
    return program_of(table, person, *scopes) if person else Program()
