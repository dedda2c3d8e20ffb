"""Notices: what they say, who gets them, by which channels, and when they leave the site."""
