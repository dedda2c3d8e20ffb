"""A car during a race: gears, wear and damage."""
