"""Pages by which anybody checks the dice."""
