"""All laws of a match together: those of every moment, of the end of a turn, and of each entry. Rule DM-M-001."""

from __future__ import annotations

from rules.dethmatch.laws.entry_laws import OF_ENTRIES, remember, update_memory
from rules.dethmatch.laws.state_laws import AFTER_A_TURN, ALWAYS
from rules.dethmatch.match.match import Match
from rules.match.laws import Laws

LAWS = Laws[Match](remember=remember, update=update_memory)
for always_law in ALWAYS:
    LAWS.always(always_law)
for turn_law in AFTER_A_TURN:
    LAWS.after_a_turn(turn_law)
for entry_law in OF_ENTRIES:
    LAWS.of_entries(entry_law)
