"""Options for SQLite connections. The settings read this module, so it imports nothing."""

from __future__ import annotations

INIT_COMMAND = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
"""Readers continue while somebody writes, and a commit does not wait for the disk.

Reason: the ORM has no PRAGMA; Django passes on what it is given as `init_command`.
Figure: 50 commits of a row to a file take 24 to 35 times as long with SQLite's own settings.
"""
