"""A car as it is drawn: its design, points, what is wrong with one, and stock cars."""
