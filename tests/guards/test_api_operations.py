"""Every operation of the site's pages is in the API, or listed with the reason why it is not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.documentation.views import openapi_document
from tests.guards.api_operations import IN_API, ON_PAGES_ALONE
from tests.guards.findings import report
from tests.guards.page_acts import page_operations

DOCUMENT = Path(__file__).parents[2] / "docs" / "api-operations.md"
DATA = "tests/guards/api_operations.py"
WRITES = "WRITE_API_OPERATIONS"
INTRODUCTION = (
    "Everything that can be done on a page can be done by a program, by the operation beside it, unless the second "
    "table has a reason. Both ask the same function, so that permissions and refusals are the same. A test finds the "
    f"acts of every page and fails for one that is in neither table; both are written from [`{DATA}`](../{DATA})."
)
ACCOUNTS = "accounts *"
"""The pages of accounts, which are django-allauth's own."""


def page_acts() -> Iterator[tuple[str, str]]:
    """Each page with each of its acts; with an empty one where its form has one purpose."""
    for page, acts in page_operations().items():
        yield from ((page, act) for act in acts or ("",))


def line_of(page: str, act: str) -> str:
    """The key of the line that covers an act of a page; empty where none does."""
    keys = (f"{page} {act}".strip(), f"{page} *")
    return next((key for key in keys if key in IN_API or key in ON_PAGES_ALONE), "")


def operation_ids() -> dict[str, str]:
    """The ids of the API's operations, with method and path."""
    return {
        str(operation["operationId"]): f"{method.upper()} {path.removeprefix('/api/v1/')}"
        for path, methods in openapi_document()["paths"].items()
        for method, operation in methods.items()
    }


def document() -> str:
    """The list as a page of the documentation."""
    known = operation_ids()
    lines = [
        "# Operations of the pages, and of the API",
        INTRODUCTION,
        "",
        "| page | act | operation | request |",
        "|---|---|---|---|",
    ]
    for key, operations in IN_API.items():
        page, _, act = key.partition(" ")
        ids = operations.split()
        requests = "<br>".join(f"`{known.get(id, '?')}`" for id in ids)
        lines.append(f"| {page} | {act or 'send'} | {', '.join(f'`{id}`' for id in ids)} | {requests} |")
    lines += ["", "## On pages alone", "| page | act | why |", "|---|---|---|"]
    for key, reason in ON_PAGES_ALONE.items():
        page, _, act = key.partition(" ")
        lines.append(f"| {page} | {act or 'send'} | {reason} |")
    return "\n".join(lines) + "\n"


def test_every_act_of_a_page_is_an_operation_of_the_api_or_has_a_reason() -> None:
    acts = list(page_acts())
    report(
        (
            f"The page {page} has the act {act or 'of sending its form'!r}, and no line says how programs do it: add "
            f"{f'{page} {act}'.strip()!r} to IN_API of {DATA} with its operations, or to ON_PAGES_ALONE with the "
            "reason."
            for page, act in acts
            if not line_of(page, act)
        ),
        seen=acts,
        of="acts of pages",
    )


def test_every_line_is_about_an_act_that_is_there_and_names_operations_that_are_there() -> None:
    used = {line_of(page, act) for page, act in page_acts()} | {ACCOUNTS}
    known = operation_ids()
    gone = [
        f"No page has the act {key!r} any more: take its line out of {DATA}."
        for key in {**IN_API, **ON_PAGES_ALONE}
        if key not in used
    ]
    both = [f"{key!r} is in both tables of {DATA}: keep one line." for key in IN_API.keys() & ON_PAGES_ALONE.keys()]
    unknown = [
        f"The line {key!r} of {DATA} names {id}, which is no operation of the API: correct it."
        for key, ids in IN_API.items()
        for id in ids.split()
        if id not in known
    ]
    report([*gone, *both, *unknown], seen=known, of="operations of the API")


def test_the_list_in_the_documentation_is_current() -> None:
    """With `WRITE_API_OPERATIONS=1` in the environment it writes the page first."""
    current = document()
    if os.environ.get(WRITES):
        DOCUMENT.write_text(current, encoding="utf-8")
    if not DOCUMENT.exists() or DOCUMENT.read_text(encoding="utf-8") != current:
        pytest.fail(
            "docs/api-operations.md is out of date: run "
            f"{WRITES}=1 .venv/bin/pytest -q tests/guards/test_api_operations.py.",
            pytrace=False,
        )


@pytest.mark.parametrize(
    ("page", "act"),
    [("board", "remind"), ("rulings", "confirm"), ("duel", "undo"), ("person", "hand_over"), ("draft", "up")],
)
def test_acts_are_found_in_views_in_templates_and_where_either_is_put_together(page: str, act: str) -> None:
    assert (page, act) in set(page_acts())
