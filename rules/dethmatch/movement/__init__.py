"""How cars change speed, move over hexes and collide, also under another book's handling model."""
