"""Movement: paths, moves, slipstreams, collisions and the finish."""
