"""The French formats."""
