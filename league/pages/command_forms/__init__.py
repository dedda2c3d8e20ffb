"""The desk: where a person gives a season a command, one form for each of them."""
