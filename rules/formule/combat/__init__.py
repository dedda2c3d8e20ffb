"""Weapons in a race: arcs, rolls to hit, attacks and dropped weapons."""
