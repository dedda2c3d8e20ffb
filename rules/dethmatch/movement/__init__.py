"""How cars change speed and move over hexes, also by another book's handling model, and what they run into."""
