"""Events: races and fights, the starting grid, flags and scoring."""
