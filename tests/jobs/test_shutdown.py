"""`manage.py serve` stops at any time: it ends by itself, says what will continue, and loses nothing.

Each test holds the server at a named function, mostly inside a transaction with SQLite's only writer, for good.
"""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest

from league.example_archives.catalog import examples
from league.queries.jobs import LOAD_EXAMPLE
from tests.faults.unattended_leagues import LOADED, arrived, nothing, site_of, wrong
from tests.jobs.harness import QUICK, Program, Site, free_port, wait_for
from tests.sampling import like, one_in

pytestmark = pytest.mark.long
ALONE = ("one",)
SIGNALS = (signal.SIGINT, signal.SIGTERM)
STILL = {"JOB_STALE_SECONDS": "3600"}
"""A heartbeat counts as missing only after an hour, so that no job is reclaimed for that."""


def held_at(site: Site, point: str, *options: str, **environment: str) -> Program:
    """Start the server and wait until it hangs at a function."""
    mark = site.folder / "held"
    mark.unlink(missing_ok=True)
    fault = {"FAULT": point, "FAULT_DO": "hang", "FAULT_MARK": str(mark)}
    server = site.start("manage.py", "serve", "--port", str(free_port()), *options, **fault, **STILL, **environment)
    wait_for(lambda: mark.exists() or server.running.poll() is not None, point)
    assert server.running.poll() is None, server.output
    return server


def stopped(server: Program, how: signal.Signals = signal.SIGINT) -> list[str]:
    """Stop a server with a signal; return the lines it prints from then on."""
    before = len(server.output)
    server.running.send_signal(how)
    assert server.running.wait(60) == 0, server.output
    assert "Traceback" not in server.output
    return server.output[before:].splitlines()


def settled_as(site: Site, match: str) -> list[tuple[str, ...]]:
    """The digest of the entry that settles a match, as rows: none or one."""
    entries = "league_entry e JOIN league_season s ON s.id = e.season_id"
    where = f"e.command = 'settle_match' AND s.id = 'midden/s1' AND e.subjects LIKE '%\"{match}\"%'"
    return site.rows(f"SELECT e.digest FROM {entries} WHERE {where}")  # noqa: S608 - ours


@pytest.mark.parametrize("how", one_in(2, SIGNALS))
def test_idle_it_ends_and_says_nothing_more(migrated_site: Site, how: signal.Signals) -> None:
    server, _ = migrated_site.serve("serve", "--no-example")
    assert stopped(server, how) == ["Stopped."]


@pytest.mark.parametrize("how", one_in(2, SIGNALS))
def test_while_it_migrates_it_ends_and_migrates_at_the_next_start(site: Site, how: signal.Signals) -> None:
    early = {"PRELOAD_AFTER": "league.management.commands.serve"}
    server = held_at(site, "django.core.management.commands.migrate:Command.handle", "--no-example", **early)
    assert stopped(server, how) == ["Migrating goes on at the next start.", "Stopped."]
    again, _ = site.serve("serve", "--no-example")
    assert stopped(again) == ["Stopped."]


@like("tests/league/test_serve_command.py::test_two_quick_ctrl_c_while_an_example_loads_say_what_goes_on")
@pytest.mark.parametrize("how", SIGNALS)
def test_while_an_example_is_loaded_it_ends_and_loads_at_the_next_start(site: Site, how: signal.Signals) -> None:
    server = held_at(site, "journal.transfer.import_staging:write_staged_league")
    names = [example.name for example in examples()]
    assert stopped(server, how) == [*(f"Loading {name} goes on at the next start." for name in names), "Stopped."]
    assert site.rows("SELECT count(*) FROM league_league") == [(0,)]
    assert site.rows("SELECT count(*) FROM auth_user") == [(0,)]
    again, _ = site.serve("serve", **STILL)
    site.ended(*(f"{LOAD_EXAMPLE} {example.league}" for example in examples()))
    assert stopped(again)[-1] == "Stopped."
    assert site.manage("audit").count("as the journal says") == 4


