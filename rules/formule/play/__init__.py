"""The order of play: grid, turns, order checks, laws and the result."""
