"""The table: its measures, obstacles, document and drawing."""
