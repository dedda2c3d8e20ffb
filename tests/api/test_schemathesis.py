"""What the document says of an operation is so, whatever is sent: every operation is tried with made-up requests.

The same requests each time, by no chance. They are sent as the server would get them, without a network.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from rest_framework.throttling import SimpleRateThrottle

from league.models import AccessToken
from league.tokens import COMMISSION, READ, REPORT
from tests.api.asking import token_of
from tests.api.trying import HERE, OFTEN, UNPACKED, loaded
from tests.league.building import announced

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.once]
EXAMPLES = 2
"""Made-up requests of an operation, beside those that go through the edges of its parameters."""
STRANGER, COMMISSIONER = loaded(), loaded(**HERE)
STRANGER.config.phases.coverage.enabled = False  # its edges are gone through by the commissioner
TRIED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def commissioner(monkeypatch: pytest.MonkeyPatch) -> str:
    """The token of a commissioner of a league with an announced match."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", OFTEN)
    _, text = token_of(announced(), "boss", READ, REPORT, COMMISSION)
    return text


@STRANGER.parametrize()
@TRIED
def test_a_stranger_is_answered_as_the_document_says(case: Any, commissioner: str) -> None:
    case.call_and_validate(headers=UNPACKED)


@COMMISSIONER.parametrize()
@TRIED
def test_a_commissioner_is_answered_as_the_document_says(case: Any, commissioner: str) -> None:
    case.call_and_validate(headers={**UNPACKED, "Authorization": f"Bearer {commissioner}"})
    assert AccessToken.objects.exists()
