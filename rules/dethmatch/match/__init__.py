"""A match in progress: its entrants, cars, state and orders."""
