"""The steward: standing orders for owners, and what a season needs of its commissioner, as ordinary commands.

It reads a season and answers with commands anybody in that place could give; who performs and journals them is not
its business. A franchise that folded is run by it too (DM-C-179).
"""

from rules.campaign.steward.awaited_franchises import franchises_awaited
from rules.campaign.steward.commissioner_commands import next_commissioner_command
from rules.campaign.steward.franchise_answers import answers
from rules.campaign.steward.standing_orders import DEFAULT_ORDERS, Orders, orders_from

__all__ = ["DEFAULT_ORDERS", "Orders", "answers", "franchises_awaited", "next_commissioner_command", "orders_from"]
