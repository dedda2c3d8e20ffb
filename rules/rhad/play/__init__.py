"""The course of a match: its start and end, order checks, laws and the result."""
