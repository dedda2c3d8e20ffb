"""What the autopilots of every book drive by: plans, judgment, chances, choices and learned prices."""
