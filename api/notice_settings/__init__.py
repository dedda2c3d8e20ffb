"""How notices reach the token's person."""
