"""Pages of people: members, invitations, log-ins, notices."""
