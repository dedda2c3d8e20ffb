"""Statements that the site signs with a key of its own (Ed25519, RFC 8032): packets, and receipts of entries.

Keys are published, those that were retired too, so that what they signed can still be checked.
"""

from __future__ import annotations

import base64
import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from league.models import SigningKey

ALGORITHM = "Ed25519"
ID_BYTES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedStatement:
    """A statement as it was signed, byte for byte, and by which key."""

    statement: str
    key: str
    algorithm: str
    signature: str


def sign_statement(statement: bytes, *, key: SigningKey) -> SignedStatement:
    """A statement, signed."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # slow to import; few sign

    signature = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key.private)).sign(statement)
    return SignedStatement(
        statement=statement.decode(),
        key=key.pk,
        algorithm=ALGORITHM,
        signature=base64.b64encode(signature).decode(),
    )


def signing_keys() -> list[SigningKey]:
    """Every key there ever was, the newest first."""
    return list(SigningKey.objects.order_by("-made_at", "id"))


def signing_key(*, at: datetime) -> SigningKey:
    """The key that signs now, made where there is none; of several at once that make it one does."""
    found = SigningKey.objects.filter(retired_at=None).first()
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return _create_signing_key(at=at)
    except IntegrityError:
        return SigningKey.objects.get(retired_at=None)


@transaction.atomic
def rotate(*, at: datetime) -> SigningKey:
    """Retire the key that signs, and make another. What the old one signed can still be checked."""
    for key in SigningKey.objects.select_for_update().filter(retired_at=None):
        key.retired_at = at
        key.save(update_fields=["retired_at"])
    return _create_signing_key(at=at)


def public_key_base64(key: SigningKey) -> str:
    """The public key's 32 bytes in base64."""
    return base64.b64encode(bytes.fromhex(key.public)).decode()


def _create_signing_key(*, at: datetime) -> SigningKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # slow to import; few sign

    private = Ed25519PrivateKey.generate()
    return SigningKey.objects.create(
        id=secrets.token_hex(ID_BYTES),
        private=private.private_bytes_raw().hex(),
        public=private.public_key().public_bytes_raw().hex(),
        made_at=at,
    )
