"""The course of a match: rounds, activations, questions, order checks, laws and the result."""
