"""Downloads of a season and league: tables as files."""
