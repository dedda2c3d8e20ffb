"""The stored example answers of GET operations are what a server returns."""

from __future__ import annotations

import json
import os
from importlib.resources import files
from pathlib import Path

import pytest

from api.response_examples import EXAMPLES_FILE
from tests.api.example_answers import shown

pytestmark = pytest.mark.django_db
WRITES = "WRITE_API_EXAMPLES"


@pytest.mark.long
def test_every_example_is_what_a_small_league_answers() -> None:
    """With `WRITE_API_EXAMPLES=1` in the environment it rewrites the file first."""
    current = json.dumps(shown(), indent=1, ensure_ascii=False) + "\n"
    path = Path(str(files("api").joinpath(EXAMPLES_FILE)))
    if os.environ.get(WRITES):
        path.write_text(current, encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(current)
