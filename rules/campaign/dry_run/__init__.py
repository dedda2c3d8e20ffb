"""Dry runs of commands and tables, for previews and odds, with dice that belong to no season."""
