"""A league founded: setup, the opening sheet and the start of a season."""
