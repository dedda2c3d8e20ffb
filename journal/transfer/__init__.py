"""Leagues and seasons as files: exported, and imported elsewhere."""
