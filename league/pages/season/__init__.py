"""Pages of a season as a whole."""
