"""Settings, the root URL configuration, and the server's entry points; imported by nothing else."""
