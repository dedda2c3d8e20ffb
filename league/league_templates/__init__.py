"""League templates: documents of how a league is played, made of a season, stored, shared, and founded from."""
