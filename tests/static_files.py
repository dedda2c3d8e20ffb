"""Static files as they are served in tests: scanned once in a process, and not by every client of a test."""

from __future__ import annotations

from typing import ClassVar

from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class ScannedOnce(WhiteNoiseMiddleware):
    """Serves what the first one of this process found."""

    found: ClassVar[dict[str, StaticFile]] = {}

    def add_files_from_finders(self) -> None:
        """Know the files, as WhiteNoise does when a server starts."""
        if self.found:
            self.files.update(self.found)
            return
        super().add_files_from_finders()
        self.found.update(self.files)
