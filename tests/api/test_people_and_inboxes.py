"""People, inboxes, jobs, rulings, amends and searches: the API returns what the pages show, to the same readers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jobs.queue import enqueue
from league.access import Viewer, viewer_of
from league.invitations import invite
from league.models import Job, League, LeagueLog, Membership, Notice, Ruling
from league.pages.people.inbox import inbox_page
from league.pages.people.people import people_page
from league.pages.search import search_page
from rules.campaign.steward.waits import current_waits
from rules.match.registry import temporarily_installed
from scheduling.rulings import answer_ruling
from tests.api.api_callers import Program, at, program_of, token_of
from tests.api.example_answers import played, put_right, ruled_on
from tests.api.test_figures_of_pages import every, read
from tests.api.test_problems import told
from tests.journal.amends import amended, lost_by
from tests.league.resolved_leagues import climbing
from tests.league.small_league import BEGAN, Table, announced, founded, lined_up, report, settled
from tests.pages.large_league import grown
from tests.rules.ladder import LADDER

pytestmark = pytest.mark.django_db
PEOPLE, LOG, INBOX, JOBS = (f"/leagues/rust-belt/{page}" for page in ("people", "log", "inbox", "jobs"))


def viewer(table: Table, who: str) -> Any:
    """The viewer that a page is rendered for when this person asks for it."""
    user = get_user_model().objects.get(username=f"{table.league}-{who}")
    return viewer_of(user, League.objects.get(pk=table.league))


def test_the_people_are_those_of_their_page_with_their_parts() -> None:
    table = founded()
    page = people_page(league=table.row.league, viewer=viewer(table, "razors"), at=timezone.now())
    assert page is not None
    document = read(program_of(table, "razors"), PEOPLE)
    assert [(person["name"], person["own"]) for person in document["people"]] == [
        (person.name, person.own) for person in page["people"]
    ]
    parts = {person["name"]: person["parts"] for person in document["people"]}
    assert [(part["role"], part["franchise"]) for part in parts["rust-belt-boss"]] == [("commissioner", None)]
    assert [(part["role"], part["franchise"]) for part in parts["rust-belt-saints"]] == [("owner", "saints")]


def test_invitations_and_free_franchises_are_told_to_commissioners_alone_and_never_a_link() -> None:
    table = founded()
    Membership.objects.filter(franchise="rust-belt/widows").delete()
    boss = Membership.objects.get(handle=table.handle("boss"))
    _, link = invite(
        league=table.row.league, by=boss, role="owner", franchise="widows", uses=1, days=9, at=timezone.now()
    )
    answer = program_of(table, "boss").get(PEOPLE)
    found = answer.json()
    assert [franchise["franchise"] for franchise in found["free"]] == ["widows"]
    assert [
        (invitation["role"], invitation["franchise"], invitation["left"]) for invitation in found["invitations"]
    ] == [("owner", "widows", 1)]
    assert link not in answer.content.decode()
    others = read(program_of(table, "razors"), PEOPLE)
    assert (others["free"], others["invitations"]) == ([], [])


def test_the_log_of_a_league_is_read_in_parts_and_calls_people_by_their_names() -> None:
    table = founded()
    LeagueLog.objects.create(
        league=table.row.league,
        at=BEGAN,
        actor=table.handle("boss"),
        what="owner removed",
        subject=f"{table.handle('razors')} razors",
        reason="He was away.",
    )
    acts = every(program_of(table, "saints"), LOG, "acts")
    assert [act["number"] for act in acts] == list(range(1, LeagueLog.objects.count() + 1))
    assert (acts[-1]["who"], acts[-1]["kind"], acts[-1]["reason"]) == (
        "rust-belt-boss",
        "owner removed",
        "He was away.",
    )
    assert acts[-1]["subject"] == "rust-belt-razors Razors"
    assert read(program_of(table, "saints"), f"{LOG}?after={len(acts)}")["acts"] == []


def test_an_inbox_is_its_owners_alone_and_reading_it_marks_nothing() -> None:
    table = played()
    user = get_user_model().objects.get(username="rust-belt-razors")
    letters = inbox_page(user, before=None)["letters"]
    found = every(program_of(table, "razors"), INBOX, "notices")
    assert found
    assert [(notice["subject"], notice["sentence"], notice["page"]) for notice in reversed(found)] == [
        (letter.subject, letter.sentence, letter.href) for letter in letters
    ]
    assert read(program_of(table, "razors"), INBOX)["unread"] == len(letters)
    assert not Notice.objects.exclude(read_at=None).exists()
    other = {notice["sentence"] for notice in read(program_of(table, "boss"), INBOX)["notices"]}
    Notice.objects.filter(member__user=user).update(arguments={"title": "for razors alone"}, about="announced")
    assert {notice["sentence"] for notice in read(program_of(table, "boss"), INBOX)["notices"]} == other


def test_what_was_told_of_another_league_stays_there() -> None:
    table = played()
    elsewhere = founded(league="far-coast")
    user = get_user_model().objects.get(username="rust-belt-razors")
    member = Membership.objects.get(handle=elsewhere.handle("razors"))
    member.user = user
    member.save()
    Notice.objects.create(member=member, key="k", about="announced", arguments={"title": "Tides"}, at=BEGAN)
    assert "Tides" not in program_of(table, "razors").get(INBOX).content.decode()


def test_jobs_are_seen_by_whom_their_page_shows_them_and_go_on_where_the_part_before_ended() -> None:
    table = founded()
    for number in range(7):
        asked_by = table.handle("razors") if number == 2 else table.handle("saints") if number == 3 else ""
        queued_at = BEGAN + timedelta(minutes=number // 2)
        enqueue("season_end", key=f"job {number}", at=queued_at, season=table.season, asked_by=asked_by)
    Job.objects.filter(key="job 3").update(state="failed", failure="razors.d1 is gone.", ended_at=BEGAN)
    boss, razors = program_of(table, "boss"), program_of(table, "razors")
    assert [job["id"] for job in every(boss, JOBS, "jobs")] == [
        str(job.pk) for job in Job.objects.order_by("-queued_at", "key")
    ]
    own = every(razors, JOBS, "jobs")
    hidden = Job.objects.get(key="job 3").pk
    assert len(own) == 6
    assert str(hidden) not in [job["id"] for job in own]
    told(razors.get(f"{JOBS}/{hidden}"), 404, "not-found")
    told(razors.get(f"{JOBS}?after={hidden}"), 400, "query-wrong")
    told(razors.get(f"{JOBS}?after=9"), 400, "query-wrong")
    failed = read(boss, f"{JOBS}/{hidden}")
    assert (failed["state"], failed["says"], failed["asked_by"]) == ("failed", "failed", "owner")


def test_a_job_is_told_with_its_log_only_where_it_is_asked_for_alone() -> None:
    table = played()
    (listed,) = read(program_of(table, "razors"), JOBS)["jobs"]
    alone = read(program_of(table, "razors"), f"{JOBS}/{listed['id']}")
    assert [line["said"] for line in alone["log"]] == ["It began."]
    assert listed == {**alone, "log": []}


def test_a_season_says_whom_it_waits_for_and_the_readers_own_come_first() -> None:
    table = announced()
    waits = {line["franchise"]: line for line in read(Program(), at(table, "/awaited"))["awaited"]}
    assert sorted(waits) == ["razors", "saints", "widows"]
    assert (waits["saints"]["wait"], waits["saints"]["match"]) == ("M3/m1", "m1")
    assert read(program_of(table, "widows"), at(table, "/awaited"))["awaited"][0]["franchise"] == "widows"
    seats = [{"driver": "saints.d1", "car": "saints.car1"}]
    table.give("name_line_up", by="saints", match="m1", franchise="saints", seats=seats)
    assert "saints" not in [line["franchise"] for line in read(Program(), at(table, "/awaited"))["awaited"]]


def test_a_locked_match_waits_for_a_report_of_its_teams_until_one_is_accepted() -> None:
    table = announced()
    assert read(Program(), at(table, "/awaited"))["results"] == []
    table = lined_up(table=table, announce=False)
    answer = read(program_of(table, "widows"), at(table, "/awaited"))
    assert answer["awaited"] == []
    assert answer["results"] == [
        {
            "match": "m1",
            "wait": "M4/m1",
            "asked": "a report of its teams, and the commissioner to accept one",
            "reporters": ["razors", "saints", "widows"],
        }
    ]
    assert [current_wait.what for current_wait in current_waits(table.state)] == ["M4/m1"]
    table.give("accept_report", match="m1", report=report(table))
    answer = read(Program(), at(table, "/awaited"))
    assert (answer["results"], [line["franchise"] for line in answer["awaited"]]) == ([], ["widows"])


def test_a_match_that_is_played_here_waits_for_nobodys_report() -> None:
    with temporarily_installed(LADDER):
        table = climbing()
        (result,) = read(Program(), at(table, "/awaited"))["results"]
    assert (result["match"], result["reporters"]) == ("m1", [])
    assert result["asked"] == f"to be played here by {LADDER.title}"


def test_a_ruling_is_read_while_it_waits_and_with_its_answer() -> None:
    table = ruled_on()
    (ruling,) = read(program_of(table, "boss"), at(table, "/rulings"))["rulings"]
    assert (ruling["standing"], ruling["own"], ruling["entry"]) == ("waiting", True, None)
    tag = Program().get(at(table, "/rulings"))["ETag"]
    second = Membership.objects.get(handle=table.handle("second"))
    number = Ruling.objects.get().pk
    answer_ruling(table.row, number, "confirm", members=[second], at=table.at, said="It was.")
    answer = Program().get(at(table, "/rulings"), **{"if-none-match": tag})
    assert answer.status_code == 200
    (ruling,) = answer.json()["rulings"]
    assert (ruling["standing"], ruling["own"], ruling["said"]) == ("confirmed", False, "It was.")
    assert read(Program(), at(table, f"/entries/{ruling['entry']}"))["command"] == ruling["commands"][0]
    assert answer.json()["waiting"] == 0


def test_an_amend_is_read_with_what_stood_before_and_all_that_followed() -> None:
    table = settled()
    before = read(Program(), at(table, "/franchises/razors"))["balance"]
    corrections = lost_by(table)
    preview = amended(table, corrections, preview=True).number
    saved = amended(table, corrections).number
    listed = every(Program(), at(table, "/amends"), "amends")
    assert [(amend["number"], amend["saved"]) for amend in listed] == [(preview, False), (saved, True)]
    found = read(Program(), at(table, f"/amends/{saved}"))
    assert found["amend"] == listed[1]
    (correction,) = found["corrections"]
    assert correction["was"][0]["report"]["teams"][0]["points"] == 10
    assert correction["now"][0]["report"]["teams"][0]["points"] == 0
    balance = next(
        difference
        for difference in found["differences"]
        if (difference["subject"], difference["what"]) == ("razors", "balance")
    )
    assert balance["was"] == before
    assert balance["now"] == read(Program(), at(table, "/franchises/razors"))["balance"]
    assert {standing["number"] for standing in found["stands"]} >= {correction["number"]}
    assert found["differences"] == read(Program(), at(table, f"/amends/{preview}"))["differences"]
    told(Program().get(at(table, "/amends/1")), 404, "not-found")


def test_what_was_taken_back_is_told_as_that() -> None:
    table = put_right()
    first, second = every(Program(), at(table, "/amends"), "amends")
    assert [
        correction["taken_back"]
        for correction in read(Program(), at(table, f"/amends/{first['number']}"))["corrections"]
    ] == [False]
    (back,) = read(Program(), at(table, f"/amends/{second['number']}"))["corrections"]
    assert back["taken_back"]
    assert back["was"] == read(Program(), at(table, f"/amends/{first['number']}"))["corrections"][0]["now"]


def test_a_search_finds_what_its_page_finds() -> None:
    table = settled()
    for who in ("", "razors", "boss"):
        program = program_of(table, who) if who else Program()
        reader = viewer(table, who) if who else Viewer()
        for words in ("razors", "m1", "people", "DM-C-04", "car 1"):
            page = search_page(league=table.row.league, viewer=reader, query=words, part=False)
            found = read(program, f"/leagues/rust-belt/search?q={words.replace(' ', '%20')}&limit=40")
            assert [(hit["kind"], hit["name"], hit["page"]) for hit in found["found"]] == [
                (hit.kind, hit.name, hit.href) for hit in page["hits"]
            ]
            assert found["more"] == page["more"]
    found = read(Program(), "/leagues/rust-belt/search?q=razors")["found"]
    assert {hit["id"] for hit in found if hit["kind"] == "driver"} >= {"razors.d1", "razors.d2"}
    for query in ("", "?q=", f"?q={'x' * 61}"):
        told(Program().get(f"/leagues/rust-belt/search{query}"), 400, "query-wrong")


@pytest.mark.parametrize("part", [PEOPLE, LOG, INBOX, JOBS])
def test_what_is_for_members_is_refused_to_whoever_left(part: str) -> None:
    table = founded()
    _, text = token_of(table, "razors", "read")
    Membership.objects.filter(handle=table.handle("razors")).update(role=Membership.Role.FORMER, franchise=None)
    told(Program(text).get(part), 403, "forbidden")
    told(Program().get(part), 401, "not-logged-in")


@pytest.mark.parametrize("part", [PEOPLE, LOG, INBOX, JOBS, "/leagues/rust-belt/search?q=razors"])
def test_what_is_beside_the_journal_has_a_tag_of_its_own(part: str) -> None:
    table = played()
    program = program_of(table, "razors")
    first = program.get(part)
    again = program.get(part, **{"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


QUERIES = 8
"""The most queries an answer may make, including one each for the token, the league and the reader."""


@pytest.mark.long
@pytest.mark.parametrize(
    "part",
    [
        "people",
        "log",
        "inbox",
        "jobs",
        "search?q=f00",
        "seasons/s1/awaited",
        "seasons/s1/rulings",
        "seasons/s1/amends",
    ],
)
def test_an_answer_asks_as_little_of_64_franchises_as_of_8(part: str) -> None:
    small, large = _asked(8, part), _asked(64, part)
    assert small == large
    assert small <= QUERIES


def _asked(size: int, part: str) -> int:
    """The number of queries for a commissioner's GET with `size` franchises, and as many rows of each kind."""
    with transaction.atomic():
        table = grown(size)
        boss = Membership.objects.get(handle=table.handle("boss"))
        for number in range(size):
            Notice.objects.create(member=boss, key=f"{number}", about="announced", arguments={"title": "x"}, at=BEGAN)
            enqueue("season_end", key=f"job {number}", at=BEGAN, season=table.season)
            LeagueLog.objects.create(league=boss.league, at=BEGAN, actor=boss.handle, what="founded", subject="x")
            Ruling.objects.create(
                season=table.row,
                franchise="f00",
                match="m1",
                commands=[{"type": "void_match", "match": "m1"}],
                actor=boss.handle,
                at=BEGAN,
                key=f"ruling {number}",
            )
        program = program_of(table, "boss")
        read(program, "/leagues/rust-belt")  # the first use of a token writes when it was used
        with CaptureQueriesContext(connection) as queries:
            read(program, f"/leagues/rust-belt/{part}")
        transaction.set_rollback(True)
    return len(queries)


@pytest.mark.long
def test_an_amend_is_told_in_as_many_queries_however_much_came_of_it() -> None:
    table = put_right()
    for number in (amend["number"] for amend in every(Program(), at(table, "/amends"), "amends")):
        with CaptureQueriesContext(connection) as queries:
            read(Program(), at(table, f"/amends/{number}"))
        assert len(queries) <= 4
