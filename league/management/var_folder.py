"""The folder of a site's files, made where there is none yet."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError


def ensure_var_folder() -> Path:
    """The folder `VAR_DIR`, for its owner alone where it is made here. Raises `CommandError` where it cannot be."""
    folder = Path(settings.VAR_DIR)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as no:
        raise CommandError(
            f"Nothing can be kept in {folder} ({no.strerror}): set VAR_DIR to a folder that the site may write to."
        ) from None
    return folder
