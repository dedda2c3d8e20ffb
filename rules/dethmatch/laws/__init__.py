"""What holds at every moment of a match, and the purposes of its dice."""
