"""Editions of the engine. A fix that makes any match come out differently is a new edition. Rules DM-M-079, DM-M-110,
DM-M-140.

A match is played by the edition that its setup names, so an old log still replays with its own outcome.
"""

from __future__ import annotations

CHANGES = {
    2: "A wreck that is shoved into something throws no die for its driver (DM-M-079, DM-M-110).",
}
"""The change that each edition after the first makes to the one before it."""
EDITIONS = (1, *CHANGES)
"""Every edition that a match can be replayed by."""
EDITION = EDITIONS[-1]
"""The edition that new matches are played by."""
WRECKS_ROLL_NOTHING = 2  # no mutant: the number of that edition
