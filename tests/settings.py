"""The settings of the test suite: the project's own, with fast password hashes and mail kept in memory.

Django reads them before it imports any of our modules, so they also set where compiled modules are kept.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

if sys.dont_write_bytecode and sys.pycache_prefix is None:
    # Where compiled files are not wanted beside the sources, pytest's own folder keeps them: rewriting the asserts of
    # every test takes longer than collecting, and every worker would do it in every run. Programs that tests start
    # keep theirs there too: each would compile the whole site anew, which takes as long as importing it.
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "compiled")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("SERVED_EMBEDDED", "1")
if "VAR_DIR" not in os.environ:
    own_folder = tempfile.TemporaryDirectory(prefix="dethmetal-tests-")  # removed when this process ends
    os.environ["VAR_DIR"] = own_folder.name

from config.settings import *  # noqa: F403 - the environment must be set first

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
BEACON_URLS: list[str] = []  # no test needs the network

# A pool keeps connections open beyond a test's server, and PostgreSQL then refuses to drop the database.
DATABASES["default"]["OPTIONS"].pop("pool", None)  # noqa: F405 - from the project's settings

# Every test client has its own middleware, and would scan all static files again.
MIDDLEWARE[MIDDLEWARE.index("whitenoise.middleware.WhiteNoiseMiddleware")] = "tests.static_files.ScannedOnce"  # noqa: F405 - from the project's settings
