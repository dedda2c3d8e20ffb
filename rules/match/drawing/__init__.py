"""What pictures of matches are drawn with: grounds, walls, colors, silhouettes of cars."""
