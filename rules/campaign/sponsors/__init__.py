"""The kinds of sponsors, their parties and holding companies."""
