"""Addresses a webhook may have: of the world outside, found out anew each time, so that no name leads back inside.

Whatever a name resolves to is looked at whole: where one address of it is private, none of them is used. What is
connected to is the very address that was looked at (`league.webhooks.sending`), never the name again.
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

PORTS = (443, 80, 8443)
LONGEST = 500
SECONDS = 5.0
"""How long a name may take to be found."""
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
LookUp = Callable[[str, int], list[str]]
"""What finds the addresses of a host, for a port; raises `OSError` where it has none."""
INSIDE = tuple(
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
_finding = ThreadPoolExecutor(max_workers=4, thread_name_prefix="names")


class AddressRefused(Refusal):
    """A webhook's address is none that is told anything: not of the world outside, or not by TLS."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message goes: the address as it was given, its parts, and the numbers it may be connected to."""

    url: str
    tls: bool
    host: str
    port: int
    numbers: tuple[str, ...]


def looked_up(host: str, port: int) -> list[str]:
    """Every address of a host by the machine's own resolver, within `SECONDS`. Raises `OSError`."""
    asked = _finding.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = asked.result(timeout=SECONDS)
    except TimeoutError:
        raise OSError("The name was not found in time.") from None
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def known(url: str, *, look_up: LookUp = looked_up) -> LookUp:
    """What finds again what is found now, so that nothing is looked up while something is being written."""
    try:
        _, host, port = _read(url)
        numbers = look_up(host, port)
    except (AddressRefused, OSError, UnicodeError):
        numbers = []
    return lambda _host, _port: numbers


def place_of(url: str, *, look_up: LookUp = looked_up) -> Place:
    """Where an address leads now. Raises `AddressRefused`, with a sentence that says what is wrong with it."""
    tls, host, port = _read(url)
    number = _number(host)
    home = settings.WEBHOOKS_TO_LOCALHOST and number is not None and number.is_loopback
    if not home:
        if not tls:
            raise AddressRefused("A webhook is told by TLS only: give an address that begins with https://.")
        if port not in PORTS:
            raise AddressRefused(f"A webhook's port is one of {', '.join(map(str, PORTS))}: listen at one of them.")
    try:
        numbers = [str(number)] if number is not None else look_up(host, port)
    except (OSError, UnicodeError):
        numbers = []
    if not numbers:
        raise AddressRefused(f"There is no host {host[:100]}: look for a slip in the address.")
    if not home and any(inside(each) for each in numbers):
        raise AddressRefused(
            f"{host[:100]} is no host of the world outside: give an address that everybody can reach."
        )
    return Place(url, tls, host, port, tuple(numbers))


def inside(number: str) -> bool:
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
        or any(found in each for each in INSIDE if each.version == found.version)
    )


def shown(url: str) -> str:
    """An address as lists show it: its host alone, since what comes after may let anybody in who knows it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/…"


def _read(url: str) -> tuple[bool, str, int]:
    """Whether it is by TLS, the host and the port. Raises `AddressRefused` for what browsers may read otherwise."""
    proper = url.isascii() and url.isprintable() and " " not in url and "\\" not in url and len(url) <= LONGEST
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        proper, host, port, parts = False, "", None, urlsplit("")
    if not proper or not host or parts.scheme not in ("https", "http") or "@" in parts.netloc or parts.fragment:
        raise AddressRefused(
            f"A webhook's address is a plain one like https://bot.example.org/league, of at most {LONGEST} "
            "characters, without a name and password or a part after #: give it so."
        )
    return parts.scheme == "https", host, port or (443 if parts.scheme == "https" else 80)


def _number(host: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
