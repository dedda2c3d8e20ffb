"""Pages about a season as a whole."""
