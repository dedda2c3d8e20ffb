"""`manage.py jobs` lists, retries, cancels and works jobs; and members see their jobs."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue
from league.access import viewer_of
from league.models import Job, League
from league.queries.jobs import job, jobs
from rules.core.refusals import Refusal
from tests.league.small_league import BEGAN, founded

pytestmark = pytest.mark.django_db


class OutOfInk(Refusal):
    pass


@job_kind("printed", title="The programme")
def printed(run: JobRun) -> None:
    """Fails if the arguments say that there is no ink."""
    run.progress(2, 3, "two pages")
    if run.arguments.get("dry"):
        raise OutOfInk("There is no ink: buy some.")


def said(*arguments: str) -> str:
    output = StringIO()
    call_command("jobs", *arguments, stdout=output)
    return output.getvalue()


def test_what_is_due_is_worked_off_and_listed() -> None:
    table = founded()
    good = enqueue("printed", key="a", at=BEGAN, season=table.season)
    bad = enqueue("printed", key="b", at=BEGAN, arguments={"dry": True})
    worked = (
        f"{good.pk} done            2/3 The programme rust-belt/s1\n"
        f"{bad.pk} failed          2/3 The programme\n"
        "    There is no ink: buy some.\n"
    )
    assert said("--work") == worked
    assert said() == worked
    assert said("rust-belt") == f"{good.pk} done            2/3 The programme rust-belt/s1\n"
    assert said("--last", "1") == f"{good.pk} done            2/3 The programme rust-belt/s1\n"
    assert said("--work") == "There is no job.\n"


def test_a_failed_job_is_asked_for_again_and_a_queued_one_given_up() -> None:
    bad = enqueue("printed", key="b", at=BEGAN, arguments={"dry": True})
    said("--work")
    assert said("--again", str(bad.pk)) == f"{bad.pk} queued          2/3 The programme\n"
    assert said("--cancel", str(bad.pk)) == f"{bad.pk} cancelled       2/3 The programme\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--again", "x"), "There is no job 'x'"),
        (("--cancel", "x"), "There is no job 'x'"),
        (("nowhere",), "There is no league 'nowhere'"),
    ],
)
def test_what_is_not_there_is_said(arguments: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        said(*arguments)


def test_members_see_what_they_asked_for_and_what_the_site_did_and_strangers_nothing() -> None:
    table = founded()
    league = League.objects.get(pk=table.league)
    for number, asker in enumerate(("", table.handle("boss"), table.handle("razors"))):
        at = BEGAN.replace(minute=number)
        enqueue("printed", key=f"k{number}", at=at, season=table.season, asked_by=asker)
    enqueue("printed", key="elsewhere", at=BEGAN)
    people = get_user_model().objects
    people.create_user("x")
    viewers = {
        who: viewer_of(people.get(username=who), league)
        for who in ("rust-belt-boss", "rust-belt-razors", "rust-belt-saints", "x")
    }
    keys = {who: [job.key for job in jobs(league, viewer)] for who, viewer in viewers.items()}
    assert keys == {
        "rust-belt-boss": ["k2", "k1", "k0"],
        "rust-belt-razors": ["k2", "k0"],
        "rust-belt-saints": ["k0"],
        "x": [],
    }
    boss = viewers["rust-belt-boss"]
    other, own = Job.objects.get(key="elsewhere"), Job.objects.get(key="k1")
    assert job(league, boss, other.pk) is None
    assert job(league, boss, own.pk) == own
