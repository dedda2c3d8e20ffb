"""Arcs, targets, what a shot needs to hit, and whether a weapon may be used."""
