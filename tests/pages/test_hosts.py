"""A request for a foreign host name gets an error page, and nothing breaks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["evil.example", "a b"])
@pytest.mark.parametrize("address", ["/", "/api/v1/leagues"])
def test_a_host_that_is_not_ours_is_answered_400(settings: Any, host: str, address: str) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    answer = Client().get(address, headers={"host": host})
    assert answer.status_code == 400
    assert b"evil.example" not in answer.content
