"""The course of play: heats, activations, people's orders and the result."""
