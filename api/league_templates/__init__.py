"""League templates by the API: read, made, published, copied, imported, and founded from."""
