"""A car during a match: speed tokens, swaps and damage."""
