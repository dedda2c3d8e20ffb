"""Benchmarks: what a season is worth in time, each against a floor of our own measured in the same run."""
