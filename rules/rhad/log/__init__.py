"""What a duel looks like afterward: log messages, story, scene and box score."""
