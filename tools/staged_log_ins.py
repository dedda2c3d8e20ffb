"""Hands over from a staged world to the tour: its people's session cookies, and parts of addresses made in it."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tools.tour_worlds import COOKIE_PREFIX, PARTS_FILE


def save_parts(**parts: str) -> None:
    """Add parts to those saved already."""
    file = Path(settings.VAR_DIR) / PARTS_FILE
    saved = json.loads(file.read_text()) if file.exists() else {}
    file.write_text(json.dumps(saved | parts))


def log_in(*users: str) -> None:
    """Verify each person's address, set a new password, log them in with it, and save their session cookie."""
    for user in get_user_model().objects.filter(username__in=users):
        password = secrets.token_urlsafe(16)
        user.set_password(password)
        user.save()
        EmailAddress.objects.get_or_create(user=user, email=user.email, verified=True, primary=True)
        browser = Client(SERVER_NAME="localhost")
        browser.post(reverse("account_login"), {"login": user.username, "password": password})
        save_parts(**{f"{COOKIE_PREFIX}{user.username}": browser.cookies[settings.SESSION_COOKIE_NAME].value})
