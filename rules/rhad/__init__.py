"""RHAD: handling that is spent all round and checked once, on a map of hexes. Rules RH-001 to RH-094."""
