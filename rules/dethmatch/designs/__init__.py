"""Car designs: how they are read, their points, ratings and errors, and stock cars."""
