"""A race under way: its setup, state, positions and orders."""
