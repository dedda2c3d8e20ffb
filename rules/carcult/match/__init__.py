"""A match under way: its setup, state, orders and scenario."""
