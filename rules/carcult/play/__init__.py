"""The order of play: rounds, activations, the questions asked of players, laws and the result."""
