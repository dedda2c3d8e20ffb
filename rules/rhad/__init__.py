"""RHAD: duels on hexes, with handling that is spent all round and checked once (RH)."""
