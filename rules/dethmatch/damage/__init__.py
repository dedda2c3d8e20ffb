"""What damage does: to armor, parts, tires and people."""
