"""The steward: answers by standing orders, and the commissioner's next step, as ordinary commands.

It reads a season and returns commands that an owner or a commissioner could give. Callers perform and journal them.
It also runs franchises that have folded (DM-C-179).
"""

from rules.campaign.steward.commissioner_commands import next_commissioner_command
from rules.campaign.steward.franchise_answers import answers
from rules.campaign.steward.standing_orders import DEFAULT_ORDERS, Orders, orders_from
from rules.campaign.steward.waits import franchises_awaited

__all__ = ["DEFAULT_ORDERS", "Orders", "answers", "franchises_awaited", "next_commissioner_command", "orders_from"]