@pytest.mark.parametrize("how", one_in(2, SIGNALS))
def test_while_a_season_ends_it_ends_and_the_season_comes_to_the_same(tmp_path: Path, how: signal.Signals) -> None:
    site = site_of(tmp_path, leagues=ALONE)
    try:
        server = held_at(site, "scheduling.season_end:enqueue_after_end_step", "--no-example")
        lines = stopped(server, how)
        assert lines == ["The season's end of one/s1 goes on after the next start.", "Stopped."]
        site.serve("serve", "--no-example", **STILL)
        arrived(site, leagues=ALONE)
        assert wrong(site, leagues=ALONE) == nothing(ALONE)
    finally:
        site.close()


@like("tests/jobs/test_shutdown.py::test_while_a_season_ends_it_ends_and_the_season_comes_to_the_same")
@pytest.mark.parametrize("how", SIGNALS)
def test_while_a_match_is_played_it_ends_and_the_match_comes_to_the_same(tmp_path: Path, how: signal.Signals) -> None:
    folder, other = tmp_path / "disturbed", tmp_path / "undisturbed"
    folder.mkdir()
    site = Site(folder, settings=dict(QUICK), preload=LOADED)
    undisturbed = Site(other, settings=dict(QUICK), preload=LOADED)
    try:
        loading, _ = site.serve()
        site.ended(f"{LOAD_EXAMPLE} midden", f"{LOAD_EXAMPLE} rust-belt")
        stopped(loading)
        for act in (("--resume", "league"), ("--close", "M3/m4")):
            site.manage("clock", "midden/s1", *act, "--as", "otis", "--reason", "Go on.")
        shutil.copytree(folder, other)
        fast = {"CLOCK_SPEED": "1000000"}
        lines = stopped(held_at(site, "scheduling.match_resolution:resolve_packet", "--no-example", **fast), how)
        assert lines == ["m4 of midden/s1 is played again after the next start.", "Stopped."]
        assert settled_as(site, "m4") == []
        for running_site in (site, undisturbed):
            running_site.serve("serve", "--no-example", **fast, **STILL)
            wait_for(lambda running_site=running_site: settled_as(running_site, "m4"), "the settlement of m4")
        assert settled_as(site, "m4") == settled_as(undisturbed, "m4")
    finally:
        site.close()
        undisturbed.close()


def test_what_was_cut_off_is_taken_up_at_once_and_its_try_is_not_counted(migrated_site: Site) -> None:
    stopped(held_at(migrated_site, "journal.transfer.import_staging:write_staged_league"))
    key = f"{LOAD_EXAMPLE} {examples()[0].league}"
    again, _ = migrated_site.serve("serve", **STILL)
    migrated_site.ended(key)
    assert migrated_site.job(key)["tries"] == 1
    assert stopped(again)[-1] == "Stopped."


@like("tests/jobs/test_shutdown.py::test_what_was_cut_off_is_taken_up_at_once_and_its_try_is_not_counted")
def test_what_died_with_the_server_is_taken_up_at_once_and_its_try_is_counted(migrated_site: Site) -> None:
    held_at(migrated_site, "journal.transfer.import_staging:write_staged_league").kill()
    key = f"{LOAD_EXAMPLE} {examples()[0].league}"
    migrated_site.serve("serve", **STILL)
    migrated_site.ended(key)
    assert migrated_site.job(key)["tries"] == 2


def test_before_it_has_begun_it_ends_without_a_traceback(site: Site) -> None:
    early = {"PRELOAD_AFTER": "league.management.commands.serve"}
    server = held_at(site, "league.management.commands.serve:Command.handle", "--no-example", **early)
    server.running.send_signal(signal.SIGINT)
    assert server.running.wait(60) == 130
    assert server.output.strip() == "Stopped. Give the same command again to start it."


def test_a_second_ctrl_c_ends_it_without_another_word(migrated_site: Site) -> None:
    server = held_at(migrated_site, "journal.transfer.import_staging:write_staged_league")
    server.running.send_signal(signal.SIGINT)
    server.running.send_signal(signal.SIGINT)
    assert server.running.wait(60) in (0, 1)
    assert "Traceback" not in server.output
