"""Jobs: asked for once, claimed by one worker, told as they go, never lost."""
