"""What a long run of random matches of RHAD must meet."""

from __future__ import annotations

from tests.trials.possible_entries import kinds_of

OF_THE_FIRST_EDITIONS = frozenset({"kill_credited"})
"""The kinds of entry that the newest edition no longer writes."""
KINDS_TO_MEET = kinds_of("rhad") - OF_THE_FIRST_EDITIONS
"""The kinds of entry that a long run meets."""
