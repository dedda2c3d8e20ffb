"""Benchmarks: how long the work of a season takes, each part compared with a bare floor measured in the same run."""
