"""What the API answers and is sent: shapes that say nothing but what they hold."""
