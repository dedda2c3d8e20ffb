"""The procedures that a referee performs by hand: each with its inputs, its dice, and the answers it reads."""
