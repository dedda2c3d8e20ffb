"""The document as it is tried on this site with made-up requests, sent as the server would get them."""

from __future__ import annotations

from typing import Any

import schemathesis
from django.core.wsgi import get_wsgi_application

from league.api.documents import document

UNPACKED = {"Accept-Encoding": "identity"}
REFUSED_BY_RULES = ["2xx", "3xx", "400", "401", "403", "404", "409", "412", "422"]
"""What is of the right shape may still be against the rules, or out of time; never an error of ours, nor too much."""
TOLD_FIRST = ["400", "401", "403", "404", "406", "415", "422"]
"""What is not there is told before anybody is asked for a key."""
HERE: dict[str, Any] = {"league": "rust-belt", "season": "s1", "match": "m1", "number": 1}
"""Addresses of the league that is tried."""
OFTEN = {"token": "100000/minute", "address": "100000/minute"}
"""Rates at which nobody is told that he asks too often."""


def loaded(*, seed: int = 1, **parts: Any) -> Any:
    """The document, to be tried on this site; `parts` stand in every address that has them."""
    schema = schemathesis.openapi.from_dict(document())
    schema.app = get_wsgi_application()
    schema.config.seed = seed
    schema.config.checks.positive_data_acceptance.expected_statuses = REFUSED_BY_RULES
    schema.config.checks.missing_required_header.expected_statuses = TOLD_FIRST
    schema.config.parameters = {f"path.{name}": each for name, each in parts.items()}
    return schema
