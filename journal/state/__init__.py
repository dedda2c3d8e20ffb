"""The state of a season in its tables: loading, saving, comparing and rebuilding it."""
