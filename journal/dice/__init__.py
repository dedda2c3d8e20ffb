"""Sources of a season's dice: leaves, fallen faces, awaited dice, and faces entered by hand."""
