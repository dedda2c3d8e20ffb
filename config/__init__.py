"""Settings, the root of the addresses, and the server's entry; imported by nobody."""
