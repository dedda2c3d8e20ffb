"""The addresses of a server: where it listens, whether its port is free, and the URLs that lead to it."""

from __future__ import annotations

import os
import socket
from argparse import ArgumentTypeError
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address
from typing import TextIO
from urllib.parse import urlsplit

import segno
from django.core.management.base import CommandError

LAST_PORT = 65535
LOCALHOST_ALIASES = ("0.0.0.0", "::", "127.0.0.1")  # noqa: S104 - only compared with, not listened on
"""Hosts that URLs show as `localhost`, since this machine reaches them by that name."""
EVERY_INTERFACE = "0.0.0.0"  # noqa: S104 - what sharing is for
ROUTE_PROBES = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""Addresses to which routes are looked up; nothing is sent there."""
WHITE_ON_BLACK, PLAIN = "\033[97;40m", "\033[0m"


def port_number(text: str) -> int:
    """Parse a port number. Raises `ArgumentTypeError`."""
    if text.isdecimal() and 1 <= int(text) <= LAST_PORT:
        return int(text)
    raise ArgumentTypeError(f"{text[:20]!r} is no port: give 1 to {LAST_PORT}")


def local_url(host: str, port: int) -> str:
    """The URL of a server that listens there, as seen from this machine, such as `http://localhost:8000`."""
    name = "localhost" if host in LOCALHOST_ALIASES else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def public_url(host: str, port: int) -> str:
    """The base of links in mail and webhooks: `SITE_URL` if it is set, else the local URL."""
    return os.environ.get("SITE_URL") or local_url(host, port)


def require_free_port(host: str, port: int) -> None:
    """Raise `CommandError` if a server could not listen on that port."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        raise CommandError(
            f"Port {port} of {host} cannot be had ({error.strerror}): choose another with --port."
        ) from None


def network_addresses() -> list[str]:
    """The IPv4 addresses at which other hosts may reach this machine, the one of the default route first."""
    candidates: list[str] = []
    for target in ROUTE_PROBES:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            candidates.append(probe.getsockname()[0])
    with suppress(OSError):
        candidates += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(candidates) if _leaves_this_machine(address)]


def shared_address(host: str) -> str:
    """The address by which others reach a shared server: `host` if it names one, else that of the network.

    Raises `CommandError` if this machine is on no network.
    """
    if host not in LOCALHOST_ALIASES:
        return host
    if addresses := network_addresses():
        return addresses[0]
    raise CommandError("This machine is on no network: connect it, or name its address with --host.")


def shared_hosts(address: str, *, url: str) -> list[str]:
    """The host names under which a shared site answers: the machine's addresses and names, and the URL's."""
    name = socket.gethostname().lower()
    bracketed = f"[{address}]" if ":" in address else address
    hosts = [bracketed, *network_addresses(), name, f"{name}.local", urlsplit(url).hostname or ""]
    return [host for host in dict.fromkeys(hosts) if host]


def print_qr_code(url: str, out: TextIO) -> None:
    """Draw the URL as a QR code in a terminal that can show it; elsewhere nothing."""
    if not out.isatty() or "utf" not in (out.encoding or "").lower():
        return
    out.write(WHITE_ON_BLACK)
    segno.make(url, micro=False).terminal(out, border=2, compact=True)
    out.write(f"{PLAIN}\n")
    out.flush()


def _leaves_this_machine(address: str) -> bool:
    try:
        parsed = IPv4Address(address)
    except AddressValueError:
        return False
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_link_local)
