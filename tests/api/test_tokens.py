"""A token lets a program act for its person within its scopes, until it expires or is revoked."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.utils import timezone

from league.access import NotAMember
from league.accounts import erase
from league.models import AccessToken, League, Membership
from league.tokens import (
    COMMISSION_SCOPE,
    MOST_TOKENS,
    READ_SCOPE,
    REPORT_SCOPE,
    ScopeTooWide,
    ScopeUnknown,
    TooManyTokens,
    act_scope,
    revoke_token,
)
from rules.core.refusals import Malformed, Unknown
from tests.api.api_callers import Program, at, long_ago, program_of, token_of
from tests.api.test_problems import told
from tests.league.small_league import founded

pytestmark = pytest.mark.django_db


def test_only_a_tokens_hash_is_kept_and_it_is_known_again_by_how_it_begins() -> None:
    token, text = token_of(founded(), "razors", READ_SCOPE)
    columns = AccessToken.objects.filter(pk=token.pk).values().get()
    assert text.startswith(columns["shown"])
    assert len(text) > 40
    assert not any(text in str(value) for value in columns.values())


def test_nobody_gives_a_token_more_than_he_has() -> None:
    table = founded()
    for scope in (COMMISSION_SCOPE, act_scope("saints")):
        with pytest.raises(ScopeTooWide, match="choose among read, report, act:razors"):
            token_of(table, "razors", scope)
    for scope in ("act:", "everything", "READ", "act:Razors", ""):
        with pytest.raises(ScopeUnknown, match=r"There is no scope .*: choose among read, report, act:razors"):
            token_of(table, "razors", scope)
    with pytest.raises(Malformed):
        token_of(table, "razors")
    with pytest.raises(Malformed):
        token_of(table, "razors", READ_SCOPE, days=0)


def test_a_person_has_so_many_tokens_and_revoked_ones_do_not_count() -> None:
    table = founded()
    tokens = [token_of(table, "razors", READ_SCOPE)[0] for _ in range(MOST_TOKENS)]
    with pytest.raises(TooManyTokens):
        token_of(table, "razors", READ_SCOPE)
    revoke_token(token=tokens[0].pk, league=tokens[0].league, user=tokens[0].user, at=timezone.now())
    token_of(table, "razors", READ_SCOPE)


def test_a_token_that_is_unknown_revoked_or_over_its_time_lets_nobody_in() -> None:
    table = founded()
    told(Program("dm_nothing").get("/leagues"), 401, "not-logged-in")
    token, text = token_of(table, "razors", READ_SCOPE)
    assert Program(text).get("/leagues").status_code == 200
    revoke_token(token=token.pk, league=token.league, user=token.user, at=timezone.now())
    answer = Program(text).get("/leagues")
    assert "revoked" in told(answer, 401, "not-logged-in")["detail"]
    assert answer["WWW-Authenticate"].startswith("Bearer")
    token, text = token_of(table, "razors", READ_SCOPE)
    long_ago(token)
    assert "has expired" in told(Program(text).get("/leagues"), 401, "not-logged-in")["detail"]


def test_nobody_revokes_anothers_token() -> None:
    table = founded()
    token, _ = token_of(table, "razors", READ_SCOPE)
    another = get_user_model().objects.get(username="rust-belt-saints")
    with pytest.raises(Unknown):
        revoke_token(token=token.pk, league=token.league, user=another, at=timezone.now())


def test_who_is_forgotten_leaves_no_token_behind() -> None:
    table = founded()
    _, text = token_of(table, "razors", READ_SCOPE)
    erase(user=get_user_model().objects.get(username="rust-belt-razors"), at=timezone.now())
    told(Program(text).get("/leagues"), 401, "not-logged-in")


def test_a_token_reads_its_own_league_and_no_other_than_a_stranger_may() -> None:
    table, other = founded(public=False), founded(league="far-coast", public=False)
    program = program_of(table, "razors")
    assert program.get(at(table)).status_code == 200
    told(program.get(at(other)), 404, "not-found")
    League.objects.filter(pk=other.league).update(public=True)
    told(program.get(at(other)), 403, "token-of-another-league")
    assert [league["id"] for league in program.get("/leagues").json()["leagues"]] == ["far-coast", "rust-belt"]


def test_a_token_that_may_not_read_reads_nothing() -> None:
    table = founded()
    told(program_of(table, "razors", REPORT_SCOPE).get(at(table)), 403, "scope-missing")


def test_the_last_use_of_a_token_is_noted_and_not_at_every_request() -> None:
    table = founded()
    token, text = token_of(table, "razors", READ_SCOPE)
    Program(text).get("/leagues")
    first = AccessToken.objects.get(pk=token.pk).used_at
    Program(text).get("/leagues")
    assert first is not None
    assert AccessToken.objects.get(pk=token.pk).used_at == first


def test_a_token_is_made_listed_and_revoked_on_the_command_line() -> None:
    table = founded()
    text = _said(
        "token", table.league, "a bot", "--as", "rust-belt-razors", "--scope", "read", "--scope", "act:razors"
    )
    assert Program(text).get(at(table)).status_code == 200
    listed = _said("token", table.league, "--as", "rust-belt-razors")
    assert "good" in listed
    assert "a bot: act:razors read" in listed
    _said("token", table.league, "--as", "rust-belt-razors", "--revoke", listed.split()[0])
    told(Program(text).get(at(table)), 401, "not-logged-in")
    with pytest.raises(CommandError, match="no more than its person, who has no commission"):
        _said("token", table.league, "a bot", "--as", "rust-belt-razors", "--scope", "commission")
    with pytest.raises(CommandError, match="There is no scope 'nonsense'"):
        _said("token", table.league, "a bot", "--as", "rust-belt-razors", "--scope", "nonsense")


def test_the_command_line_says_what_a_token_may_and_gives_it_alone_to_a_script() -> None:
    table, stderr = founded(), StringIO()
    text = _said("token", table.league, "a bot", "--as", "rust-belt-razors", stderr=stderr)
    assert stderr.getvalue().startswith("a bot may read in rust-belt for rust-belt-razors until 20")
    assert text.startswith("dm_")
    assert len(text.splitlines()) == 1
    assert Program(text).get(at(table)).status_code == 200


def test_who_is_no_member_of_a_league_has_no_token_in_it() -> None:
    table = founded()
    get_user_model().objects.create_user("passer-by")
    with pytest.raises(CommandError, match="passer-by is not a member of rust-belt: invite them"):
        _said("token", table.league, "a bot", "--as", "passer-by")
    Membership.objects.filter(franchise="rust-belt/razors").update(role=Membership.Role.FORMER, franchise=None)
    with pytest.raises(NotAMember):
        token_of(table, "razors", READ_SCOPE)
    for words, message in (
        (["nowhere", "a", "--as", "passer-by"], "no league"),
        ([table.league, "a", "--as", "x"], "Nobody"),
    ):
        with pytest.raises(CommandError, match=message):
            _said("token", *words)
    assert not AccessToken.objects.exists()


def _said(*words: str, stderr: Any = None) -> str:
    output = StringIO()
    call_command(*words, stdout=output, stderr=stderr or StringIO())
    return output.getvalue().strip()
