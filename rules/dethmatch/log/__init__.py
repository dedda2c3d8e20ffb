"""What a match looks like afterward: log messages, story, scene, frames and box score."""
