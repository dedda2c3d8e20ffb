"""Names are no part of a season: what was renamed stays so, whatever the journal performs again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction

from drivers.models import Driver
from franchises.models import Car, Franchise
from journal import entry_body as bodies
from journal import fork_season
from journal.amends.corrections import corrections_to_undo
from journal.forks import delete_fork
from journal.match_results import accept_result, take
from journal.transfer.league_import import import_league
from journal.verify import verify, verify_matches
from league.models import Entry, League, MatchLog, NameChange, Season
from league.pages.matches.replay.page import load_film
from rules.campaign.match_day.resolution import resolve_packet
from rules.core.refusals import Malformed
from rules.match.registry import rulesets
from tests.journal.amends import amended, number_of
from tests.journal.exported_leagues import compact, emptied, exported
from tests.league.small_league import BEGAN, Table, closed, founded, lined_up, reopened, report, settled, signed
from tests.people.crowd import member
from tests.people.test_renaming import names, renamed
from tests.sampling import only

pytestmark = pytest.mark.django_db
NAMED = {
    "franchise": "The Blades",
    "driver": "Ann Chovy",
    "car": "Old Faithful",
    "league": "Rust Bowl",
    "season": "The Dust Year",
}


def all_renamed() -> None:
    """Rename one thing of each kind."""
    renamed("franchise", "razors", NAMED["franchise"])
    renamed("driver", "razors.d1", NAMED["driver"])
    renamed("car", "razors.car1", NAMED["car"])
    renamed("league", "rust-belt", NAMED["league"], by="boss")
    renamed("season", "s1", NAMED["season"], by="boss")


def history() -> list[tuple[Any, ...]]:
    """Every change of a name, as the table has it without its key."""
    return list(
        NameChange.objects.order_by("pk").values_list("kind", "subject", "season", "former", "name", "at", "by")
    )


def test_a_command_after_a_rename_changes_no_name() -> None:
    table = signed(over=False)
    all_renamed()
    table.give("close_setup")
    assert names() == NAMED
    assert verify(table.season).findings == []


def test_struck_and_restored_hires_and_purchases_keep_the_names_the_league_gave() -> None:
    table = signed(over=False)
    all_renamed()
    struck = {
        number_of(table, "hire_rookie", driver="razors.d1"): [],
        number_of(table, "buy_car", car="razors.car1"): [],
    }
    result = amended(table, struck)
    assert not Car.objects.filter(pk="rust-belt/s1/razors.car1").exists()
    amended(table, corrections_to_undo(table.row, result.number))
    assert names() == NAMED


def test_the_next_season_and_a_dropped_fork_keep_every_name() -> None:
    table = reopened(closed(settled(rounds=1)))
    all_renamed()
    fork_season(table.season, "try", secret=b"other", at=BEGAN)
    fork = Table(season="rust-belt/try", given=900)
    fork.give("hire_rookie", by="razors", franchise="razors", driver="razors.s2.d1", name="Ninety")
    delete_fork("rust-belt/try")
    assert names() == NAMED
    assert Car.objects.get(pk="rust-belt/s2/razors.car1").name == NAMED["car"]
    assert NameChange.objects.count() == 5


def test_an_export_brings_names_titles_and_former_names_to_another_site() -> None:
    table = signed()
    all_renamed()
    before, changes = names(), history()
    text = exported()
    emptied()
    import_league(text)
    assert names() == before == NAMED
    assert history() == changes
    assert League.objects.get().renamings == len(changes)
    assert exported() == text
    assert verify(table.season).findings == []


def test_an_export_of_a_release_without_former_names_is_imported() -> None:
    signed()
    document = json.loads(exported())
    del document["papers"]["names"]
    emptied()
    import_league(compact(document))
    assert Season.objects.get().title == ""


@pytest.mark.parametrize(
    "row", [{"kind": "planet"}, {"subject": 3}, {"name": "", "former": "x"}, {"by": "x" * 200}, {"at": "yesterday"}]
)
def test_an_export_with_an_unreadable_former_name_is_refused_whole(row: dict[str, Any]) -> None:
    signed()
    renamed("franchise", "razors", "The Blades")
    document = json.loads(exported())
    document["papers"]["names"][0] |= row
    emptied()
    with pytest.raises(Malformed):
        import_league(compact(document))
    assert not League.objects.exists()


def _staffed(prefix: str, **options: Any) -> Table:
    """A season at its first round, in which every driver and car has a name that begins with a text."""
    table = founded(rounds=1, **options)
    for franchise in table.franchises:
        for number in range(1, 7):
            driver = {"driver": f"{franchise}.d{number}", "name": f"{prefix} {franchise} {number}"}
            table.give("hire_rookie", by=franchise, franchise=franchise, **driver)
        for number in range(1, 4):
            car = {"car": f"{franchise}.car{number}", "name": f"{prefix} {number}"}
            table.give("buy_car", by=franchise, franchise=franchise, **car)
    table.give("close_setup")
    return table


def _played(prefix: str) -> tuple[list[str], list[str], str]:
    """A season with such names: digests and facts of its entries, and its match's state."""
    table = lined_up(table=_staffed(prefix))
    table.give("accept_report", match="m1", report=report(table))
    entries = list(Entry.objects.filter(season=table.season).order_by("number"))
    return [entry.digest for entry in entries], [_nameless(entry) for entry in entries], table.row.digest


