"""Example leagues come from archives of leagues that were really played: loaded whole and once, with fresh dice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from jobs import shutdown
from jobs.worker import run_due_jobs, run_job
from journal import amend, audit
from journal.amends.corrections import corrections_to_void
from journal.entry_body import load_body
from journal.transfer.import_staging import StagedImport, StagingStopped, write_staged_league
from journal.verify import verify
from league.example_archives import log_ins
from league.example_archives.catalog import FOLDERS, Example, examples, holds, read_archive, write_archive
from league.example_archives.loading import ask_for_examples, give_examples_up
from league.membership import LeagueStands, found_league
from league.models import Entry, Job, League, Membership, Season, Wording
from league.queries.jobs import LOAD_EXAMPLE, example_being_loaded
from league.queries.season_secrets import RENEW_SECRET_TAG
from rules.core.refusals import Malformed
from scheduling import clock_controls
from scheduling.clock_tick import tick
from tests.journal.exported_leagues import emptied
from tests.sampling import only
from tools.examples import play_and_export

pytestmark = [pytest.mark.long, pytest.mark.django_db]

AT = datetime(2026, 11, 20, 12, tzinfo=UTC)
MOST_BYTES = 1_000_000
SMALLEST, ALIVE = "scrapyard", "midden"


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> Iterator[None]:
    """A separate folder for the logins of each test."""
    settings.VAR_DIR = tmp_path
    yield
    shutdown.clear_stop()


def example(league: str) -> Example:
    """The example of that league."""
    return next(archived for archived in examples() if archived.league == league)


def loaded(*leagues: str) -> list[Job]:
    """The jobs that load those examples, run here; the other examples' jobs are cancelled."""
    ask_for_examples(at=AT)
    other_jobs = Job.objects.filter(kind=LOAD_EXAMPLE).exclude(
        key__in=[f"{LOAD_EXAMPLE} {league}" for league in leagues]
    )
    other_jobs.update(state=Job.State.CANCELLED, ended_at=AT)
    return [job for job in run_due_jobs(clock=lambda: AT + timedelta(minutes=1)) if job.kind == LOAD_EXAMPLE]


def held_by(league: str) -> dict[str, Any]:
    """The document in a league's archive."""
    document: dict[str, Any] = json.loads(read_archive(example(league).archive))
    return document


def rolls(season: str, **entries: Any) -> list[Any]:
    """All rolls of the matching entries, in order."""
    bodies = Entry.objects.filter(season=season, **entries).order_by("number").values_list("body", flat=True)
    return [roll for body in bodies for roll in load_body(body).rolls]


# ------------------------------------------------------------------------------------------------ the archives


def test_every_example_has_an_archive_and_all_of_them_are_small() -> None:
    assert [archived.folder.name for archived in examples()] == list(FOLDERS)
    assert 0 < sum(archived.archive.stat().st_size for archived in examples()) < MOST_BYTES


def test_the_smallest_archive_holds_what_is_played_from_its_folder() -> None:
    bundled = example(SMALLEST)
    assert play_and_export(bundled.folder) == read_archive(bundled.archive)


@pytest.mark.parametrize(
    "league", only([ALIVE], [archived.league for archived in examples() if archived.league != SMALLEST])
)
def test_every_other_archive_holds_what_is_played_from_its_folder(league: str) -> None:
    bundled = example(league)
    played = play_and_export(bundled.folder)
    assert holds(bundled.archive, played)
    digests = {season["season"]: season["digest"] for season in held_by(league)["seasons"]}
    assert digests == dict(Season.objects.filter(league=league).values_list("pk", "digest"))


def test_the_same_league_is_written_as_the_same_bytes(tmp_path: Path) -> None:
    export = read_archive(example(SMALLEST).archive)
    for name in ("one", "other"):
        write_archive(tmp_path / name, export)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert holds(tmp_path / "one", export)


def test_an_archive_holds_the_same_league_however_its_logs_are_compressed(tmp_path: Path) -> None:
    document = held_by(ALIVE)
    write_archive(tmp_path / "archive", json.dumps(document).encode())
    assert holds(tmp_path / "archive", read_archive(example(ALIVE).archive))
    document["seasons"][0]["digest"] = "0" * 64
    assert not holds(tmp_path / "archive", json.dumps(document).encode())


