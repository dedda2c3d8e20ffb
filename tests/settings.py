"""The settings the suite runs with: the project's own, quick password hashes, mail kept in memory."""

from __future__ import annotations

import os
import tempfile

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("SERVED_EMBEDDED", "1")
os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="dethmetal-tests-"))

from config.settings import *  # noqa: F403 - the environment must be set first

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

# A pool keeps connections that outlive a test's server, and PostgreSQL then refuses to drop the database.
DATABASES["default"]["OPTIONS"].pop("pool", None)  # noqa: F405 - from the project's settings
