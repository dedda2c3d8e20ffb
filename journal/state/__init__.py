"""The state of a season in its tables: loaded, saved, compared and rebuilt."""
