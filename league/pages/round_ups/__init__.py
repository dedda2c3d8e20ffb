"""The round-ups of rounds and seasons."""
