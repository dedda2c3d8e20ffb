"""Editions of the engine: a fix that makes another match of the same orders and dice is a new one. Rules DM-M-079,
DM-M-110, DM-M-140.

A match is decided by the edition its setup names, so that a log that was kept is played again as it was.
"""

from __future__ import annotations

CHANGES = {
    2: "A wreck that is shoved into something throws no die for its driver (DM-M-079, DM-M-110).",
}
"""What each edition after the first decides otherwise than the one before it."""
EDITIONS = (1, *CHANGES)
"""Every edition a match can be played again by."""
EDITION = EDITIONS[-1]
"""The edition that new matches are played by."""
WRECKS_ROLL_NOTHING = 2  # no mutant: the edition's name
