"""What the document says of an operation is so, whatever is sent: every operation is tried with made-up requests.

The same requests each time, by no chance. They are sent as the server would get them, without a network.
"""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, settings
from rest_framework.throttling import SimpleRateThrottle

from league.api.documents import document
from league.models import AccessToken
from league.tokens import COMMISSION, READ, REPORT
from tests.api.asking import token_of
from tests.league.building import announced

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.once]
EXAMPLES = 2
"""Made-up requests of an operation, beside those that go through the edges of its parameters."""
UNPACKED = {"Accept-Encoding": "identity"}
REFUSED_BY_RULES = ["2xx", "3xx", "400", "401", "403", "404", "409", "412", "422"]
"""What is of the right shape may still be against the rules, or out of time; never an error of ours, nor too much."""
TOLD_FIRST = ["400", "401", "403", "404", "406", "415", "422"]
"""What is not there is told before anybody is asked for a key."""
HERE = {"league": "rust-belt", "season": "s1", "match": "m1", "number": 1}


def loaded(**parts: Any) -> Any:
    """The document, to be tried on this site; `parts` stand in every address that has them."""
    schema = schemathesis.openapi.from_dict(document())
    schema.app = get_wsgi_application()
    schema.config.seed = 1
    schema.config.checks.positive_data_acceptance.expected_statuses = REFUSED_BY_RULES
    schema.config.checks.missing_required_header.expected_statuses = TOLD_FIRST
    schema.config.parameters = {f"path.{name}": each for name, each in parts.items()}
    return schema


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
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"token": "100000/minute", "address": "100000/minute"})
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
