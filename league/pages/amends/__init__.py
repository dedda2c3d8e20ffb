"""Pages by which entries are put right."""
