"""A car as it is drawn: its design, what is wrong with one, stock cars and the sheet."""
