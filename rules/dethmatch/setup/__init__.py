"""A match set up from a packet or a file, and everything wrong with one."""
