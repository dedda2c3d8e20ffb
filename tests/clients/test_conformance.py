"""The site keeps to its own API by checks that any server can be put to; a server that does not is found out."""

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


def ends(server: str, token: str, *more: str) -> tuple[int, str]:
    """What the command ends with, and its sentence."""
    with pytest.raises(CommandError) as no:
        call_command("api_conformance", "--server", server, "--token", token, *more, stdout=StringIO())
    return no.value.returncode, str(no.value)


def test_what_cannot_be_tried_breaks_no_clause_and_says_what_to_do(server: str, tmp_path: Path) -> None:
    token = prepare_league("conformance")
    for (where, by, *more), says in (
        (("http://127.0.0.1:9", token), "Connection refused): start it, or mend --server."),
        (("nonsense", token), "'nonsense' is no server"),
        ((f"{server}/elsewhere", token), "and no league: see that it is a site of leagues"),
        ((server, "dm_nothing"), "The token is no good (That is no token of ours"),
        ((server, token, "--league", "other"), "There is no league 'other' there"),
        ((server, token, "--folder", str(tmp_path)), "league.json cannot be read (No such file or directory)"),
        ((server, reading_only()), "The token opens no season"),
    ):
        code, sentence = ends(where, by, *more)
        assert (code, says in sentence) == (CANNOT_TRY_EXIT_CODE, True), sentence
    checked(server, token)
    code, sentence = ends(server, token)
    assert code == CANNOT_TRY_EXIT_CODE
    assert "has seasons already" in sentence


def reading_only() -> str:
    """A token of the league's commissioner by which nothing is changed."""
    member = Membership.objects.select_related("league", "user").get(league="conformance")
    return create_token(league=member.league, user=member.user, name="r", scopes=[READ_SCOPE], at=timezone.now())[1]


def test_a_server_that_goes_away_meanwhile_breaks_no_clause(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    honest = Server.request

    def away(tried: Server, method: str, path: str, *rest: Any, **more: Any) -> Any:
        asked.append(path)
        if len(asked) > 8:
            raise ConnectionRefusedError("nobody there")
        return honest(tried, method, path, *rest, **more)

    monkeypatch.setattr(Server, "request", away)
    code, sentence = ends(server, prepare_league("conformance"))
    assert (code, "went away (nobody there) while this was tried: key:" in sentence) == (
        CANNOT_TRY_EXIT_CODE,
        True,
    ), sentence


def test_a_server_that_breaks_one_request_off_is_broken(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Server.request

    def broken_off(tried: Server, method: str, path: str, *rest: Any, **more: Any) -> Any:
        if method == "PUT":
            raise ConnectionResetError("broken off")
        return honest(tried, method, path, *rest, **more)

    monkeypatch.setattr(Server, "request", broken_off)
    said = checked(server, prepare_league("conformance"))
    assert "BROKEN     problems: 405 tells what is allowed: ConnectionResetError: broken off" in said


def test_where_nobody_is_seated_what_needs_people_is_not_tried(server: str, settings: Any) -> None:
    settings.API_CONFORMANCE = False
    said = checked(server, prepare_league("conformance"))
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
    said = checked(server, prepare_league("conformance"))
    assert f"BROKEN     {name}" in said
    assert "does otherwise than the API says" in said
