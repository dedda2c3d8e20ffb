"""Pages on which entries are corrected by amends."""
