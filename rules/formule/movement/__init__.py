"""How cars move over squares: paths, slipstream, collisions and the finish."""
