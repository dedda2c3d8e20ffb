"""How gunicorn serves: threads in a few processes, its log merged with ours."""

from __future__ import annotations

from typing import Any

from config.settings import LOGGING

wsgi_app = "config.wsgi:application"
worker_class = "gthread"
threads = 8
graceful_timeout = 20  # seconds that running requests have when it is stopped
timeout = 60
control_socket_disable = True
logconfig_dict: dict[str, Any] = {
    **LOGGING,
    "loggers": {
        **LOGGING["loggers"],
        "gunicorn.error": {"level": "INFO", "handlers": ["console"], "propagate": False},
        "gunicorn.access": {"handlers": [], "propagate": False},
    },
}
