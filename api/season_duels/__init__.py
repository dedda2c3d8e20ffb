"""Duels of a season that a referee runs at a table."""
