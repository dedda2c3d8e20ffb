"""Pages about people: members, invitations, accounts and notices."""
