"""A commissioner's program opens seasons. On a conformance server it also seats made-up people and sets secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import CommandError, call_command

from league.management.commands.api_conformance import prepare_league
from league.models import AccessToken, Membership, Season
from league.queries.season_leaves import BEACON, BEACON_LIVE, LEAVES, REVEAL, level_of
from league.tokens import READ_SCOPE, act_scope
from scheduling.awaited_dice import REACHABLE_KEY
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.journal.awaited_seasons import AWAITING
from tests.league.small_league import assert_reconciled, closed, founded, settled

pytestmark = pytest.mark.django_db
SEASON = {"name": "s1", "rounds": 3}


@pytest.fixture
def reached() -> Iterator[Callable[[bool], None]]:
    """A function that sets whether the beacon counts as reachable."""
    yield lambda found: cache.set(REACHABLE_KEY, found)
    cache.delete(REACHABLE_KEY)


def opened(program: Program, league: str, key: str = "k", **more: Any) -> Any:
    """Open a season under an idempotency key."""
    return program.post(f"/leagues/{league}/seasons", {**SEASON, **more}, key=key)


def test_a_first_season_is_opened_once_with_a_secret_nobody_chose() -> None:
    program = Program(prepare_league("mine"))
    first = opened(program, "mine", key="k1")
    again = opened(program, "mine", key="k1")
    assert (first.status_code, again.content) == (201, first.content)
    row = Season.objects.get(pk="mine/s1")
    assert (first.json()["secret_hash"], first.json()["digest"]) == (row.secret_hash, row.digest)
    assert len(bytes.fromhex(row.secret)) == 32
    assert row.secret not in first.content.decode()
    told(opened(program, "mine", key="k2", name="s2"), 422, "season-still-open")
    assert_reconciled("mine/s1")


def test_the_next_season_follows_the_one_that_is_closed() -> None:
    table = closed(settled(rounds=1))
    answer = opened(program_of(table, "boss"), table.league, name="s2", rounds=2)
    assert (answer.status_code, answer.json()["number"]) == (201, 2)
    assert_reconciled(f"{table.league}/s2")
    assert program_of(table, "boss").get(f"/leagues/{table.league}/seasons").json()["seasons"][0] == answer.json()


def test_nobody_gives_a_secret_or_seats_people_where_leagues_are_played() -> None:
    program = Program(prepare_league("mine"))
    told(opened(program, "mine", secret="00ff"), 403, "conformance-off")
    told(program.post("/leagues/mine/members", {"user": "made-up", "role": "spectator"}), 403, "conformance-off")
    assert not Season.objects.exists()
    assert not get_user_model().objects.filter(username="made-up").exists()


def test_a_server_for_trying_programs_takes_a_secret(settings: Any) -> None:
    settings.API_CONFORMANCE = True
    program = Program(prepare_league("mine"))
    for no_secret in ("0", "zz", "00" * 65):
        told(opened(program, "mine", key=no_secret[:9], secret=no_secret), 422, "malformed")
    assert opened(program, "mine", secret="00ff").status_code == 201
    assert Season.objects.get(pk="mine/s1").secret == "00ff"


def test_it_seats_a_made_up_person_once_with_a_token_for_what_he_may(settings: Any) -> None:
    settings.API_CONFORMANCE = True
    table = founded()
    Membership.objects.filter(franchise="rust-belt/razors").delete()
    body = {"user": "made-up", "role": "owner", "franchise": "razors"}
    boss = program_of(table, "boss")
    first, again = (boss.post(f"/leagues/{table.league}/members", body) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert Membership.objects.filter(user__username="made-up").count() == 1
    hire = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
    answer = Program(first.json()["token"]).post(at(table, "/commands"), {"commands": [hire]}, key="k")
    assert answer.status_code == 201, answer.content
    assert "act:razors" in AccessToken.objects.filter(user__username="made-up")[0].scopes


@pytest.mark.parametrize(
    ("dice", "kept"),
    [(None, LEAVES), ("words", LEAVES), ("beacon", BEACON), ("beacon-live", BEACON_LIVE), ("reveal", REVEAL)],
)
def test_a_first_season_says_what_its_dice_rest_on(
    dice: str | None, kept: str, reached: Callable[[bool], None]
) -> None:
    reached(True)
    answer = opened(Program(prepare_league("mine")), "mine", **({} if dice is None else {"dice": dice}))
    assert answer.status_code == 201, answer.content
    row = Season.objects.get(pk="mine/s1")
    assert (row.dice, answer.json()["level"]) == (kept, level_of(row))


def test_dice_wait_for_no_beacon_that_is_not_reached_and_the_same_key_is_good_later(
    reached: Callable[[bool], None],
) -> None:
    program = Program(prepare_league("mine"))
    reached(False)
    problem = told(opened(program, "mine", dice="beacon"), 422, "malformed")
    assert problem["errors"][0]["pointer"] == "/dice"
    assert not Season.objects.exists()
    reached(True)
    first = opened(program, "mine", dice="beacon")
    assert first.status_code == 201, first.content
    reached(False)
    assert opened(program, "mine", dice="beacon").content == first.content


def test_dice_that_there_are_not_or_that_come_from_a_given_secret_are_refused(settings: Any) -> None:
    settings.API_CONFORMANCE = True
    program = Program(prepare_league("mine"))
    told(opened(program, "mine", key="k1", dice="leaves"), 422, "not-one-of")
    told(opened(program, "mine", key="k2", dice="reveal", secret="00ff"), 422, "malformed")
    assert not Season.objects.exists()


def test_a_later_season_has_the_dice_of_the_closed_one_where_nothing_is_said() -> None:
    table = closed(settled(rounds=1, dice=AWAITING[REVEAL]))
    assert opened(program_of(table, "boss"), table.league, name="s2", rounds=2).json()["level"] == "reveal"


def test_a_later_season_may_have_other_dice() -> None:
    table = closed(settled(rounds=1))
    answer = opened(program_of(table, "boss"), table.league, name="s2", rounds=2, dice="reveal")
    assert (answer.status_code, answer.json()["level"]) == (201, "reveal")


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ({"user": "rust-belt-saints", "role": "spectator"}, "real-person"),
        ({"user": "made-up", "role": "owner", "franchise": "saints"}, "seat-taken"),
        ({"user": "made-up", "role": "owner", "franchise": "nobodys"}, "unknown"),
        ({"user": "made-up", "role": "owner"}, "malformed"),
        ({"user": "made-up", "role": "commissioner"}, "not-one-of"),
        ({"user": "", "role": "spectator"}, "malformed"),
    ],
)
def test_it_seats_nobody_in_anothers_place(asked: dict[str, str], kind: str, settings: Any) -> None:
    settings.API_CONFORMANCE = True
    table = founded()
    told(program_of(table, "boss").post(f"/leagues/{table.league}/members", asked), 422, kind)
    assert not get_user_model().objects.filter(username="made-up").exists()


def test_only_a_commissioners_token_opens_and_seats() -> None:
    table = founded()
    owner = program_of(table, "razors", READ_SCOPE, act_scope("razors"))
    told(opened(owner, table.league), 403, "scope-missing")
    told(owner.post(f"/leagues/{table.league}/members", {"user": "x", "role": "spectator"}), 403, "scope-missing")
    told(opened(Program(), table.league), 401, "not-logged-in")


def test_a_league_is_prepared_once() -> None:
    prepare_league("mine")
    with pytest.raises(CommandError, match="choose another id"):
        call_command("api_conformance", "--prepare", "mine")
