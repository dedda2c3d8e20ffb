"""Stages accounts midway through a login, a reset or a confirmation for the tour, and one with a passkey.

Nothing created here opens an account: no device holds the passkey, and mail stays in memory.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from tools.staged_log_ins import save_parts
from tools.tour_screens import CODE_MAILED, GUARDED, HALFWAY, WITHOUT_FACTOR, WITHOUT_PASSWORD
from tools.tour_worlds import COOKIE_PREFIX

RESET_LINK = re.compile(r"/password/reset/key/(\S+)/")


def stage() -> None:
    """Create each person in the state the tour shows, and save their session cookies. Run it once."""
    password = secrets.token_urlsafe(16)
    guarded = _create_person(GUARDED, password)
    TOTP.activate(guarded, generate_totp_secret())
    RecoveryCodes.activate(guarded)
    key = Authenticator.objects.create(user=guarded, type=Authenticator.Type.WEBAUTHN, data=_make_passkey())
    for name, user in ((GUARDED, guarded), (WITHOUT_FACTOR, _create_person(WITHOUT_FACTOR, password))):
        browser = Client(SERVER_NAME="localhost")
        browser.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
        browser.post(reverse("account_reauthenticate"), {"password": password})
        _save_cookie(name, browser)
    _save_cookie(HALFWAY, _browser_after_form("account_login", login=GUARDED, password=password))
    unconfirmed = EmailAddress.objects.create(user=_create_person(CODE_MAILED, password), email="pim@example.org")
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(_create_person(WITHOUT_PASSWORD, None), backend=settings.AUTHENTICATION_BACKENDS[0])
    _save_cookie(WITHOUT_PASSWORD, browser)
    with override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend"):
        _save_cookie(
            CODE_MAILED, _browser_after_form("account_request_login_code", email=f"{CODE_MAILED}@example.com")
        )
        _browser_after_form("account_reset_password", email=f"{CODE_MAILED}@example.com")
        [reset] = RESET_LINK.findall(str(mail.outbox[-1].body))
    save_parts(passkey=str(key.pk), reset=reset, confirm=EmailConfirmationHMAC(unconfirmed).key)


def _create_person(name: str, password: str | None) -> Any:
    user = get_user_model().objects.create_user(name, email=f"{name}@example.com", password=password)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _browser_after_form(form: str, **fields: str) -> Client:
    """A browser that has sent the form."""
    browser = Client(SERVER_NAME="localhost")
    browser.post(reverse(form), fields)
    return browser


def _save_cookie(name: str, browser: Client) -> None:
    save_parts(**{f"{COOKIE_PREFIX}{name}": browser.cookies[settings.SESSION_COOKIE_NAME].value})


def _make_passkey() -> dict[str, Any]:
    """A stored passkey whose private key was thrown away."""
    public = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    id = secrets.token_bytes(16)
    attested = AttestedCredentialData.create(Aaguid.NONE, id, public)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    authenticator = AuthenticatorData.create(sha256(b"localhost").digest(), flags, 0, bytes(attested))
    collected = CollectedClientData.create("webauthn.create", secrets.token_bytes(16), "http://localhost")
    response = {
        "clientDataJSON": websafe_encode(collected),
        "attestationObject": websafe_encode(AttestationObject.create("none", authenticator, {})),
    }
    credential = {"id": websafe_encode(id), "rawId": websafe_encode(id), "type": "public-key", "response": response}
    return {"name": "Thumb", "credential": credential | {"clientExtensionResults": {"credProps": {"rk": True}}}}
