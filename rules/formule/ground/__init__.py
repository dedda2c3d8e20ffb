"""The circuit: its squares, its document, the errors of one, and its drawing."""
