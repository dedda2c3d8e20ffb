"""The table: its geometry, its obstacles, its document, the errors of one, and its drawing."""
