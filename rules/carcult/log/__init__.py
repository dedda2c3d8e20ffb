"""A finished match for readers: log messages, story, scene and box score."""
