"""A browser allows the site's pages to ask for what the site uses, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from config.middleware.permissions_policy import ALLOWED_FEATURES, DENIED_FEATURES

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
NOT_IN_EVERY_BUILD = frozenset({"browsing-topics", "identity-credentials-get"})


def test_a_browser_allows_what_the_policy_does_and_complains_of_nothing(visit: Callable[..., Any]) -> None:
    visitor = visit(width=1280)
    visitor.page.goto("/accounts/login/")
    allowed = set(visitor.page.evaluate("document.featurePolicy.allowedFeatures()"))
    known = set(visitor.page.evaluate("document.featurePolicy.features()"))
    assert known >= set(DENIED_FEATURES) - NOT_IN_EVERY_BUILD
    assert allowed >= set(ALLOWED_FEATURES)
    assert allowed.isdisjoint(DENIED_FEATURES)
    assert visitor.complaints == []
