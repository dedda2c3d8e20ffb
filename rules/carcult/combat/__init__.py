"""Combat: lines of sight, attacks, explosions and markers laid on the table."""
