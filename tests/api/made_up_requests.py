"""The OpenAPI document loaded into Schemathesis, which sends made-up requests to the WSGI application.

Schemathesis takes a second to import and longer to make requests up, so both wait until such a test runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

from api.documentation.views import openapi_document

if TYPE_CHECKING:
    from hypothesis import settings

UNPACKED = {"Accept-Encoding": "identity"}
REFUSED_BY_RULES = ["2xx", "3xx", "400", "401", "403", "404", "409", "412", "422"]
"""A request that fits its schema may still break the rules or be out of date, but never causes a 429 or a 5xx."""
TOLD_FIRST = ["400", "401", "403", "404", "406", "415", "422"]
"""Other errors, such as 404, may be reported before a missing key."""
HERE: dict[str, Any] = {"league": "rust-belt", "season": "s1", "match": "m1", "number": 1,
                        "questionnaire": "house-rules"}  # fmt: skip
"""Path parameters of the league under test."""
OFTEN = {"token": "100000/minute", "address": "100000/minute"}
"""Throttle rates that no test reaches."""


def loaded(*, seed: int = 1, **parts: Any) -> Any:
    """The document as a Schemathesis schema of this site. `parts` fill path parameters of these names."""
    import schemathesis  # slow to import

    schema = schemathesis.openapi.from_dict(openapi_document())
    schema.app = with_the_connection_of_the_test(get_wsgi_application())
    schema.config.seed = seed
    schema.config.checks.positive_data_acceptance.expected_statuses = REFUSED_BY_RULES
    schema.config.checks.missing_required_header.expected_statuses = TOLD_FIRST
    schema.config.parameters = {f"path.{name}": part for name, part in parts.items()}
    return schema


def excluded_checks(case: Any, parts: Mapping[str, Any]) -> list[Any]:
    """The checks that mean nothing for a request: whether it is refused, if nothing in it breaks the schema any more.

    That is so if only path parameters were made invalid and all of them are among `parts`, as in `loaded`:
    Schemathesis negates a parameter first, and then fills in its fixed value. Another is whether the same request is
    401 without a token after it has hidden the league, since then there is nothing at its address for a stranger.
    """
    from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection  # slow to import

    data = case.meta.phase.data
    negated = {data.parameter, *(mutation.parameter for mutation in data.mutations)} - {None}
    fixed = [name for name in negated if name in parts and case.path_parameters.get(name) == parts[name]]
    lost = case.meta.generation.mode.is_negative and negated and len(fixed) == len(negated)
    hides = case.operation.path.endswith("/visibility")
    return [*([negative_data_rejection] if lost else []), *([ignored_auth] if hides else [])]


def with_the_connection_of_the_test(application: Callable[..., Any]) -> Callable[..., list[bytes]]:
    """Wrap the application as Django's test client does, so that it leaves the test's database connection open."""

    def application_on_open_connection(environ: dict[str, Any], start_response: Any) -> list[bytes]:
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

    return application_on_open_connection


def try_operation(schema: Any, path: str, method: str, ask: Callable[[Any], None], *, tried: settings) -> None:
    """Call `ask` with every request made up for one operation of a loaded document, as a parametrized test would.

    The requests are made up here, not while tests are collected, since every worker collects. The test fails if no
    request, or not every kind of request, could be made up.
    """
    from schemathesis.checks import load_all_checks  # slow to import
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.generation.hypothesis import builder
    from schemathesis.generation.hypothesis.reporting import ignore_hypothesis_output
    from schemathesis.pytest._test_builder import build_operation_test
    from schemathesis.python._constants.orchestrator import make_constants_value_source

    request_count = 0

    @tried
    def sent(case: Any) -> None:
        nonlocal request_count
        request_count += 1
        ask(case)

    load_all_checks()
    fuzz_test = build_operation_test(
        config=schema.config,
        operation=schema[path][method],
        test_func=sent,
        given_kwargs={},
        feedback=FeedbackSources(constants_value_source=make_constants_value_source(schema)),
    )
    with ignore_hypothesis_output():
        fuzz_test()
    untried = (
        builder.UnsatisfiableExampleMark,
        builder.NonSerializableMark,
        builder.UnserializablePayloadMark,
        builder.InvalidRegexMark,
        builder.InvalidHeadersExampleMark,
        builder.MissingPathParameters,
    )
    assert [mark.get(fuzz_test) for mark in untried if mark.is_set(fuzz_test)] == []
    assert request_count, f"no request could be made up of {method} {path}"
