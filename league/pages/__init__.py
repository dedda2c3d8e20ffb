"""Page contexts of the league: queries turned into plain values that templates only lay out."""
