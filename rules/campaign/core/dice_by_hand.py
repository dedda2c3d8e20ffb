"""Dice thrown at a real table, whose faces are entered by hand where the season says so. Rule HOUSE-011."""

DICE_BY_HAND = "dice.by_hand"
"""The house rule that says who may enter faces."""
NOBODY, COMMISSIONERS, EVERYBODY = "nobody", "commissioners", "everybody"
"""The season throws its own dice; its commissioners enter faces; owners too, for what their own commands throw."""
