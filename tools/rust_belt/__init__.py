"""Produces `examples/rust-belt`: plays its two seasons in memory and writes down every command."""
