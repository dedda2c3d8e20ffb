"""Car designs: their fields, points and errors, and stock cars."""
