"""A path that only accepts forms says so when it is opened in a browser."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.people.crowd import league_of

pytestmark = pytest.mark.django_db


def test_an_address_that_only_takes_forms_says_so_and_which_way_it_is_asked() -> None:
    league_of()
    answer = Client().get("/l/rust-belt/s1/do/open_from_sheet/read/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "This address only accepts forms" in answer.content.decode()


def test_a_page_that_is_only_read_takes_no_form_and_says_the_like() -> None:
    answer = Client().post("/rulebook/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert "<h1>" in answer.content.decode()
