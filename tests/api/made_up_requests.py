"""The document as it is tried on this site with made-up requests, sent as the server would get them.

Schemathesis takes a second to import and more to make its requests up: both wait until a test of an operation runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

from api.documentation.views import openapi_document

if TYPE_CHECKING:
    from hypothesis import settings

UNPACKED = {"Accept-Encoding": "identity"}
REFUSED_BY_RULES = ["2xx", "3xx", "400", "401", "403", "404", "409", "412", "422"]
"""What is of the right shape may still be against the rules, or out of time; never an error of ours, nor too much."""
TOLD_FIRST = ["400", "401", "403", "404", "406", "415", "422"]
"""What is not there is told before anybody is asked for a key."""
HERE: dict[str, Any] = {"league": "rust-belt", "season": "s1", "match": "m1", "number": 1}
"""Addresses of the league that is tried."""
OFTEN = {"token": "100000/minute", "address": "100000/minute"}
"""Rates at which nobody is told that they ask too often."""


def loaded(*, seed: int = 1, **parts: Any) -> Any:
    """The document, to be tried on this site; `parts` stand in every address that has them."""
    import schemathesis  # slow to import

    schema = schemathesis.openapi.from_dict(openapi_document())
    schema.app = with_the_connection_of_the_test(get_wsgi_application())
    schema.config.seed = seed
    schema.config.checks.positive_data_acceptance.expected_statuses = REFUSED_BY_RULES
    schema.config.checks.missing_required_header.expected_statuses = TOLD_FIRST
    schema.config.parameters = {f"path.{name}": part for name, part in parts.items()}
    return schema


def with_the_connection_of_the_test(application: Callable[..., Any]) -> Callable[..., list[bytes]]:
    """The application as Django's own test client asks it: the connection that the test is on stays open."""

    def answering(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
        try:
            answer = application(environ, start_response)
            try:
                return [*answer]
            finally:
                answer.close()
        finally:
            for signal in (request_started, request_finished):
                signal.connect(close_old_connections)

    return answering


def try_operation(schema: Any, path: str, method: str, ask: Callable[[Any], None], *, tried: settings) -> None:
    """Ask an operation of a loaded document with every request that is made up for it: what `parametrize` tests.

    The requests are made up here and not when tests are collected, which every worker does. Fails where a part of
    the operation could not be tried, or nothing of it.
    """
    from schemathesis.checks import load_all_checks  # slow to import
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.generation.hypothesis import builder
    from schemathesis.generation.hypothesis.reporting import ignore_hypothesis_output
    from schemathesis.pytest._test_builder import build_operation_test
    from schemathesis.python._constants.orchestrator import make_constants_value_source

    asked = 0

    @tried
    def sent(case: Any) -> None:
        nonlocal asked
        asked += 1
        ask(case)

    load_all_checks()
    made = build_operation_test(
        config=schema.config,
        operation=schema[path][method],
        test_func=sent,
        given_kwargs={},
        feedback=FeedbackSources(constants_value_source=make_constants_value_source(schema)),
    )
    with ignore_hypothesis_output():
        made()
    untried = (
        builder.UnsatisfiableExampleMark,
        builder.NonSerializableMark,
        builder.UnserializablePayloadMark,
        builder.InvalidRegexMark,
        builder.InvalidHeadersExampleMark,
        builder.MissingPathParameters,
    )
    assert [mark.get(made) for mark in untried if mark.is_set(made)] == []
    assert asked, f"no request could be made up of {method} {path}"
