"""The folder for the site's files, created if it does not exist."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError


def ensure_var_folder() -> Path:
    """The folder `VAR_DIR`.

    If it is created here, only its owner can read it. Raises `CommandError` if that fails.
    """
    folder = Path(settings.VAR_DIR)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"Nothing can be kept in {folder} ({error.strerror}): set VAR_DIR to a folder that the site may write to."
        ) from None
    return folder
