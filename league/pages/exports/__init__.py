"""Tables and files that are taken along."""
