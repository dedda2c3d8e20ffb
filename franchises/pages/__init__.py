"""Contexts of the pages of a franchise."""
