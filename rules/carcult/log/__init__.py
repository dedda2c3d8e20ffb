"""What a match looks like afterward: log messages, story, scene and box score."""
