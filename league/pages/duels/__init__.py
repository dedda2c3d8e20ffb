"""Duels that are run at a referee's table: their pages, and what is entered of them."""
