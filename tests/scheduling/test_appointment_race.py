"""Two people act on the time of a match at the same moment, in two transactions: one of them is told of the other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.league.programs import on_postgresql, on_sqlite, programs_in

pytestmark = pytest.mark.long
RACE = """
import django, json, threading
django.setup()
from datetime import timedelta
from django.db import connection
from league.models import Appointment, ProposedTime
from rules.core.refusals import Refusal
from scheduling.appointments import counter, propose
from tests.league.small_league import BEGAN
from tests.scheduling.appointed_league import PAIR, meeting
from tests.scheduling.calendar_league import member
table = meeting()
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
print(json.dumps([rounds, Appointment.objects.get().version, ProposedTime.objects.count()]))
"""


def _contend(environment: dict[str, str]) -> None:
    with programs_in(environment) as programs:
        rounds, version, offered = json.loads(programs.run(RACE).splitlines()[-1])
    assert (len(rounds), version, offered) == (4, 4, 4)
    for outcomes in rounds:
        assert outcomes in (["AppointmentChanged", "done"], ["NothingOnOffer", "done"])
    assert rounds[0] == ["AppointmentChanged", "done"]


def test_of_two_who_act_at_once_one_is_told_that_the_other_was_faster(tmp_path: Path) -> None:
    _contend(on_sqlite(tmp_path))


@pytest.mark.postgres
def test_the_same_on_postgresql(postgres_url: str) -> None:
    _contend(on_postgresql(postgres_url))
