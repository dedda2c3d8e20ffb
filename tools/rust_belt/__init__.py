"""Directs `examples/rust-belt`: stages its two seasons in memory and writes down what everybody did."""
