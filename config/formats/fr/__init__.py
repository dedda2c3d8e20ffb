"""The French ways."""
