"""The arena: hexes, document and drawing."""
