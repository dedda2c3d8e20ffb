"""Addresses a webhook may have: of the world outside, found out anew each time, so that no name leads back inside.

Whatever a name resolves to is looked at whole: where one address of it is private, none of them is used. What is
connected to is the very address that was looked at (`webhooks.delivery`), never the name again.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from rules.core.refusals import Refusal

ALLOWED_PORTS = (443, 80, 8443)
LONGEST_ADDRESS = 500
LOOKUP_SECONDS = 5.0
"""How long a name may take to be found."""
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], list[str]]
"""What finds the addresses of a host, for a port; raises `OSError` where it has none."""
INTERNAL_NETWORKS = tuple(
    ipaddress.ip_network(each)
    for each in (
        "168.63.129.16/32",  # public by its number, and the inside of one hoster all the same
        "192.0.0.0/24",  # kept for protocols; some hosters tell a machine of itself there
        "192.88.99.0/24",
        "64:ff9b::/96",  # an IPv4 address in IPv6 clothes, as are the next four
        "64:ff9b:1::/48",
        "2002::/16",
        "2001::/32",
        "::/96",
    )
)
_lookup_pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="names")


class AddressRefused(Refusal):
    """A webhook's address is none that is told anything: not of the world outside, or not by TLS."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a message goes: the address as it was given, its parts, and the numbers it may be connected to."""

    url: str
    tls: bool
    host: str
    port: int
    numbers: tuple[str, ...]


def resolve_host(host: str, port: int) -> list[str]:
    """Every address of a host by the machine's own resolver, within `LOOKUP_SECONDS`. Raises `OSError`."""
    asked = _lookup_pool.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = asked.result(timeout=LOOKUP_SECONDS)
    except TimeoutError:
        raise OSError("The name was not found in time.") from None
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def cached_resolver(url: str, *, look_up: Resolver = resolve_host) -> Resolver:
    """What finds again what is found now, so that nothing is looked up while something is being written."""
    try:
        _, host, port = _parse_address(url)
        numbers = look_up(host, port)
    except (AddressRefused, OSError, UnicodeError):
        numbers = []
    return lambda _host, _port: numbers


def resolve_destination(url: str, *, look_up: Resolver = resolve_host) -> Destination:
    """Where an address leads now. Raises `AddressRefused`, with a sentence that says what is wrong with it."""
    tls, host, port = _parse_address(url)
    number = _parse_ip(host)
    home = settings.WEBHOOKS_TO_LOCALHOST and number is not None and number.is_loopback
    if not home:
        if not tls:
            raise AddressRefused("A webhook is told by TLS only: give an address that begins with https://.")
        if port not in ALLOWED_PORTS:
            raise AddressRefused(
                f"A webhook's port is one of {', '.join(map(str, ALLOWED_PORTS))}: listen at one of them."
            )
    try:
        numbers = [str(number)] if number is not None else look_up(host, port)
    except (OSError, UnicodeError):
        numbers = []
    if not numbers:
        raise AddressRefused(f"There is no host {host[:100]}: look for a slip in the address.")
    if not home and any(is_internal(each) for each in numbers):
        raise AddressRefused(
            f"{host[:100]} is no host of the world outside: give an address that everybody can reach."
        )
    return Destination(url, tls, host, port, tuple(numbers))


def is_internal(number: str) -> bool:
    """Whether an address is anything but one of the world outside: private, a neighbour's, reserved."""
    try:
        found = ipaddress.ip_address(number)
    except ValueError:
        return True
    if isinstance(found, ipaddress.IPv6Address) and (found.ipv4_mapped or found.scope_id or found.is_site_local):
        return True
    return (
        not found.is_global
        or found.is_private
        or found.is_loopback
        or found.is_link_local
        or found.is_multicast
        or found.is_reserved
        or found.is_unspecified
        or any(
            found in internal_network
            for internal_network in INTERNAL_NETWORKS
            if internal_network.version == found.version
        )
    )


def masked_address(url: str) -> str:
    """An address as lists show it: its host alone, since what comes after may let anybody in who knows it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/…"


def _parse_address(url: str) -> tuple[bool, str, int]:
    """Whether it is by TLS, the host and the port. Raises `AddressRefused` for what browsers may read otherwise."""
    proper = (
        url.isascii() and url.isprintable() and " " not in url and "\\" not in url and len(url) <= LONGEST_ADDRESS
    )
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        proper, host, port, parts = False, "", None, urlsplit("")
    if not proper or not host or parts.scheme not in ("https", "http") or "@" in parts.netloc or parts.fragment:
        raise AddressRefused(
            f"A webhook's address is a plain one like https://bot.example.org/league, of at most {LONGEST_ADDRESS} "
            "characters, without a name and password or a part after #: give it so."
        )
    return parts.scheme == "https", host, port or (443 if parts.scheme == "https" else 80)


def _parse_ip(host: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
