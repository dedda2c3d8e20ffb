"""The game: pure rules with no framework, no clock and no input or output; chance through one door."""
