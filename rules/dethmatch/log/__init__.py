"""How a match is shown: log messages, story, scene, frames and box score."""
