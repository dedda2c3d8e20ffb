"""The circuit: its squares, document and drawing."""
