"""The floor of the benchmarks: bare reads and writes of the same rows in one transaction, and a page that only shows
rows.
"""
