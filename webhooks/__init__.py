"""Webhooks: events of a league, signed and sent to the addresses its people named, at least once.

A message is written in the transaction that publishes its event, and sent by a job afterwards: repeatedly, under the
same id, until it is taken or the last try fails. It contains only what the webhook's person may see.
"""