# ------------------------------------------------------------------------------------------------- the loading


def test_a_league_is_loaded_whole_and_verifies() -> None:
    (job,) = loaded(SMALLEST)
    assert (job.state, job.done, job.total) == (Job.State.DONE, 127, 127)
    document = held_by(SMALLEST)
    (season,) = document["seasons"]
    row = Season.objects.get(pk=season["season"])
    assert (row.digest, row.length) == (season["digest"], season["length"] + 1)
    assert [entry.hash for entry in Entry.objects.filter(season=row).order_by("number")[: season["length"]]] == [
        entry["hash"] for entry in season["entries"]
    ]
    assert audit(row.pk) == verify(row.pk).findings == []


def test_its_people_log_in_with_what_was_kept_for_the_operator() -> None:
    loaded(SMALLEST)
    log_ins_before = log_ins.log_ins()
    assert [(log_in.user, log_in.part, log_in.league) for log_in in log_ins_before] == [
        ("marshal", "commissioner", "The Scrapyard League"),
        ("torque", "owner of rust-saints", "The Scrapyard League"),
        ("premium", "owner of loss-adjusters", "The Scrapyard League"),
        ("compass", "owner of dead-reckoners", "The Scrapyard League"),
        ("ethel", "owner of grannies", "The Scrapyard League"),
    ]
    assert log_ins.file().stat().st_mode & 0o077 == 0
    for log_in in log_ins_before:
        assert Client().login(username=log_in.user, password=log_in.password)


def test_asked_for_again_nothing_is_loaded_twice_and_the_log_ins_stay() -> None:
    loaded(SMALLEST)
    before = log_ins.file().read_text()
    length = Season.objects.get(pk="scrapyard/s1").length
    assert [job.key for job in ask_for_examples(at=AT)] == [
        f"{LOAD_EXAMPLE} {archived.league}" for archived in examples() if archived.league != SMALLEST
    ]
    job = Job.objects.get(key=f"{LOAD_EXAMPLE} {SMALLEST}")
    assert job.state == Job.State.DONE
    Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED, ended_at=None)
    give_examples_up(at=AT)
    loaded(SMALLEST)
    assert log_ins.file().read_text() == before
    assert Season.objects.get(pk="scrapyard/s1").length == length


def test_nothing_is_loaded_into_a_database_that_holds_another_league() -> None:
    boss = get_user_model().objects.create_user("boss")
    found_league(id="anvil", name="Anvil", public=True, commissioner=boss, at=AT)
    assert ask_for_examples(at=AT) == []


def test_a_league_that_somebody_founded_under_its_name_is_left_as_it_is() -> None:
    ask_for_examples(at=AT)
    boss = get_user_model().objects.create_user("boss")
    found_league(id=SMALLEST, name="My Yard", public=True, commissioner=boss, at=AT)
    job = run_job(Job.objects.get(key=f"{LOAD_EXAMPLE} {SMALLEST}").pk, clock=lambda: AT + timedelta(minutes=1))
    assert job is not None
    assert job.state == Job.State.DONE
    assert job.log[-1]["line"] == "There is a league scrapyard already: it was left as it is."
    assert League.objects.get(pk=SMALLEST).name == "My Yard"
    assert not log_ins.file().exists()


def test_of_two_who_bring_the_same_league_in_one_is_refused_and_nothing_is_there_twice() -> None:
    prepared = [StagedImport(read_archive(example(SMALLEST).archive)).result() for _ in range(2)]
    users = {name: get_user_model().objects.create_user(name) for name in prepared[0].users.values()}
    write_staged_league(prepared[0], users=users)
    with pytest.raises(LeagueStands):
        write_staged_league(prepared[1], users=users)
    assert Entry.objects.count() == 127


def test_nothing_is_loaded_where_examples_were_played_before() -> None:
    log_ins.file().write_text("marshal      secret         commissioner in The Scrapyard League\n")
    assert ask_for_examples(at=AT) == []


def test_what_is_given_up_is_loaded_when_it_is_asked_for_again() -> None:
    jobs = ask_for_examples(at=AT)
    give_examples_up(at=AT)
    assert {job.state for job in Job.objects.filter(kind=LOAD_EXAMPLE)} == {Job.State.CANCELLED}
    assert [job.pk for job in ask_for_examples(at=AT)] == [job.pk for job in jobs]


