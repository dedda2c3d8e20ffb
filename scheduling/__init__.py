"""The clock: windows and deadlines, reminders, and the season that runs itself."""
