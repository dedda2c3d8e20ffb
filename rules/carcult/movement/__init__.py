"""Movement: moves and collisions."""
