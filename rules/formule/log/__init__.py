"""What a race looks like afterward: log messages, story, scene and box score."""
