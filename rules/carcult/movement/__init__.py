"""How cars move, and what they run into."""
