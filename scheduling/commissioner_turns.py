"""What the site asks commissioners for besides reports: the next command of a season, and failed jobs.

Each is named by the key of its notice, which both the notice and a later look at whether it still stands make.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from django.db.models import Q

from journal.state import store
from league.models import Job, Season
from rules.campaign.core import state
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import PUBLIC_READER, Command
from rules.campaign.core.visible_state import hide_from_reader
from rules.campaign.steward import next_commissioner_command
from rules.core.canonical_json import json_bytes


def awaited_key(row: Season, season: state.Season, command: Command) -> str:
    """The key of the notice that a season waits for a commissioner to give that command."""
    return f"awaited/{row.pk}/{season.step}/{_short_digest(json_bytes(command_document(command)))}"


def failure_key(job: Job) -> str:
    """The key of the notice that a job failed: the same for all jobs of a kind that failed for one reason."""
    reason = job.failure.replace(str(job.pk), "")
    return f"job_failed/{job.season_id or job.league_id}/{job.kind}/{_short_digest(reason.encode())}"


def standing_awaited_keys(seasons: Iterable[str]) -> set[str]:
    """The keys of what those seasons wait for a commissioner to do, by their stored ids.

    As where the notices are made, nothing that is sealed has a say, so that no digest tells anything of it.
    """
    keys = set()
    for row in Season.objects.filter(pk__in=set(seasons)):
        season = store.load(row).season
        hide_from_reader(season, PUBLIC_READER)
        command = next_commissioner_command(season)
        if command is not None:
            keys.add(awaited_key(row, season, command))
    return keys


def standing_failure_keys(leagues: Iterable[str]) -> set[str]:
    """The keys of the jobs of those leagues and their seasons that failed and were not run again since."""
    leagues = set(leagues)
    of_leagues = Q(season__league__in=leagues) | Q(season=None, league__in=leagues)
    return {failure_key(job) for job in Job.objects.filter(of_leagues, state=Job.State.FAILED)}


def _short_digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
