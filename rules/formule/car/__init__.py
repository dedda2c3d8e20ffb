"""A car in play: gears, wear and damage."""
