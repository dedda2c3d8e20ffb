"""What the document shows of everything that is read is what a server answers of it."""

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
    """Run with `WRITE_API_EXAMPLES=1` it writes them anew."""
    made = json.dumps(shown(), indent=1, ensure_ascii=False) + "\n"
    kept = Path(str(files("api").joinpath(EXAMPLES_FILE)))
    if os.environ.get(WRITES):
        kept.write_text(made, encoding="utf-8")
    assert json.loads(kept.read_text(encoding="utf-8")) == json.loads(made)
