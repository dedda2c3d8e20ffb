"""Every way into an account, as a person goes it: by mail, app codes, recovery codes or a passkey.

Every page on the way gets the same checks as all pages. Addresses alone do not lead to these pages: they come between
a mail or a device and an account.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import get_user_model
from django.core import mail
from django.urls import resolve

from tests.journeys.account_steps import BY_CODE, BY_DEVICE, BY_LINK
from tests.journeys.browser_people import mailed_code
from tests.journeys.page_inspection import wrongs_here

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
PASSWORD, ANOTHER = "gasoline and chrome", "chrome and gasoline"
LINK = re.compile(r"https?://\S+/accounts/\S+")
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A device that shows its passkeys to whoever asks, as after a touch of a finger."""
CANCELLED = """() => {
  navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"));
}"""


@dataclass
class Newcomer:
    """Somebody on the way into their account.

    `wrong` has what was wrong with the pages they saw, by name and title.
    """

    visitor: Any
    seen: set[str] = field(default_factory=set)
    titles: dict[str, str] = field(default_factory=dict)
    wrong: dict[str, list[str]] = field(default_factory=dict)

    @property
    def page(self) -> Any:
        """The current Playwright page."""
        return self.visitor.page

    @property
    def at(self) -> str:
        """The URL name of the current page."""
        return str(resolve(urlsplit(self.page.url).path).url_name)

    def goes(self, address: str) -> None:
        """Opens an address."""
        self.page.goto(address)

    def presses(self, name: str) -> None:
        """Presses the button or link with exactly that name on the page."""
        role = self.page.locator("main").get_by_role
        with self.page.expect_navigation():
            role("button", name=name, exact=True).or_(role("link", name=name, exact=True)).first.click()

    def types(self, **fields: str) -> None:
        """Fills in fields by their form names."""
        for name, text in fields.items():
            self.page.locator(f"main input[name={name}]:visible:not([type=radio])").fill(text)

    def looks(self, name: str) -> None:
        """Checks that this is the page of that URL name, and records what is wrong with it."""
        assert self.at == name
        self.seen.add(name)
        title = self.page.title()
        assert self.titles.setdefault(title, name) == name
        if faults := wrongs_here(self.page):
            self.wrong[f"{name}, {title}"] = faults

    def found_well(self, names: frozenset[str]) -> None:
        """Checks that all pages of those names were seen, and that nothing was wrong anywhere."""
        assert self.wrong == {}
        assert self.seen >= names
        assert self.visitor.complaints == []

    def says_password(self, password: str = PASSWORD) -> None:
        """Logs in with name and password."""
        self.goes("/accounts/login/")
        self.types(login="nora", password=password)
        self.presses("Log in")

    def logs_out(self) -> None:
        """Logs out, and checks that the site knows them no more."""
        self.goes("/accounts/logout/")
        self.presses("Log out")
        assert not self.known()

    def known(self) -> bool:
        """Whether the page shows that they are logged in."""
        return bool(self.page.locator(".bar a[href='/me/']").count())


@pytest.fixture
def newcomer(visit: Callable[..., Any]) -> Newcomer:
    """A newcomer whose browser has axe loaded."""
    visitor = visit()
    visitor.page.context.add_init_script(script=Axe().axe_script)
    return Newcomer(visitor)


def nora(*, password: str | None = PASSWORD) -> None:
    """An account with a verified email address."""
    user = get_user_model().objects.create_user("nora", email="nora@example.org", password=password)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def mailed_link() -> str:
    """The link in the mail sent last."""
    (link,) = LINK.findall(mail.outbox[-1].body)
    return str(link)


def shown_code(secret: str) -> str:
    """The code that an app with that key shows now."""
    _, now, _ = yield_hotp_counters_from_time()
    return format_hotp_value(hotp_value(secret, now))


def test_one_signs_up_confirms_an_address_and_chooses_another_password_by_mailed_links(newcomer: Newcomer) -> None:
    newcomer.goes("/accounts/signup/")
    newcomer.types(username="nora", email="nora@example.org", password1="1234")
    newcomer.presses("Sign up")
    newcomer.looks("account_signup")
    newcomer.types(password1=PASSWORD)
    newcomer.presses("Sign up")
    assert newcomer.known()
    confirming = mailed_link()
    newcomer.goes(confirming)
    newcomer.looks("account_confirm_email")
    newcomer.presses("Confirm it")
    newcomer.goes(f"{confirming[:-9]}/")
    newcomer.looks("account_confirm_email")
    newcomer.presses("E-mail addresses")
    newcomer.types(email="nora@example.com")
    newcomer.presses("Add the address")
    newcomer.looks("account_email")
    addresses = EmailAddress.objects.values_list("email", "verified").order_by("email")
    assert list(addresses) == [("nora@example.com", False), ("nora@example.org", True)]

    newcomer.logs_out()
    newcomer.goes("/accounts/password/reset/")
    newcomer.types(email="nora@example.org")
    newcomer.presses("Mail me a link")
    newcomer.looks("account_reset_password_done")
    forgotten = mailed_link()
    newcomer.goes(forgotten)
    newcomer.types(password1=ANOTHER, password2="something else")
    newcomer.presses("Save password")
    newcomer.looks("account_reset_password_from_key")
    newcomer.types(password1=ANOTHER, password2=ANOTHER)
    newcomer.presses("Save password")
    newcomer.looks("account_reset_password_from_key_done")
    newcomer.goes(forgotten)
    newcomer.looks("account_reset_password_from_key")
    newcomer.says_password(ANOTHER)
    assert newcomer.known()
    newcomer.found_well(BY_LINK)


