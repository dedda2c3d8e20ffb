"""The final table, the Metal Cup, the draft and the sponsor pool."""
