"""Playing a season: performing a command, and what the season then does by itself."""
