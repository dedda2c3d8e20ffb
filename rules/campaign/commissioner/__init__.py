"""Commissioner's acts: gifts, corrections, forfeits, voided matches, editions, fresh dice."""
