"""Programs that need the first signing key at the same time create one key between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.league.programs import on_postgresql, on_sqlite, programs_in

pytestmark = pytest.mark.long
PROCESSES = 4
EMPTY = """
import django
django.setup()
from league.models import SigningKey
SigningKey.objects.all().delete()
"""
ASKED = """
import django
django.setup()
from django.utils import timezone
from league.signing import signing_key
print(signing_key(at=timezone.now()).pk)
"""
COUNTED = """
import django
django.setup()
from league.models import SigningKey
print(*SigningKey.objects.values_list("pk", flat=True))
"""


def _race(environment: dict[str, str]) -> None:
    with programs_in(environment) as programs:
        programs.run(EMPTY)
        key_ids = {output.strip() for output in programs.run_at_once([("-c", ASKED)] * PROCESSES)}
        assert key_ids == set(programs.run(COUNTED).split())
    assert len(key_ids) == 1


def test_on_sqlite(tmp_path: Path) -> None:
    _race(on_sqlite(tmp_path))


@pytest.mark.postgres
def test_on_postgresql(postgres_url: str) -> None:
    _race(on_postgresql(postgres_url))
