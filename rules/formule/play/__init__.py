"""The course of a race: grid, turns, order checks, laws and the result."""
