"""Exports leagues and seasons to files, and imports them elsewhere."""
