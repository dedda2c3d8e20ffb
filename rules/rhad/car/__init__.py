"""A car in play: handling, damage and kills."""
