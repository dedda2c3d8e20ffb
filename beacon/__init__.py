"""The public beacon: rounds of drand's quicknet, fetched and checked."""
