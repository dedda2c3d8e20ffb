"""The map: hexes, surfaces, tracks, their documents and drawings."""
