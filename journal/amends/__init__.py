"""Amends: asked for, previewed, worked out, written down, and what follows from them."""
