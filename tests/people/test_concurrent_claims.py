"""Concurrent claims, renames, hires and appointments: one person gets the franchise and one driver the name, a league
is founded once, and of two who propose times one is told that the other was faster.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.league.programs import on_postgresql, on_sqlite, programs_in

pytestmark = pytest.mark.long
RACERS = 4
OPENED = f"""
import django
django.setup()
from tests.people.crowd import league_of, link, person, vacate
table = league_of(edition="3")  # which lets every racer choose an id
for number in range(0, {RACERS}, 2):
    hired = {{"franchise": "razors", "driver": f"razors.d{{number + 1}}"}}
    table.give("hire_rookie", by="razors", **hired)
vacate("saints")
for number in range({RACERS}):
    person(f"p{{number}}")
print(link(franchise="saints"), link())
"""
APPOINT = """
import threading
from datetime import timedelta
from django.db import connection
from league.models import Appointment, ProposedTime
from rules.core.refusals import Refusal
from scheduling.appointments import counter, propose
from tests.league.small_league import BEGAN
from tests.scheduling.appointed_league import PAIR, meeting
from tests.scheduling.calendar_league import member
table = meeting(league="far-coast")
members = {side: member(table, side) for side in PAIR}
rounds = []
for seen in range(4):
    start, outcomes = threading.Barrier(2), []
    def act(side):
        try:
            start.wait()
            function = propose if seen == 0 else counter
            times = [BEGAN + timedelta(hours=seen + 20 + PAIR.index(side))]
            function(table.season, "m1", side=side, times=times, seen=seen, member=members[side], at=BEGAN)
            outcomes.append("done")
        except Refusal as refusal:
            outcomes.append(refusal.code)
        finally:
            connection.close()
    threads = [threading.Thread(target=act, args=[side]) for side in PAIR]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    rounds.append(sorted(outcomes))
"""
"""In another league two sides act on the time of a match at once, four times; `rounds` are the outcomes."""
CLAIM = """
import sys, django
django.setup()
from django.contrib.auth import get_user_model
from league.founding import FoundingRequest, create_playable_league
from league.invitations import accept_invitation
from league.models import League, Membership, Season
from league.renaming import rename
from rules.campaign.core.codec import command_from_document
from rules.core.refusals import Refusal
from scheduling.rulings import perform_or_request_approval
from tests.league.small_league import BEGAN
who, claim, free = sys.argv[1:]
user = get_user_model().objects.get(username=who)
told = []
for token, chosen in ((claim, ""), (free, "saints")):
    try:
        accept_invitation(token=token, user=user, at=BEGAN, franchise=chosen)
        told.append("in")
    except Refusal as no:
        told.append(no.code)
league, owner = League.objects.get(pk="rust-belt"), Membership.objects.get(handle="rust-belt.razors")
number = int(who[1:]) + 1
hired = {"franchise": "razors", "driver": f"razors.d{number}", "name": "Ann Chovy"}
try:
    if number % 2:
        rename(league=league, memberships=[owner], name="Ann Chovy", at=BEGAN, kind="driver", subject=hired["driver"])
    else:
        row, rookie = Season.objects.get(pk="rust-belt/s1"), [command_from_document({"type": "hire_rookie", **hired})]
        perform_or_request_approval(row, None, rookie, member=owner, at=BEGAN, key=who)
    renamed = "renamed"
except Refusal as no:
    renamed = no.code
founder = get_user_model().objects.get(username="p0")
request = FoundingRequest(name="Once", franchises=2)
told.append(create_playable_league(request, founder=founder, at=BEGAN, key="one key").pk)
import json
print(json.dumps([renamed, *told]))
"""
LOOK = f"""
import django, json
django.setup()
from league.models import Invitation, League, Membership
before = [
    Membership.objects.filter(franchise="rust-belt/saints").count(),
    sum(Invitation.objects.values_list("used", flat=True)),
    League.objects.count(),
]
{APPOINT}
print(json.dumps([before, rounds, Appointment.objects.get().version, ProposedTime.objects.count()]))
"""


def _contend(environment: dict[str, str]) -> None:
    with programs_in(environment) as programs:
        claim, free = (path.split("/")[2] for path in programs.run(OPENED).split()[-2:])
        racers = [("-c", CLAIM, f"p{number}", claim, free) for number in range(RACERS)]
        results = [json.loads(output.splitlines()[-1]) for output in programs.run_at_once(racers)]
        counts, rounds, version, offered = json.loads(programs.run(LOOK).splitlines()[-1])
    assert sorted(renamed for renamed, *_ in results) == ["NameTaken"] * (RACERS - 1) + ["renamed"]
    assert sum(result.count("in") for result in results) == 1
    refused = {claim_result for _, *claims, _ in results for claim_result in claims} - {"in"}
    assert refused <= {"InvitationUsed", "SeatTaken"}
    assert {league for *_, league in results} == {"once"}
    assert counts == [1, 1, 2]
    assert (len(rounds), version, offered) == (4, 4, 4)
    for outcomes in rounds:
        assert outcomes in (["AppointmentChanged", "done"], ["NothingOnOffer", "done"])
    assert rounds[0] == ["AppointmentChanged", "done"]


def test_on_sqlite(tmp_path: Path) -> None:
    _contend(on_sqlite(tmp_path))


@pytest.mark.postgres
def test_on_postgresql(postgres_url: str) -> None:
    _contend(on_postgresql(postgres_url))
