"""What is played for: races and fights, grid, flags and scoring."""
