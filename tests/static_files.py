"""Static files in tests: scanned once per process rather than by every test client."""

from __future__ import annotations

from typing import ClassVar

from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class ScannedOnce(WhiteNoiseMiddleware):
    """Serves the files that the first instance in this process found."""

    found: ClassVar[dict[str, StaticFile]] = {}

    def add_files_from_finders(self) -> None:
        """Register the files, as WhiteNoise does when a server starts."""
        if self.found:
            self.files.update(self.found)
            return
        super().add_files_from_finders()
        self.found.update(self.files)
