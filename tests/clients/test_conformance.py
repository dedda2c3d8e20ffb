"""The conformance checks, which run against any server, pass on the site and fail on a server that breaks the API."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.views import APIView

from league.management.commands.api_conformance import CANNOT_TRY_EXIT_CODE, prepare_league
from league.management.conformance import Server
from league.models import Membership
from league.tokens import READ_SCOPE, create_token
from tests.clients.conftest import Reference
from tests.sampling import only

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long, pytest.mark.once]


def checked(server: str, token: str, *more: str) -> str:
    """What the command prints about a server, including the sentence of its failure."""
    output = StringIO()
    try:
        call_command("api_conformance", "--server", server, "--token", token, *more, stdout=output)
    except CommandError as error:
        output.write(str(error))
    return output.getvalue()


def test_the_site_keeps_to_every_check(reference: Reference) -> None:
    output = checked(reference.said["url"], reference.said["token"], "--until-throttled", "200")
    assert "0 not tried, 0 broken" in output, output


def ends(server: str, token: str, *more: str) -> tuple[int, str]:
    """The exit status and the sentence of the command, which must fail."""
    with pytest.raises(CommandError) as caught:
        call_command("api_conformance", "--server", server, "--token", token, *more, stdout=StringIO())
    return caught.value.returncode, str(caught.value)


def test_what_cannot_be_tried_breaks_no_clause_and_says_what_to_do(server: str, tmp_path: Path) -> None:
    token = prepare_league("conformance")
    for (address, by_token, *more), says in (
        (("http://127.0.0.1:9", token), "Connection refused): start it, or correct --server."),
        (("nonsense", token), "'nonsense' is no server"),
        ((f"{server}/elsewhere", token), "and no league: see that it is a site of leagues"),
        ((server, "dm_nothing"), "The token is no good (That is not a token of this site"),
        ((server, token, "--league", "other"), "There is no league 'other' there"),
        ((server, token, "--folder", str(tmp_path)), "league.json cannot be read (No such file or directory)"),
        ((server, reading_only()), "The token opens no season"),
    ):
        code, sentence = ends(address, by_token, *more)
        assert (code, says in sentence) == (CANNOT_TRY_EXIT_CODE, True), sentence
    checked(server, token)
    code, sentence = ends(server, token)
    assert code == CANNOT_TRY_EXIT_CODE
    assert "has seasons already" in sentence


def reading_only() -> str:
    """A token of the league's commissioner that may only read."""
    member = Membership.objects.select_related("league", "user").get(league="conformance")
    return create_token(league=member.league, user=member.user, name="r", scopes=[READ_SCOPE], at=timezone.now())[1]


def test_a_server_that_goes_away_meanwhile_breaks_no_clause(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    paths: list[str] = []
    original_request = Server.request

    def request_or_refuse(self: Server, method: str, path: str, *rest: Any, **more: Any) -> Any:
        paths.append(path)
        if len(paths) > 8:
            raise ConnectionRefusedError("nobody there")
        return original_request(self, method, path, *rest, **more)

    monkeypatch.setattr(Server, "request", request_or_refuse)
    code, sentence = ends(server, prepare_league("conformance"))
    assert (code, "went away (nobody there) while this was tried: key:" in sentence) == (
        CANNOT_TRY_EXIT_CODE,
        True,
    ), sentence


def test_a_server_that_breaks_one_request_off_is_broken(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original_request = Server.request

    def request_or_break(self: Server, method: str, path: str, *rest: Any, **more: Any) -> Any:
        if method == "PUT":
            raise ConnectionResetError("broken off")
        return original_request(self, method, path, *rest, **more)

    monkeypatch.setattr(Server, "request", request_or_break)
    output = checked(server, prepare_league("conformance"))
    assert "BROKEN     problems: 405 tells what is allowed: ConnectionResetError: broken off" in output


def test_where_nobody_is_seated_what_needs_people_is_not_tried(server: str, settings: Any) -> None:
    settings.API_CONFORMANCE = False
    output = checked(server, prepare_league("conformance"))
    assert "not tried  sealed" in output
    assert "kept       key: the same request twice" in output


def _as_html(answer: Any) -> None:
    if answer.status_code >= 400:
        answer.content_type = "text/html"


BROKEN: dict[str, tuple[Callable[[Any], object], str]] = {
    "no tag": (lambda answer: answer.headers.pop("ETag", None), "tags: 304"),
    "no sign of a repeat": (
        lambda answer: answer.headers.pop("Idempotent-Replayed", None),
        "key: the same request twice",
    ),
    "errors in HTML": (_as_html, "problems: 404"),
}
"""What a server does otherwise, and the check that finds it."""


@pytest.mark.parametrize("otherwise", only(["no tag"], [*BROKEN]))
def test_a_server_that_does_otherwise_is_found_out(
    server: str, monkeypatch: pytest.MonkeyPatch, otherwise: str
) -> None:
    broken, name = BROKEN[otherwise]
    original = APIView.finalize_response

    def finalize_response(*args: Any, **options: Any) -> Any:
        answer = original(*args, **options)
        broken(answer)
        return answer

    monkeypatch.setattr(APIView, "finalize_response", finalize_response)
    output = checked(server, prepare_league("conformance"))
    assert f"BROKEN     {name}" in output
    assert "does otherwise than the API says" in output
