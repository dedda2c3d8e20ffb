"""Whether this server lives, and whether it can serve: asked by whatever watches it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from jobs.dispatch import broker_is_reachable, cache_errors
from jobs.sweeper import LAST_SWEEP_KEY
from league.models import Job
from sql.connections import require_answer


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, 503 when it does not."""
    if not _database_answers():
        return JsonResponse({"status": "database out of reach"}, status=503)
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when every part is there, 503 when one is not; each part says for itself.

    Parts: the database; its migrations; the broker, where one is configured; and jobs, which are swept, or at least
    beat with their hearts, as often as they should.
    """
    parts: dict[str, bool] = {"database": _database_answers()}
    if parts["database"]:
        parts["migrations"] = _is_migrated()
    if settings.REDIS_URL:
        parts["broker"] = broker_is_reachable()
    if parts.get("migrations"):
        parts["jobs"] = _jobs_are_alive(timezone.now())
    ready = all(parts.values())
    states = {name: "ok" if works else "missing" for name, works in parts.items()}
    return JsonResponse({"status": "ready" if ready else "not ready", **states}, status=200 if ready else 503)


def _database_answers() -> bool:
    try:
        require_answer()
    except DatabaseError:
        return False
    return True


def _is_migrated() -> bool:
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError:
        return False
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _jobs_are_alive(at: datetime) -> bool:
    """Whether a sweep ran lately; workers that are all at long jobs are alive as well."""
    lately = at - timedelta(seconds=3 * settings.JOB_SWEEP_SECONDS + settings.JOB_STALE_SECONDS)
    try:
        swept = cache.get(LAST_SWEEP_KEY)
    except cache_errors():
        swept = None
    if swept is not None and datetime.fromisoformat(swept) >= lately:
        return True
    return Job.objects.filter(state=Job.State.RUNNING, heartbeat_at__gte=lately).exists()
