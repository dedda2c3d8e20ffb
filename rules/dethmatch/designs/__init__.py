"""A car as it is drawn: its design, ratings, points, what is wrong with one, and stock cars."""
