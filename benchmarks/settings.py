"""The project's settings with the floor added."""

from __future__ import annotations

import os

os.environ.setdefault("SECRET_KEY", "only-for-benchmarks")
os.environ.setdefault("SERVED_EMBEDDED", "1")

from config.settings import *  # noqa: F403 - the environment must be set first
from config.settings import INSTALLED_APPS as OWN_APPS
from config.settings import REST_FRAMEWORK as OWN_FRAMEWORK

INSTALLED_APPS = [*OWN_APPS, "benchmarks.floor"]
MIGRATION_MODULES = {"floor": None}
ROOT_URLCONF = "benchmarks.urls"
ALLOWED_HOSTS = ["testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
RATES = dict.fromkeys(OWN_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "1000000/minute")
REST_FRAMEWORK = {**OWN_FRAMEWORK, "DEFAULT_THROTTLE_RATES": RATES}
