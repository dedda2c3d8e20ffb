"""Duels that a program has scored."""
