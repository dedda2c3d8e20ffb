"""Learned prices: self-play of changed prices against current ones, and the file that keeps what it found."""
