"""What SQLite is told when a connection is opened. The settings read it, so that nothing is imported here."""

from __future__ import annotations

INIT_COMMAND = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
"""Readers go on while somebody writes, and a commit waits for no disk.

Reason: the ORM has no PRAGMA; Django hands over what it is given as `init_command`.
Figure: 50 commits of a row to a file take 24 to 35 times as long with SQLite's own settings.
"""
