"""Forms with which people give commands to a season, one for each command."""
