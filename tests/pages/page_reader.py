"""Pages as tests read them: the reader's browser, the page's main part, and its text on one line."""

from __future__ import annotations

import re
from html import unescape

from django.contrib.auth import get_user_model
from django.test import Client


def reader(who: str) -> Client:
    """The browser of a stranger, or of the league's member with that name."""
    client = Client()
    if who != "stranger":
        client.force_login(get_user_model().objects.get(username=f"rust-belt-{who}"))
    return client


def main_of(client: Client, address: str) -> str:
    """The HTML of the page's main part, without the bar."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return str(answer.content.decode().split('tabindex="-1">', 1)[1].split("</main>")[0])


def words(client: Client, address: str) -> str:
    """The text of the page's main part on one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main_of(client, address))).split())
