"""What a referee's table plays by: a questionnaire, and procedures with their inputs."""