def test_nobody_who_signed_up_is_taken_for_a_person_of_an_example() -> None:
    torque = get_user_model().objects.create_user("torque", password="my own")
    loaded(SMALLEST)
    assert not Membership.objects.filter(user=torque).exists()
    assert torque.check_password("my own")
    owner = Membership.objects.get(handle="scrapyard.torque").user
    assert owner.get_username() == "torque-2"
    assert "torque-2" in {log_in.user for log_in in log_ins.log_ins()}


def test_stopped_half_way_it_leaves_nothing_and_goes_on_with_the_same_log_ins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stop(*_prepared: object, **_people: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("league.example_archives.loading.write_staged_league", stop)
    with pytest.raises(KeyboardInterrupt):
        loaded(SMALLEST)
    assert not League.objects.exists()
    assert not get_user_model().objects.exists()
    log_ins_before = log_ins.file().read_text()
    monkeypatch.undo()
    loaded(SMALLEST)
    assert log_ins.file().read_text() == log_ins_before
    assert League.objects.filter(pk=SMALLEST).exists()


def test_a_stopping_worker_puts_it_back() -> None:
    ask_for_examples(at=AT)
    shutdown.request_stop()
    job = Job.objects.get(key=f"{LOAD_EXAMPLE} {ALIVE}")
    worked = run_job(job.pk, clock=lambda: AT + timedelta(minutes=1))
    assert worked is not None
    assert (worked.state, worked.tries) == (Job.State.QUEUED, 0)
    assert not League.objects.exists()


def test_an_archive_that_cannot_be_read_fails_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(file: Path) -> bytes:
        raise Malformed(f"{file} cannot be read (Corrupt input data): get a whole checkout.")

    monkeypatch.setattr("league.example_archives.loading.read_archive", unreadable)
    (job,) = loaded(SMALLEST)
    assert job.state == Job.State.FAILED
    assert job.failure == (
        "The archive of The Scrapyard League, examples/first-laps/played.json.xz, cannot be read "
        "(Corrupt input data): get a whole checkout."
    )


@pytest.mark.parametrize("export", [b"no league", b'{"members": []}'])
def test_an_archive_that_holds_no_league_fails_in_a_sentence_with_its_file(
    export: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.example_archives.loading.read_archive", lambda _file: export)
    (job,) = loaded(SMALLEST)
    assert job.state == Job.State.FAILED
    assert job.failure.startswith(
        "The archive of The Scrapyard League, examples/first-laps/played.json.xz, holds no league that can be read ("
    )
    assert job.failure.endswith("): get a whole checkout.")


def test_a_preparation_that_is_given_up_ends_and_says_so() -> None:
    preparation = StagedImport(read_archive(example("rust-belt").archive))
    preparation.stop()
    with pytest.raises(StagingStopped):
        preparation.result()


def test_the_database_of_the_site_is_not_touched_while_a_league_is_prepared() -> None:
    prepared = StagedImport(read_archive(example(SMALLEST).archive)).result()
    assert prepared.league.pk == SMALLEST
    assert not League.objects.exists()


# ------------------------------------------------------------------------------------------------ fresh dice


def played_on(league: str) -> list[Any]:
    """The rolls that a loaded league throws from its fresh secret until its next match has been settled."""
    season = f"{league}/s1"
    boss = Membership.objects.get(league=league, role=Membership.Role.COMMISSIONER)
    for hours in range(1, 30, 3):
        at = AT + timedelta(hours=hours)
        if hours == 1:
            clock_controls.resume_clock(season, member=boss, at=at, reason="Two have come.")
        tick(season, at=at)
        run_due_jobs(clock=lambda at=at: at)
    begun = Entry.objects.get(season=season, command=RENEW_SECRET_TAG).number
    assert Entry.objects.filter(season=season, command="settle_match", number__gt=begun).exists()
    return rolls(season, number__gt=begun)


def test_loaded_twice_its_past_is_the_same_and_its_dice_to_come_are_others() -> None:
    past, to_come = [], []
    for _ in range(2):
        emptied()
        log_ins.file().unlink(missing_ok=True)
        loaded(ALIVE)
        begun = Entry.objects.get(season="midden/s1", command=RENEW_SECRET_TAG).number
        past.append(rolls("midden/s1", number__lt=begun))
        to_come.append(played_on(ALIVE))
        assert audit("midden/s1") == verify("midden/s1").findings == []
    assert past[0] == past[1]
    faces = [[roll["faces"] for roll in season_rolls] for season_rolls in to_come]
    assert faces[0] != faces[1]


def test_what_was_played_before_is_put_right_after_it_was_loaded() -> None:
    loaded(ALIVE)
    row = Season.objects.get(pk="midden/s1")
    before = row.digest
    boss = Membership.objects.get(handle="midden.otis")
    corrections = corrections_to_void(row, "m3")
    original_commands = {
        number: [load_body(Entry.objects.get(season=row, number=number).body).command] for number in corrections
    }
    for key, commands in (("void", corrections), ("back", original_commands)):
        amend(
            row.pk, commands, actor=boss.handle, at=AT + timedelta(days=1), key=key, reason="The track was flooded."
        )
        assert audit(row.pk) == verify(row.pk).findings == []
    assert Season.objects.get(pk=row.pk).digest == before


@pytest.mark.parametrize("league", ["midden", "scrapyard"])
def test_its_newest_season_shows_the_archives_secret_and_takes_another(league: str) -> None:
    loaded(league)
    row = Season.objects.get(pk=f"{league}/s1")
    (entry,) = Entry.objects.filter(season=row, command=RENEW_SECRET_TAG)
    shown_secret = load_body(entry.body).command["earlier_secret"]
    assert bytes.fromhex(shown_secret) == b"anybody may know this secret"
    assert row.secret != shown_secret
    assert len(row.secret) == 64


# ------------------------------------------------------------------------------------------------ free seats


def test_a_newcomer_takes_a_free_seat_and_is_asked_for_a_line_up() -> None:
    loaded(ALIVE)
    client = Client()
    home = client.get("/l/midden/").content.decode()
    assert "Franchises without an owner can be taken over." in home
    link = Wording.objects.get(announcement__league=ALIVE).text.partition("](")[2].partition(")")[0]
    newcomer = get_user_model().objects.create_user("newcomer")
    client.force_login(newcomer)
    first_task = client.post(link, {"franchise": "lost-deposit"})["Location"]
    assert first_task.startswith("/l/midden/s1/do/name_line_up/?franchise=lost-deposit&match=")
    assert Membership.objects.get(user=newcomer).franchise_id == "midden/lost-deposit"
    mine = client.get("/l/midden/").content.decode()
    assert "The Lost Deposits have to name their line-up" in mine
    other_client = Client()
    other_client.force_login(get_user_model().objects.create_user("another"))
    first_task = other_client.post(link, {"franchise": "second-hand"})["Location"]
    assert first_task.startswith("/l/midden/s1/do/name_line_up/?franchise=second-hand&match=")
    third = Client()
    third.force_login(get_user_model().objects.create_user("too-late"))
    assert third.post(link).status_code == 410


# ---------------------------------------------------------------------------------------------- the front page


def loading(**columns: Any) -> None:
    """The smallest example is being loaded now, with its job in that state."""
    ask_for_examples(at=AT)
    job = Job.objects.filter(key=f"{LOAD_EXAMPLE} {SMALLEST}")
    job.update(state=Job.State.RUNNING, claim="ours", heartbeat_at=AT, **columns)


def test_the_front_page_says_what_is_loaded_and_how_far_it_is_and_is_looked_at_again() -> None:
    loading(done=1240, total=2459)
    page = Client().get("/").content.decode()
    assert "Loading example leagues: The Scrapyard League, 1,240 of 2,459 entries" in page
    assert 'data-live="true"' in page
    assert "There is no league here yet." not in page
    assert 'href="/">Look again' in page


def test_before_anything_is_known_of_it_the_front_page_names_what_is_loaded() -> None:
    loading()
    page = Client().get("/").content.decode()
    assert "Loading example leagues: The Scrapyard League<" in page
    assert "<progress" not in page


def test_where_nothing_is_loaded_the_front_page_is_looked_at_once() -> None:
    ask_for_examples(at=AT)
    give_examples_up(at=AT)
    assert example_being_loaded() is None
    page = Client().get("/").content.decode()
    assert "Loading" not in page
    assert 'data-live="true"' not in page
    assert "theme/live.js" not in page