def _nameless(entry: Entry) -> str:
    """The facts of an entry without names."""
    document = json.loads(bodies.decompress(entry.body))
    for fact in document["facts"]:
        fact.pop("name", None)
    return json.dumps(document["facts"], sort_keys=True)


def test_two_seasons_that_differ_only_in_names_have_the_same_digests_facts_and_dice() -> None:
    results = []
    for prefix in ("Ann", "Ракета"):
        with transaction.atomic():
            results.append(_played(prefix))
            transaction.set_rollback(True)
    assert results[0] == results[1]


PLANS: dict[str, dict[str, Any]] = {
    "dethmatch": {"event": "lap_race", "scoring": "race", "setting": {"track": "anvil_oval", "laps": 1}},
    "formule": {"event": "circuit_race", "setting": {"circuit": "forge_dogleg", "laps": 1}},
    "rhad": {"event": "duel", "setting": {"arena": "the_pan"}},
    "carcult": {"event": "last_cult", "setting": {"table": "crossroads"}},
}
"""A small match of every book."""


def test_every_book_has_a_match() -> None:
    assert PLANS.keys() == {ruleset.name for ruleset in rulesets()}


def _resolved(book: str, *, prefix: str, rename: bool) -> dict[str, Any]:
    """Everything a match that the site plays leaves behind, in a season with such names."""
    table = _staffed(prefix, franchises=("razors", "saints"))
    planned = {"match": "m1", "ruleset": book, "franchises": list(table.franchises), "vehicles_per_team": 2}
    table.give("announce_round", round="r1", matches=[{**planned, **PLANS[book]}])
    lined_up(table=table, announce=False)
    if rename:
        renamed("driver", "razors.d1", "Vera", by="razors")
        renamed("car", "razors.car1", "Hearse", by="razors")
        renamed("franchise", "razors", "The Blades", by="razors")
    task = take(table.season, "m1")
    result = accept_result(task, resolve_packet(task.packet, task.dice()), at=table.now)
    assert result is not None
    stored = MatchLog.objects.get()
    log, packet = bodies.decompress(stored.log), bodies.decompress(stored.packet)
    film, replay, _ = load_film(book, stored.edition, log)
    for name in (prefix, "Vera", "Hearse", "Blades"):
        assert name.encode() not in log + packet
    entries = list(Entry.objects.filter(season=table.season).order_by("number"))
    return {
        "packet": packet,
        "log": (stored.digest, log),
        "frames": (film, replay),
        "entries": [(entry.digest, _nameless(entry)) for entry in entries],
        "state": table.row.digest,
        "findings": verify_matches(table.season).findings,
    }


@pytest.mark.parametrize("book", only(["carcult"], list(PLANS)))
def test_a_match_that_the_site_plays_is_the_same_whatever_anybody_is_called(book: str) -> None:
    results = []
    for prefix, rename in (("Ann", False), ("Ракета", True)):
        with transaction.atomic():
            results.append(_resolved(book, prefix=prefix, rename=rename))
            transaction.set_rollback(True)
    assert results[0] == results[1]
    assert results[0]["findings"] == []


def test_a_season_renamed_in_its_midst_is_that_season() -> None:
    results = []
    for rename_first in (False, True):
        with transaction.atomic():
            table = signed()
            if rename_first:
                all_renamed()
            table = lined_up(table=table)
            table.give("accept_report", match="m1", report=report(table))
            results.append((table.row.head, table.row.digest, verify(table.season).findings == []))
            transaction.set_rollback(True)
    assert results[0] == results[1]


def test_generated_names_of_others_stay_when_one_is_renamed() -> None:
    table = founded(franchises=("razors", "saints"))
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1")
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d2")
    other = Driver.objects.get(pk="rust-belt/razors.d2").name
    renamed("driver", "razors.d1", "Ann Chovy")
    struck = {number_of(table, "hire_rookie", driver="razors.d2"): []}
    result = amended(table, struck)
    amended(table, corrections_to_undo(table.row, result.number))
    assert Driver.objects.get(pk="rust-belt/razors.d2").name == other
    assert Franchise.objects.get(pk="rust-belt/razors").name == "Razors"
    assert member("razors").franchise_id == "rust-belt/razors"
