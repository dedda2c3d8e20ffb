"""Where on this machine a server listens: whether that is free, and what links to it begin with."""

from __future__ import annotations

import os
import socket
from argparse import ArgumentTypeError

from django.core.management.base import CommandError

LAST_PORT = 65535
LOCALHOST_ALIASES = ("0.0.0.0", "::", "127.0.0.1")  # noqa: S104 - named to be told otherwise, not listened on
"""Hosts that are told as `localhost`, by which this machine reaches them."""


def port_number(given: str) -> int:
    """The port that was asked for. Raises `ArgumentTypeError` for what is none."""
    if given.isdecimal() and 1 <= int(given) <= LAST_PORT:
        return int(given)
    raise ArgumentTypeError(f"{given[:20]!r} is no port: give 1 to {LAST_PORT}")


def local_url(host: str, port: int) -> str:
    """What this machine calls a server that listens there, such as `http://localhost:8000`."""
    name = "localhost" if host in LOCALHOST_ALIASES else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def public_url(host: str, port: int) -> str:
    """Where links in mail and webhooks lead: to `SITE_URL` where it is set, else to what listens there."""
    return os.environ.get("SITE_URL") or local_url(host, port)


def require_free_port(host: str, port: int) -> None:
    """Raise `CommandError` where a server could not listen there."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as no:
        raise CommandError(
            f"Port {port} of {host} cannot be had ({no.strerror}): choose another with --port."
        ) from None
