"""A car on paper: its design, the errors of one, stock designs and the car sheet."""
