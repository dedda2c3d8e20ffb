"""RHAD: duels on hexes, in which handling is spent all round and checked once at its end (RH)."""
