"""The webhook of the token's person, which gets their notices."""
