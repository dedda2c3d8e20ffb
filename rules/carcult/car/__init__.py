"""A car in play: speed tokens, their swaps, and what damage does to it."""
