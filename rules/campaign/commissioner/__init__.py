"""What a commissioner does by house act: gifts, corrections, forfeits, voided matches, editions."""
