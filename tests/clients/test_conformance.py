"""The site keeps to its own API by checks that any server can be put to; a server that does not is found out."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from rest_framework.views import APIView

from league.management.commands.api_conformance import prepared
from tests.clients.conftest import Reference

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long, pytest.mark.once]


def checked(server: str, token: str, *more: str) -> str:
    """What the command prints of a server, whatever comes of it."""
    out = StringIO()
    try:
        call_command("api_conformance", "--server", server, "--token", token, *more, stdout=out)
    except CommandError as no:
        out.write(str(no))
    return out.getvalue()


def test_the_site_keeps_to_every_check(reference: Reference) -> None:
    said = checked(reference.said["url"], reference.said["token"], "--until-throttled", "200")
    assert "0 not tried, 0 broken" in said, said


def test_where_nobody_is_seated_what_needs_people_is_not_tried(server: str, settings: Any) -> None:
    settings.API_CONFORMANCE = False
    said = checked(server, prepared("conformance"))
    assert "not tried  sealed" in said
    assert "kept       key: the same request twice" in said


def _as_html(answer: Any) -> None:
    if answer.status_code >= 400:
        answer.content_type = "text/html"


@pytest.mark.parametrize(
    ("broken", "name"),
    [
        (lambda answer: answer.headers.pop("ETag", None), "tags: 304"),
        (lambda answer: answer.headers.pop("Idempotent-Replayed", None), "key: the same request twice"),
        (_as_html, "problems: 404"),
    ],
    ids=["no tag", "no sign of a repeat", "errors in HTML"],
)
def test_a_server_that_does_otherwise_is_found_out(
    server: str, monkeypatch: pytest.MonkeyPatch, broken: Callable[[Any], None], name: str
) -> None:
    finished = APIView.finalize_response

    def otherwise(*asked: Any, **more: Any) -> Any:
        answer = finished(*asked, **more)
        broken(answer)
        return answer

    monkeypatch.setattr(APIView, "finalize_response", otherwise)
    said = checked(server, prepared("conformance"))
    assert f"BROKEN     {name}" in said
    assert "does otherwise than the API says" in said
