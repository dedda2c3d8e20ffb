"""Webhooks: what happens in a league, told to the addresses its people named, signed, at least once.

A message is written down with what it tells of, in the transaction that tells it, and sent by a job afterwards: again
and again under the same id until it is taken, or until the last try. It is told as far as the hook's person may see.
"""
