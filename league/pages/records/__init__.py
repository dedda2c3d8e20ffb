"""Pages of a league's records."""
