"""Who sees whom, attacks, explosions and what is laid on the table."""
