"""Editions of the engine. A fix that makes any match come out differently is a new edition. Rules RH-089, RH-090.

A match is played by the edition that its packet names, so an old log still replays with its own outcome.
"""

from __future__ import annotations

CHANGES = {
    2: "The scorer of duels credits kills, ends duels by points and breaks ties, phase by phase (RH-089, RH-090).",
}
"""The change that each edition after the first makes to the one before it."""
EDITIONS = (1, *CHANGES)
"""Every edition that a match can be replayed by."""
EDITION = EDITIONS[-1]
"""The edition that new matches are played by."""
SCORED_BY_PHASE = 2  # no mutant: the number of that edition
