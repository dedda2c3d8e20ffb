"""The arena: hexes, documents and drawings."""
