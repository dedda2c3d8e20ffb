"""Jobs: enqueued once, claimed by one worker, reporting as they run, never lost."""
