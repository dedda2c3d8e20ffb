"""A person whose browser runs no scripts: they read a page, follow links, fill in what is shown, press buttons.

They can do only what the HTML of the page before them offers. What is not there, is hidden or is locked they cannot
press, and a button that would need a script they call dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from django.test import Client

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
UNSEEN = frozenset(("option", "script", "style", "template", "title"))
CONTROLS = ("input", "select", "textarea", "button")
FOCUSED = ("input", "select", "textarea", "div", "p", "section")
PRESSED = ("submit", "image")
TICKED = ("checkbox", "radio")
UNSENT = ("button", "reset", "file")
UNTYPED = (*PRESSED, *TICKED, *UNSENT, "hidden")
MAY_BE_LEFT = " if you like"
SET_ASIDE = frozenset(("navbar-toggler", "theme-switch", "copy", "tip"))
"""Classes of buttons that the theme hides without scripts, and of words that then tell why by their style alone."""


class NotThere(AssertionError):
    """The page does not offer it."""


class Dead(AssertionError):
    """The page shows what does nothing without a script."""


@dataclass(eq=False)
class Node:
    """An element of a page, with what is inside it."""

    tag: str
    said: dict[str, str]
    around: Node | None = None
    inside: list[Node | str] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator[Node]:
        """Every element in it of those tags, in the order of the page."""
        for each in self.inside:
            if isinstance(each, Node):
                if each.tag in tags:
                    yield each
                yield from each.all(*tags)

    def up(self) -> Iterator[Node]:
        """It, and everything around it from the nearest."""
        at: Node | None = self
        while at is not None:
            yield at
            at = at.around

    @cached_property
    def text(self) -> str:
        """Its words in one line."""
        return " ".join("".join(self._words()).split())

    def _words(self) -> Iterator[str]:
        for each in self.inside:
            if isinstance(each, str):
                yield each
            elif each.tag not in UNSEEN and "hidden" not in each.said:
                yield from each._words()
                yield "" if each.tag in ("a", "abbr", "b", "code", "em", "span", "strong", "svg", "use") else " "

    @property
    def kind(self) -> str:
        """What a control is: the type of an input or a button, else its tag."""
        return self.said.get("type", {"input": "text", "button": "submit"}.get(self.tag, self.tag))

    @property
    def usable(self) -> bool:
        """Whether a person without scripts sees it and may use it."""
        return not any(
            node.said.keys() & {"hidden", "disabled", "inert"}
            or node.said.get("aria-hidden") == "true"
            or node.tag == "template"
            or (node.tag == "dialog" and "open" not in node.said)
            for node in self.up()
        )

    @property
    def value(self) -> list[str]:
        """What a control sends as it stands."""
        if self.tag == "select":
            options = [node for node in self.all("option") if "disabled" not in node.said]
            chosen = [option for option in options if "selected" in option.said]
            chosen = chosen if "multiple" in self.said else (chosen[-1:] or options[:1])
            return [node.said.get("value", node.text) for node in chosen]
        if self.kind in TICKED:
            return [self.said.get("value", "on")] if "checked" in self.said else []
        if self.tag == "textarea":
            return ["".join(each for each in self.inside if isinstance(each, str)).removeprefix("\n")]
        return [self.said.get("value", "")]


class _Reader(HTMLParser):
    """Builds the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Node("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Node(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.inside.append(made)
        if tag not in VOID:
            self.at = made

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.at.inside.append(Node(tag, {name: value or "" for name, value in attrs}, self.at))

    def handle_endtag(self, tag: str) -> None:
        closed = next((node for node in self.at.up() if node.tag == tag), None)
        if closed is not None and closed.around is not None:
            self.at = closed.around

    def handle_data(self, data: str) -> None:
        self.at.inside.append(data)


class Page:
    """A page as it was answered: what stands on it, and what a person can do there."""

    def __init__(self, html: str, *, address: str = "/", status: int = 200) -> None:
        reader = _Reader()
        reader.feed(html)
        reader.close()
        self.root, self.address, self.status = reader.root, address, status

    @property
    def text(self) -> str:
        """All its words in one line."""
        return self.root.text

    @property
    def main(self) -> Node:
        """The page without its frame, where it has one."""
        return next(self.root.all("main"), self.root)

    @property
    def focus(self) -> str:
        """What has the focus when the page is shown: a control by its name, else the words of the element."""
        found = [node for node in self.root.all(*FOCUSED) if "autofocus" in node.said]
        return (self.name(found[0]) or found[0].text) if found else ""

    def controls(self, form: Node | None = None) -> list[Node]:
        """Every control, or those that a form sends."""
        found = self.root.all(*CONTROLS)
        return [node for node in found if form is None or self.form_of(node) is form]

    def form_of(self, control: Node) -> Node | None:
        """The form a control belongs to."""
        if id := control.said.get("form"):
            return next((node for node in self.root.all("form") if node.said.get("id") == id), None)
        return next((node for node in control.up() if node.tag == "form"), None)

    def name(self, control: Node) -> str:
        """What a control is called, to eyes and to a screen reader alike."""
        if told := control.said.get("aria-label"):
            return told
        if control.tag in ("a", "button", "option"):
            return control.text
        around = next((node.text for node in control.up() if node.tag == "label"), "")
        return self._labels.get(control.said.get("id", ""), around).removesuffix(MAY_BE_LEFT)

    def find(self, found: Iterable[Node], name: str, *, near: str = "") -> Node:
        """The one of those that is called so, or whose name begins so; of several the nearest to some words.

        Raises `NotThere`.
        """
        there = [(self.name(node), node) for node in found if node.usable]
        named = [node for called, node in there if called == name]
        named = named or [node for called, node in there if called.startswith(name)]
        if near and named:
            far = {node: _distance(node, near) for node in named}
            named = [node for node in named if far[node] == min(far.values())]
        if len(named) != 1:
            shown = ", ".join(sorted({called for called, _ in there if called}))
            raise NotThere(
                f"{len(named) or 'Nothing'} called {name!r} {near and f'near {near!r} '}at {self.address}: {shown}"
            )
        return named[0]

    def sent(self, form: Node, button: Node) -> list[tuple[str, str]]:
        """What a form sends by that button. Raises `NotThere` where a browser would hold it back."""
        pairs = []
        for control in self.controls(form):
            name = control.said.get("name")
            pressed = control.kind in (*PRESSED, *UNSENT)
            if not name or "disabled" in control.said or (pressed and control is not button):
                continue
            if "novalidate" not in form.said and "required" in control.said and not any(control.value):
                raise NotThere(f"{self.name(control)!r} has to be filled in at {self.address}")
            pairs += [(name, value) for value in control.value]
        return pairs

    def asked(self) -> set[str]:
        """The names of all fields that its posted forms show or carry along, and that can be sent."""
        posted = [node for node in self.root.all("form") if node.said.get("method", "").lower() == "post"]
        shown = [control for form in posted for control in self.controls(form) if control.usable]
        return {node.said["name"] for node in shown if "name" in node.said}

    def dead(self) -> list[str]:
        """What the page shows and no press moves without a script."""
        buttons = [node for node in self.root.all("button") if node.usable and not _is_set_aside(node)]
        links = [node for node in self.root.all("a") if node.said.get("href", "#") in ("", "#") and node.usable]
        found = [button for button in buttons if button.kind not in PRESSED or self.form_of(button) is None] + links
        for form in self.root.all("form"):
            shown = [control for control in self.controls(form) if control.usable and control.kind != "hidden"]
            found += [form] if shown and not any(node.kind in PRESSED for node in shown) else []
        return [f"{node.tag} {self.name(node)[:60]!r}" for node in found]

    @cached_property
    def _labels(self) -> dict[str, str]:
        return {node.said["for"]: node.text for node in self.root.all("label") if "for" in node.said}


def _is_set_aside(button: Node) -> bool:
    return not SET_ASIDE.isdisjoint(button.said.get("class", "").split())


def _distance(node: Node, words: str) -> int:
    """How far one must go up from an element to come to one in which those words stand."""
    return next((far for far, each in enumerate(node.up()) if words in each.text), 1000)


@dataclass
class Person:
    """Somebody with such a browser, who looks at every page they come to."""

    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))
    page: Page = field(default_factory=lambda: Page(""))
    given: list[str] = field(default_factory=list)
    """The addresses to which they have sent a form."""

    @property
    def focus(self) -> str:
        """What has the focus on the page before them."""
        return self.page.focus

    def goes(self, address: str, *, status: int = 200) -> None:
        """Opens an address that they were sent, or have kept."""
        self._shown(self.client.get(address, follow=True), status=status)

    def follows(self, name: str, *, near: str = "") -> None:
        """Follows the link that is called so."""
        links = [node for node in self.page.root.all("a") if "href" in node.said and node.usable]
        there = {(self.page.name(node), node.said["href"]): node for node in links}
        link = self.page.find(there.values(), name, near=near)
        self.goes(urljoin(self.page.address, link.said["href"]))

    def types(self, label: str, text: str, *, near: str = "") -> None:
        """Fills in a field."""
        typed = [node for node in self.page.controls() if node.tag != "select" and node.kind not in UNTYPED]
        control = self.page.find(typed, label, near=near)
        if len(text) > int(control.said.get("maxlength", len(text))) or "readonly" in control.said:
            raise NotThere(f"{label!r} does not take {text[:40]!r}")
        if control.tag == "textarea":
            control.inside = [text]
        else:
            control.said["value"] = text

    def chooses(self, label: str, option: str, *, near: str = "") -> None:
        """Chooses from a list."""
        select = self.page.find(
            (control for control in self.page.controls() if control.tag == "select"), label, near=near
        )
        chosen = self.page.find(select.all("option"), option)
        for node in select.all("option"):
            node.said.pop("selected", None)
        chosen.said["selected"] = ""

    def ticks(self, label: str, *, near: str = "", off: bool = False) -> None:
        """Ticks a box, or one of several of which only one can be chosen; or unticks it."""
        box = self.page.find(
            (control for control in self.page.controls() if control.kind in TICKED), label, near=near
        )
        if box.kind == "radio":
            for control in self.page.controls(self.page.form_of(box)):
                if control.said.get("name") == box.said["name"]:
                    control.said.pop("checked", None)
        box.said.pop("checked", None)
        if not off:
            box.said["checked"] = ""

    def presses(self, name: str, *, near: str = "", status: int = 200) -> None:
        """Presses the button that is called so, and looks at what comes of it."""
        buttons = (
            control for control in self.page.controls() if control.kind in PRESSED and self.page.form_of(control)
        )
        button = self.page.find(buttons, name, near=near)
        form = self.page.form_of(button)
        assert form is not None
        sent = urlencode(self.page.sent(form, button))
        action = button.said.get("formaction") or form.said.get("action") or self.page.address
        address = urljoin(self.page.address, action).partition("#")[0]
        if form.said.get("method", "get").lower() == "get":
            self.goes(f"{address.partition('?')[0]}?{sent}", status=status)
            return
        self.given.append(urlsplit(address).path)
        kind = "application/x-www-form-urlencoded"
        self._shown(self.client.post(address, sent, content_type=kind, follow=True), status=status)

    def reads(self, label: str) -> str:
        """What stands in a field."""
        return self.page.find(self.page.controls(), label).value[0]

    def offers(self, name: str) -> bool:
        """Whether the page has a button or a link that is called so."""
        return any(
            self.page.name(node).startswith(name) and node.usable for node in self.page.root.all("a", "button")
        )

    def _shown(self, answer: Any, *, status: int) -> None:
        asked = answer.request
        address = asked["PATH_INFO"] + (f"?{asked['QUERY_STRING']}" if asked["QUERY_STRING"] else "")
        self.page = Page(answer.content.decode(), address=address, status=answer.status_code)
        assert self.page.status == status, f"{self.page.status} at {address}: {self.page.main.text[:600]}"
        assert len(list(self.page.root.all("h1"))) == 1, f"one heading at {address}"
        if dead := self.page.dead():
            raise Dead(f"{address}: {', '.join(dead)}")
        if status in (409, 422):
            assert self.page.focus, f"nothing wrong has the focus at {address}"
