"""Ids of claims, by which a process recognizes jobs that died with an earlier process of the same installation.

A server that is the only one to use its folder may take back at once what the one before it was running. All others
wait until a job's heartbeats have stopped for long enough.
"""

from __future__ import annotations

import hashlib
import secrets
import socket
from pathlib import Path

from django.conf import settings

from league.models import Job

_claim_prefix = {"prefix": ""}


def local_claim_prefix() -> str:
    """The prefix of the claims of a server that keeps its files in this folder, on this machine."""
    place = f"{socket.gethostname()}|{Path(settings.VAR_DIR).resolve()}"
    return hashlib.sha256(place.encode()).hexdigest()[:8]


def set_claim_prefix(prefix: str) -> None:
    """Let every new claim of this process begin with that prefix."""
    _claim_prefix["prefix"] = prefix


def new_claim_id() -> str:
    """A unique claim for one try of one job."""
    prefix = _claim_prefix["prefix"]
    length: int = Job._meta.get_field("claim").max_length or 0
    return prefix + secrets.token_hex(length)[: length - len(prefix)]
