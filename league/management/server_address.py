"""The address a server listens on: whether its port is free, and the URLs that lead to it."""

from __future__ import annotations

import os
import socket
from argparse import ArgumentTypeError

from django.core.management.base import CommandError

LAST_PORT = 65535
LOCALHOST_ALIASES = ("0.0.0.0", "::", "127.0.0.1")  # noqa: S104 - only compared with, not listened on
"""Hosts that URLs show as `localhost`, since this machine reaches them by that name."""


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
