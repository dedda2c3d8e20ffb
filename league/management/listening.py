"""Whether an address of this machine is free to listen on."""

from __future__ import annotations

import socket

from django.core.management.base import CommandError


def refuse_taken(host: str, port: int) -> None:
    """Raise `CommandError` where a server could not listen there."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as no:
        raise CommandError(
            f"Port {port} of {host} cannot be had ({no.strerror}): choose another with --port."
        ) from None
