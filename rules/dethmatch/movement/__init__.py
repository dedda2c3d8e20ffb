"""How cars move over hexes, by themselves or by another book's handling model, and what they run into."""
