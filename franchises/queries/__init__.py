"""Queries of franchises: one alone, and those of a season beside each other."""
