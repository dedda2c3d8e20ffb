"""The record of a duel for people: log messages, story, scene and box score."""
