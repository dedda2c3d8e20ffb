"""The answers of a season to questionnaires, version after version."""
