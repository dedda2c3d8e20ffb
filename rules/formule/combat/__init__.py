"""Arcs, attacks and dropped weapons."""
