"""Queries of a league. All secrecy is applied here: what a reader may not see yet is never returned."""
