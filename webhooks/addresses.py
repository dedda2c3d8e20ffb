"""Which addresses a webhook may have: public ones, resolved anew each time so that no name leads to internal hosts.

All addresses of a name are checked: if one of them is private, none of them is used. The connection goes to the very
address that was checked (`webhooks.delivery`); the name is not resolved again.
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
"""How many seconds a name lookup may take."""
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], list[str]]
"""Finds the addresses of a host, for a port; raises `OSError` if it has none."""
INTERNAL_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "168.63.129.16/32",  # a public number, but internal to one hosting provider
        "192.0.0.0/24",  # reserved for protocols; some providers serve a machine's own metadata there
        "192.88.99.0/24",
        "64:ff9b::/96",  # embeds an IPv4 address, as do the next four
        "64:ff9b:1::/48",
        "2002::/16",
        "2001::/32",
        "::/96",
    )
)
_lookup_pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="names")


class AddressRefused(Refusal):
    """The webhook's address is not a public HTTPS address, on an allowed port, that can receive events."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a message goes: the original URL, its parts, and the IP addresses it may be sent to."""

    url: str
    tls: bool
    host: str
    port: int
    numbers: tuple[str, ...]


def resolve_host(host: str, port: int) -> list[str]:
    """All addresses of a host from the system's resolver, within `LOOKUP_SECONDS`. Raises `OSError`."""
    lookup = _lookup_pool.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = lookup.result(timeout=LOOKUP_SECONDS)
    except TimeoutError:
        raise OSError("The name was not found in time.") from None
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def cached_resolver(url: str, *, look_up: Resolver = resolve_host) -> Resolver:
    """Resolve now, and return a resolver that repeats the result, so that nothing is looked up while writing."""
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
            raise AddressRefused("A webhook needs TLS: give an address that begins with https://.")
        if port not in ALLOWED_PORTS:
            raise AddressRefused(
                f"A webhook's port is one of {', '.join(map(str, ALLOWED_PORTS))}: listen at one of them."
            )
    try:
        numbers = [str(number)] if number is not None else look_up(host, port)
    except (OSError, UnicodeError):
        numbers = []
    if not numbers:
        raise AddressRefused(f"There is no host {host[:100]}: check the address for a typing error.")
    if not home and any(is_internal(address) for address in numbers):
        raise AddressRefused(f"{host[:100]} is not on the public internet: give an address that everybody can reach.")
    return Destination(url, tls, host, port, tuple(numbers))


def is_internal(number: str) -> bool:
    """Whether an address is not a public one: private, link-local, reserved and so on."""
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
        or any(found in network for network in INTERNAL_NETWORKS if network.version == found.version)
    )


def masked_address(url: str) -> str:
    """An address as lists show it: only host and port, since the rest may be a secret that grants access."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/…"


def _parse_address(url: str) -> tuple[bool, str, int]:
    """TLS or not, host and port. Raises `AddressRefused` for URLs that browsers may read otherwise."""
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
