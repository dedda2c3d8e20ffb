"""Who claims jobs in this process, so that what died with an earlier one of the same installation is known by it.

A server that holds its folder alone may take back at once what the one before it was working; anybody else waits
until a heart has been still for long enough.
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
    """What the claims of a server begin with that keeps its files in this folder, on this machine."""
    place = f"{socket.gethostname()}|{Path(settings.VAR_DIR).resolve()}"
    return hashlib.sha256(place.encode()).hexdigest()[:8]


def set_claim_prefix(prefix: str) -> None:
    """Let every claim of this process begin so from now on."""
    _claim_prefix["prefix"] = prefix


def new_claim_id() -> str:
    """The claim of one try of one job: nobody else has it."""
    prefix = _claim_prefix["prefix"]
    length: int = Job._meta.get_field("claim").max_length or 0
    return prefix + secrets.token_hex(length)[: length - len(prefix)]
