"""The Dethmatch match: cars, hex map, turn, control, collisions, shooting, damage, events and autopilot (DM-M)."""
