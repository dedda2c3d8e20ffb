"""Pages on which anyone can check the dice."""
