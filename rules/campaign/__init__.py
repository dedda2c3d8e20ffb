"""The season of a Dethmatch league: its state, its commands, and one module for each chapter of the book.

Every chapter with commands is imported with the package, so that the registry is whole whoever asks it first.
"""

from rules.campaign import (
    announcing as announcing,
)
from rules.campaign import (
    bills as bills,
)
from rules.campaign import (
    calendar as calendar,
)
from rules.campaign import (
    founding as founding,
)
from rules.campaign import (
    garage as garage,
)
from rules.campaign import (
    hiring as hiring,
)
from rules.campaign import (
    line_ups as line_ups,
)
from rules.campaign import (
    party as party,
)
from rules.campaign import (
    reporting as reporting,
)
from rules.campaign import (
    season_steps as season_steps,
)
from rules.campaign import (
    settlement as settlement,
)
from rules.campaign import (
    staff as staff,
)