def test_who_never_had_a_password_comes_in_by_a_mailed_code_and_chooses_one(newcomer: Newcomer) -> None:
    nora(password=None)
    newcomer.goes("/accounts/login/")
    newcomer.presses("Mail me a code")
    newcomer.types(email="nora@example.org")
    newcomer.presses("Mail me a code")
    newcomer.types(code="WRONG1")
    newcomer.presses("Log in")
    newcomer.looks("account_confirm_login_code")
    newcomer.types(code=mailed_code())
    newcomer.presses("Log in")
    assert newcomer.known()
    newcomer.goes("/accounts/password/change/")
    newcomer.looks("account_set_password")
    newcomer.types(password1=PASSWORD, password2=PASSWORD)
    newcomer.presses("Save password")
    newcomer.logs_out()
    newcomer.says_password()
    assert newcomer.known()
    newcomer.found_well(BY_CODE)


def test_one_comes_in_by_an_apps_code_a_recovery_code_and_a_passkey(newcomer: Newcomer) -> None:
    nora()
    newcomer.says_password()
    _sets_up_an_app(newcomer)
    secret, codes = _shown_once(newcomer)

    newcomer.logs_out()
    newcomer.says_password()
    newcomer.looks("mfa_authenticate")
    newcomer.types(code="000000")
    newcomer.presses("Log in")
    newcomer.looks("mfa_authenticate")
    newcomer.types(code=shown_code(secret))
    newcomer.presses("Log in")
    assert newcomer.known()

    device = newcomer.page.context.new_cdp_session(newcomer.page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    newcomer.goes("/accounts/2fa/")
    newcomer.presses("Add a passkey")
    newcomer.presses("Use authenticator app or code")
    newcomer.looks("mfa_reauthenticate")
    newcomer.types(code=codes[0])
    newcomer.presses("Continue")
    newcomer.looks("mfa_add_webauthn")
    newcomer.types(name="Thumb")
    newcomer.presses("Add the passkey")
    newcomer.looks("mfa_index")

    newcomer.logs_out()
    newcomer.goes("/accounts/login/")
    newcomer.page.evaluate(CANCELLED)
    newcomer.page.get_by_role("button", name="With a passkey").click()
    newcomer.page.get_by_text("The passkey was not shown").wait_for()
    newcomer.looks("account_login")
    newcomer.goes("/accounts/login/")
    newcomer.presses("With a passkey")
    assert newcomer.known(), "a passkey logs in alone"
    newcomer.logs_out()
    newcomer.says_password()
    newcomer.presses("With a passkey")
    assert newcomer.known(), "a passkey is a second step"

    _gives_them_up(newcomer)
    newcomer.found_well(BY_DEVICE)


def _sets_up_an_app(newcomer: Newcomer) -> None:
    newcomer.goes("/accounts/2fa/")
    newcomer.presses("Set up an app")
    newcomer.types(password="not it")
    newcomer.presses("Continue")
    newcomer.looks("account_reauthenticate")
    newcomer.types(password=PASSWORD)
    newcomer.presses("Continue")
    newcomer.looks("mfa_activate_totp")
    newcomer.types(code="000000")
    newcomer.presses("Set it up")
    newcomer.looks("mfa_activate_totp")


def _shown_once(newcomer: Newcomer) -> tuple[str, list[str]]:
    """The app's key, and the regenerated recovery codes."""
    secret = newcomer.page.locator("#authenticator_secret").inner_text()
    newcomer.types(code=shown_code(secret))
    newcomer.presses("Set it up")
    newcomer.looks("mfa_view_recovery_codes")
    newcomer.presses("Make new codes")
    newcomer.looks("mfa_generate_recovery_codes")
    newcomer.presses("Make new codes")
    return secret, newcomer.page.locator("main li.code").all_inner_texts()


def _gives_them_up(newcomer: Newcomer) -> None:
    """Confirms their identity by passkey, removes the app, then renames and removes the passkey."""
    newcomer.goes("/accounts/2fa/")
    newcomer.presses("Remove the app")
    newcomer.presses("Use a security key")
    newcomer.looks("mfa_reauthenticate_webauthn")
    newcomer.presses("With a passkey")
    newcomer.looks("mfa_deactivate_totp")
    newcomer.presses("Remove the app")
    newcomer.presses("See your passkeys")
    newcomer.looks("mfa_list_webauthn")
    newcomer.presses("Rename Thumb")
    newcomer.looks("mfa_edit_webauthn")
    newcomer.types(name="Index finger")
    newcomer.presses("Save")
    newcomer.presses("Remove Index finger")
    newcomer.looks("mfa_remove_webauthn")
    newcomer.presses("Remove")
    newcomer.looks("mfa_list_webauthn")
    newcomer.logs_out()
    newcomer.says_password()
    assert newcomer.known(), "without a second factor the password is enough"
