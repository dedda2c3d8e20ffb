"""Sets a match up from a packet or a file, and finds everything wrong with it."""
