"""Maneuvers, speed, loss of control and collisions."""
