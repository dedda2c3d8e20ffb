"""Queries of franchises: of a single one, and of all in a season."""
