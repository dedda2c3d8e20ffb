"""Simple rival policies of each book, in a module of its name: each changes what the autopilot orders."""
