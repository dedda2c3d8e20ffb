"""The order of play: how a match starts and ends, order checks, laws and the result."""
