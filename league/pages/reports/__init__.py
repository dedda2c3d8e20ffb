"""Pages on which matches are reported and results appealed."""
