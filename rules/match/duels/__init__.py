"""Duels for the scorer: their terms, the book that scores them, their logs."""
