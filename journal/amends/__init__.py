"""Amends: requesting, previewing, deriving and recording them, and what follows from them."""
