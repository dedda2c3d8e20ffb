"""Scoring a duel from its events: kills and who is credited, bonuses, penalties, the end and the places."""
