"""The link of an invitation as others can open it: its address, whether it leaves this machine, and its QR code."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

LIGHT, DARK = "#ffffff", "#101216"
"""The colors of a QR code, the same in both themes: many readers do not find an inverted one."""


def link_for_others(url: str) -> str:
    """The same link at the address of the site, where the page was opened at one that only this machine has."""
    site = settings.SITE_URL.rstrip("/")
    if not works_here_only(url) or works_here_only(site):
        return url
    parts = urlsplit(url)
    return site + parts.path + (f"?{parts.query}" if parts.query else "")


def works_here_only(url: str) -> bool:
    """Whether a URL leads to a loopback address, which is another machine's own wherever it is opened."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def qr_code(url: str) -> SafeString:
    """The URL as an inline SVG of a QR code, without a size of its own."""
    code = segno.make(url, micro=False)
    drawn = code.svg_inline(border=3, light=LIGHT, dark=DARK, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # noqa: S308 - paths of numbers that segno made
