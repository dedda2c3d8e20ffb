"""Standing orders answer for owners through the steward's entry point, and a season is advanced step by step."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from franchises.models import StandingOrders
from journal import steward
from journal.writer import KeyReused
from league.access import STEWARD, NotAMember, NotYours, refuse_unless_steward_may_give, viewer_of
from league.models import Entry, League
from league.queries.entries import visible_entries
from rules.campaign.core.codec import command_from_document
from rules.campaign.steward import franchises_awaited
from rules.core.refusals import Malformed, Unknown
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN, Table, announced, assert_reconciled, founded, report, signed

pytestmark = pytest.mark.django_db


def answer(table: Table, *, key: str = "s", franchises: list[str] | None = None) -> list[Any]:
    """Let standing orders answer once."""
    return steward.answer_as_steward(table.season, at=BEGAN, key=key, franchises=franchises)


def answer_all(table: Table) -> None:
    """Let standing orders answer until nothing more is asked."""
    passes = 0
    while answer(table, key=f"s{passes}"):
        passes += 1


def said(*arguments: str, **options: Any) -> str:
    """The output of a command."""
    output = StringIO()
    call_command(*arguments, stdout=output, **options)
    return output.getvalue()


def test_an_answer_is_journalled_as_the_stewards_on_the_franchises_behalf() -> None:
    table = founded()
    answer_all(table)
    steward_entries = Entry.objects.filter(season=table.season, actor=STEWARD)
    assert set(steward_entries.values_list("on_behalf_of", flat=True)) == {"razors", "saints", "widows"}
    assert "hire_rookie" in set(steward_entries.values_list("command", flat=True))
    assert_reconciled(table.season)


def test_only_the_franchises_named_are_answered_for() -> None:
    table = founded()
    answer(table, franchises=["saints"])
    assert set(Entry.objects.filter(season=table.season, actor=STEWARD).values_list("on_behalf_of", flat=True)) == {
        "saints"
    }
    with pytest.raises(Unknown, match="no franchise 'nobody'"):
        answer(table, franchises=["nobody"])
    with pytest.raises(Unknown):
        answer(Table(season="rust-belt/s9"))


def test_the_same_key_again_answers_as_it_did_and_does_nothing() -> None:
    table = founded()
    first = answer(table)
    before = everything()
    second = answer(table)
    assert [result.facts for result in second] == [result.facts for result in first]
    assert all(result.repeated for result in second)
    assert everything() == before


def test_a_key_of_somebody_elses_is_refused() -> None:
    table = founded()
    table.give("hire_staff", by="razors", franchise="razors", rating=2, key="s/razors")
    with pytest.raises(KeyReused):
        answer(table, franchises=["razors"])


def test_an_owners_own_orders_are_followed() -> None:
    table = founded()
    updated = {"updated_at": BEGAN, "updated_by": table.handle("razors")}
    StandingOrders.objects.create(
        franchise_id="rust-belt/razors", document={"staff_rating": 1, "roster": 6}, **updated
    )
    answer_all(table)
    assert table.state.franchise("razors").staff_rating == 1
    assert len(table.state.roster("razors")) == 6
    assert len(table.state.roster("saints")) > 6


def test_orders_that_make_no_sense_are_refused_by_name_and_nothing_is_done() -> None:
    table = founded()
    updated = {"updated_at": BEGAN, "updated_by": table.handle("razors")}
    StandingOrders.objects.create(franchise_id="rust-belt/razors", document={"bribes": 1}, **updated)
    before = everything()
    with pytest.raises(Malformed, match="bribes"):
        answer(table, franchises=["razors"])
    assert everything() == before


def test_who_is_asked_nothing_is_passed_over() -> None:
    table = signed()
    before = everything()
    assert answer(table) == []
    assert everything() == before


def test_what_the_steward_seals_the_owner_may_read_and_no_other() -> None:
    table = announced()
    answer(table, franchises=["razors"])
    sealed_entry = Entry.objects.get(season=table.season, command="name_line_up")
    assert sealed_entry.seal == "m1:M4"
    league = League.objects.get(pk=table.league)
    for franchise, may in (("razors", True), ("saints", False)):
        owner = league.memberships.get(handle=table.handle(franchise)).user
        visible = visible_entries(table.season, viewer_of(owner, league))
        assert visible.filter(command="name_line_up").exists() is may


def test_nobody_gives_a_command_in_the_stewards_name() -> None:
    table = founded()
    before = everything()
    with pytest.raises(NotAMember):
        table.give("hire_staff", by="../steward", franchise="razors", rating=2)
    table.handle = lambda who: who  # type: ignore[method-assign]
    with pytest.raises(NotAMember):
        table.give("hire_staff", by=STEWARD, franchise="razors", rating=2, behalf="razors", reason="x")
    assert everything() == before


@pytest.mark.parametrize(
    "asked", [{"type": "close_setup"}, {"type": "hire_staff", "franchise": "saints", "rating": 2}]
)
def test_standing_orders_give_the_commands_of_their_own_franchise_alone(asked: dict[str, Any]) -> None:
    with pytest.raises(NotYours):
        refuse_unless_steward_may_give(command_from_document(asked), franchise="razors")


def test_a_season_nobody_attends_to_is_led_to_its_close() -> None:
    table = founded(rounds=1)
    for _ in range(60):
        said("steward", table.season)
        state = table.state
        if state.step == "closed":
            break
        reported = [match for match in state.matches.values() if match.step == "M4"]
        for match in reported:
            table.give("accept_report", match=match.id, report=_nothing_happened(table, match.id))
        if not reported:
            assert franchises_awaited(state) == []
            assert "waits for" not in said("advance", table.season)
    assert table.row.step == "closed"
    assert "waits for" in said("advance", table.season)
    assert_reconciled(table.season)


def _nothing_happened(table: Table, match: str) -> dict[str, Any]:
    """A report in which everybody ran to the end and the first franchise won."""
    season = table.state
    seats = [seat for line_up in season.line_ups_of(match) for seat in season.seats_of(line_up.id)]
    heats = list(range(1, season.match(match).heats + 1))
    crew = [id for seat in seats for id in (seat.driver, seat.gunner) if id]
    teams = report(table)["teams"]
    return {
        "teams": teams,
        "drivers": [{"driver": driver, "heats": heats} for driver in crew],
        "cars": [{"car": seat.car} for seat in seats],
    }


def test_a_season_that_waits_says_for_whom() -> None:
    table = announced()
    assert said("advance", table.season) == "rust-belt/s1 is at M and waits for razors, saints, widows.\n"
    with pytest.raises(CommandError, match="no season"):
        said("advance", "rust-belt/s9")
    with pytest.raises(CommandError, match="no season"):
        said("steward", "rust-belt/s9")
