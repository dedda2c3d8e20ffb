"""Pages by which matches are reported and results appealed."""
