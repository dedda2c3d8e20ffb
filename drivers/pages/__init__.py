"""Contexts of the pages of drivers."""
