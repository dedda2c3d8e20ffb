"""Workers load every module that registers a kind of job, a receiver or a sweep; and jobs have titles."""

from __future__ import annotations

import re

from django.conf import settings

from jobs.kinds import find_job_kind, job_title
from league import tasks
from scheduling.background_work import REGISTERING_MODULES
from tools.source_index import SITE_PACKAGES

REGISTERS = re.compile(r"^@(?:job_kind\(|outbox_receiver\(|register_sweep$)", re.MULTILINE)


def test_every_module_with_a_body_a_receiver_or_a_sweep_is_loaded_by_the_workers() -> None:
    paths = [path for package in SITE_PACKAGES for path in (settings.BASE_DIR / package).rglob("*.py")]
    found = [path for path in paths if REGISTERS.search(path.read_text(encoding="utf-8"))]
    assert found
    ours = {".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts) for path in found}
    assert ours == set(REGISTERING_MODULES)


def test_the_clock_of_a_season_has_a_body_and_a_title() -> None:
    found = find_job_kind(tasks.CLOCK_TICK)
    assert found is not None
    assert (found.fleeting, job_title(tasks.CLOCK_TICK)) == (True, found.title)
