"""Every operation behaves as the document says for made-up requests.

The requests are the same each time, and go to the WSGI application without a network.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from rest_framework.throttling import SimpleRateThrottle

from league.models import AccessToken
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE
from tests.api.api_callers import token_of
from tests.api.made_up_requests import HERE, OFTEN, UNPACKED, excluded_checks, loaded, try_operation
from tests.api.test_document import operations
from tests.league.small_league import announced
from tests.sampling import one_in, only

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.once]
EXAMPLES = 2
"""The number of made-up requests for an operation, besides those that try the edges of its parameters."""
LABELS = tuple(f"{method.upper()} {path}" for path, method, _ in operations())
TRIED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@cache
def as_a_stranger() -> Any:
    """The schema for anonymous requests, without the edges of parameters, which the commissioner's requests cover."""
    schema = loaded()
    schema.config.phases.coverage.enabled = False
    return schema


@cache
def as_the_commissioner() -> Any:
    """The schema for requests of a commissioner of the existing league."""
    return loaded(**HERE)


@pytest.fixture
def commissioner(monkeypatch: pytest.MonkeyPatch) -> str:
    """The token of a commissioner of a league with an announced match."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", OFTEN)
    _, text = token_of(announced(), "boss", READ_SCOPE, REPORT_SCOPE, COMMISSION_SCOPE)
    return text


@pytest.mark.parametrize("operation", one_in(4, LABELS))
def test_a_stranger_is_answered_as_the_document_says(operation: str, commissioner: str) -> None:

    def ask(case: Any) -> None:
        case.call_and_validate(headers=UNPACKED, excluded_checks=excluded_checks(case, HERE))

    method, path = operation.split()
    try_operation(as_a_stranger(), path, method, ask, tried=TRIED)


@pytest.mark.parametrize("operation", only(LABELS[2::4], LABELS))
def test_a_commissioner_is_answered_as_the_document_says(operation: str, commissioner: str) -> None:
    headers = {**UNPACKED, "Authorization": f"Bearer {commissioner}"}

    def ask(case: Any) -> None:
        case.call_and_validate(headers=headers, excluded_checks=excluded_checks(case, HERE))
        assert AccessToken.objects.exists()

    method, path = operation.split()
    try_operation(as_the_commissioner(), path, method, ask, tried=TRIED)
