"""Account pages between a mail or device and the account: their address alone does not open them."""

from __future__ import annotations

BY_LINK = frozenset({"account_confirm_email", "account_reset_password_from_key"})
"""Pages that a mailed link leads to."""
BY_CODE = frozenset({"account_confirm_login_code", "account_set_password"})
"""Pages that ask for a mailed code."""
BY_DEVICE = frozenset(
    {
        "mfa_activate_totp",
        "mfa_add_webauthn",
        "mfa_authenticate",
        "mfa_deactivate_totp",
        "mfa_edit_webauthn",
        "mfa_generate_recovery_codes",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
        "mfa_remove_webauthn",
        "mfa_view_recovery_codes",
    }
)
"""Pages that need an app, a passkey or a recovery code."""
HALFWAY = BY_LINK | BY_CODE | BY_DEVICE
