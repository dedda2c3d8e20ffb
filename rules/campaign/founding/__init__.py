"""Founding: opening a season, the opening sheet and setup."""
