"""The sender of the site's mail, and where answers go, as the environment gives them."""

from __future__ import annotations

from email.utils import parseaddr
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email


def sender(text: str, *, site_url: str) -> str:
    """The sender of `MAIL_FROM`; without one an address at the host of the site. Raises `ImproperlyConfigured`."""
    if text:
        return validate_address(text, variable="MAIL_FROM")
    host = urlsplit(site_url).hostname or ""
    is_name = any(char.isalpha() for char in host) and ":" not in host
    return f"Dethmetal <noreply@{host if is_name else 'localhost'}>"


def validate_address(text: str, *, variable: str) -> str:
    """A mail address, alone or with a name. Raises `ImproperlyConfigured` for anything else."""
    address = parseaddr(text)[1]
    try:
        validate_email(address)
    except ValidationError:
        address = ""
    if not address or not text.isprintable():
        raise ImproperlyConfigured(
            f"{variable} is {text[:80]!r} and no mail address: give it as league@example.org, or with a name as "
            "Dethmetal <league@example.org>."
        )
    return text
