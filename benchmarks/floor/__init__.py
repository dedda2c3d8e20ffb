"""The floor: the same rows bare, read and written in one transaction, and a page that shows nothing else."""
