"""Settings, the root URL configuration, and the server's entry points; no other package imports it."""
