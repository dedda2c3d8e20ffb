"""What the league's pages show: queries turned into plain values that templates only lay out."""
