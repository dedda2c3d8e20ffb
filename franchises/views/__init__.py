"""The franchises' views: their pages, and the designer of their cars."""
