"""Dice thrown at a real table, whose faces are entered by hand where the season allows it. Rule HOUSE-011."""

DICE_BY_HAND = "dice.by_hand"
"""The house rule that says who may enter faces."""
NOBODY, COMMISSIONERS, EVERYBODY = "nobody", "commissioners", "everybody"
"""Its settings: the season throws its own dice; commissioners enter faces; owners also do, for their own commands'
throws.
"""
