"""A finished race for readers: log messages, story, scene and box score."""
