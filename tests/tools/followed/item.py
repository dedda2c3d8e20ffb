"""Run in a checkout that followed the recipe for an item: it is in the API's catalog and in the rulebook."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_item_is_in_the_catalog_and_on_the_price_list() -> None:
    items = Client().get("/api/v1/catalogue/items").json()["items"]
    assert [item["name"] for item in items if item["kind"] == "reserve_tank"] == ["Reserve tank"]
    contents = Client().get("/rulebook/campaign/").content.decode()
    chapters = re.findall(r'<a href="([^"]*)" data-rules=', contents)
    assert any("Reserve tank" in Client().get(chapter).content.decode() for chapter in chapters)
