"""Repairs and loadouts, in pit stops and between matches."""
