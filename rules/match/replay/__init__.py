"""What a match looks like when it is played again: its frames, and what happens in them."""
