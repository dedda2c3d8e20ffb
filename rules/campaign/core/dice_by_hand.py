"""Dice thrown at a real table, whose faces are entered by hand where the season allows it. Rule HOUSE-011."""

DICE_BY_HAND = "dice.by_hand"
"""The house rule that says who may enter faces."""
NOBODY, COMMISSIONERS, EVERYBODY = "nobody", "commissioners", "everybody"
"""Who enters faces: nobody, since the season throws; commissioners; or also owners, for their own commands."""
