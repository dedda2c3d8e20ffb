"""A duel under way: its setup, state and orders."""
