"""A match under way: its cars, state, orders and entries."""
