"""Pages as tests read them: who reads, the page itself, and its words in one line."""

from __future__ import annotations

import re
from html import unescape

from django.contrib.auth import get_user_model
from django.test import Client


def reader(who: str) -> Client:
    """A stranger, or the person of that seat."""
    client = Client()
    if who != "stranger":
        client.force_login(get_user_model().objects.get(username=f"rust-belt-{who}"))
    return client


def main_of(client: Client, address: str) -> str:
    """What the page itself says, without the bar."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return str(answer.content.decode().split('tabindex="-1">', 1)[1].split("</main>")[0])


def words(client: Client, address: str) -> str:
    """The page's words in one line, tags taken out."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main_of(client, address))).split())
