"""The order of play: heats, activations, orders of players and the result."""
