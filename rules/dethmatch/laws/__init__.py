"""Laws that hold at every moment of a match, and the purposes of its dice."""
