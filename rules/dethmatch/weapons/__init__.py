"""Arcs, targets, and what a shot needs to hit."""
