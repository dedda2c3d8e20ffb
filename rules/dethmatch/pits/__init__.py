"""Repairs and changes of loadout, in pit stops and between heats."""
