"""Accounts, bills, prices, overhead and prize money."""
