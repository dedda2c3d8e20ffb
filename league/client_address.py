"""The address a request comes from, found in one way for log-ins, limits and mail.

`PROXIES` says how many proxies stand before the site. Each adds to the right of `X-Forwarded-For` the address it was
asked from, so that with n of them the n-th from the right is the client's; whatever stands left of it was written by
the client. Without proxies the header is not read at all.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings

FORWARDED = "X-Forwarded-For"
PEER = "REMOTE_ADDR"
UNKNOWN = "unknown"
IPV6_PREFIX_BITS = 64
"""Bits of an IPv6 address by which clients are told apart: a household is given all addresses that share them."""


def client_address(request: Any) -> str:
    """The client's own address; `unknown` behind a Unix socket without proxies.

    A header with fewer addresses than there are proxies has not come through all of them, so that none of it is
    believed; nor is one that has something else at that place. The peer's address stands in for it then.
    """
    found = _forwarded(request) or _parse_address(request.META.get(PEER) or "")
    return UNKNOWN if found is None else str(found)


def address_block(request: Any) -> str:
    """What limits count by: the client's IPv4 address, or the first 64 bits of its IPv6 address."""
    address = client_address(request)
    return str(IPv6Network((address, IPV6_PREFIX_BITS), strict=False).network_address) if ":" in address else address


def _forwarded(request: Any) -> IPv4Address | IPv6Address | None:
    proxies = settings.PROXIES
    addresses = request.headers.get(FORWARDED, "").split(",")
    return _parse_address(addresses[-proxies]) if 0 < proxies <= len(addresses) else None


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """An address without port, brackets or zone; one of IPv4 that is written as IPv6 is told as IPv4."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
