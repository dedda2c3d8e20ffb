"""Where the dice of a season come from: leaves, faces that fell, awaited dice, faces entered by hand."""
