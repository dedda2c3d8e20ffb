"""An unattended league reaches the same digests as its run in memory, after every step, for several secrets."""

from __future__ import annotations

import pytest

from journal import audit
from league.models import Season
from tests.running.leagues import Running
from tests.sampling import crossed, one_in

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.mark.parametrize(("franchises", "secret"), crossed([4, 8], [b"one", b"another", b"a third"]))
def test_a_season_nobody_attends_is_the_season_in_memory_after_every_step(franchises: int, secret: bytes) -> None:
    league = Running("alone", franchises, secret).found()
    league.run()
    in_memory = league.in_memory()
    assert league.digests(seasons=1) == in_memory
    assert audit("alone/s1") == []


@pytest.mark.parametrize("case", one_in(3, [(4, b"one"), (4, b"another"), (8, b"one")]))
def test_two_seasons_nobody_attends_are_those_in_memory(case: tuple[int, bytes]) -> None:
    franchises, secret = case
    league = Running("alone", franchises, secret).found()
    league.run(seasons=2)
    assert league.digests(seasons=2) == league.in_memory(seasons=2)
    assert audit("alone/s2") == []


def test_owners_who_never_answer_are_answered_for_from_the_signing_to_the_second_seasons_rounds() -> None:
    league = Running("absent", 4, b"one", owned=("f1", "f2", "f3", "f4")).found()
    league.run(seasons=2, until="M")
    in_memory = league.in_memory(seasons=2, until="M")
    assert league.digests(seasons=2)[: len(in_memory)] == in_memory
    assert [season.number for season in Season.objects.order_by("number")] == [1, 2]


def test_a_league_with_and_without_owners_comes_to_the_same_in_another_order() -> None:
    """A franchise without an owner answers at once, so before the owners whose time has to run out."""
    league = Running("mixed", 4, b"one", owned=("f1", "f3")).found()
    league.run(seasons=2, until="M")
    in_memory = league.in_memory(seasons=2, until="M")
    digests = league.digests(seasons=2)
    assert digests[: len(in_memory)] != in_memory
    assert digests[len(in_memory) - 1] == in_memory[-1]


@pytest.mark.parametrize("hours", one_in(2, [5, 13, 30]))
def test_however_often_the_clock_turns_the_season_is_the_same(hours: int) -> None:
    league = Running("patient", 3, b"one", owned=("f1", "f2", "f3"), rounds=1).found()
    league.run(until="E1", hours=hours)
    in_memory = league.in_memory(until="E1")
    assert league.digests(seasons=1)[: len(in_memory)] == in_memory
