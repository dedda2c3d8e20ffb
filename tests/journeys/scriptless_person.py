"""A person whose browser runs no scripts: they read a page, follow links, fill in fields and press buttons.

They can only do what the HTML of the current page offers. They cannot press what is missing, hidden or disabled, and
a button that would need a script counts as dead.
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
MAY_BE_LEFT = " optional"
SET_ASIDE = frozenset(("navbar-toggler", "theme-switch", "copy", "tip"))
"""Classes of buttons that the theme hides without scripts, and of text that then shows its explanation by CSS."""


class NotThere(AssertionError):
    """The page does not offer it."""


class Dead(AssertionError):
    """The page shows something that does nothing without a script."""


@dataclass(eq=False)
class Node:
    """An element of a page, with its content."""

    tag: str
    said: dict[str, str]
    around: Node | None = None
    inside: list[Node | str] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator[Node]:
        """Every descendant element with one of those tags, in document order."""
        for child in self.inside:
            if isinstance(child, Node):
                if child.tag in tags:
                    yield child
                yield from child.all(*tags)

    def up(self) -> Iterator[Node]:
        """The element itself and its ancestors, nearest first."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.around

    @cached_property
    def text(self) -> str:
        """The element's text on one line."""
        return " ".join("".join(self._words()).split())

    def _words(self) -> Iterator[str]:
        for child in self.inside:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNSEEN and "hidden" not in child.said:
                yield from child._words()
                yield "" if child.tag in ("a", "abbr", "b", "code", "em", "span", "strong", "svg", "use") else " "

    @property
    def kind(self) -> str:
        """The type of an input or button, else the tag."""
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
        """The values that a control currently sends."""
        if self.tag == "select":
            options = [node for node in self.all("option") if "disabled" not in node.said]
            chosen = [option for option in options if "selected" in option.said]
            chosen = chosen if "multiple" in self.said else (chosen[-1:] or options[:1])
            return [node.said.get("value", node.text) for node in chosen]
        if self.kind in TICKED:
            return [self.said.get("value", "on")] if "checked" in self.said else []
        if self.tag == "textarea":
            return ["".join(child for child in self.inside if isinstance(child, str)).removeprefix("\n")]
        return [self.said.get("value", "")]


class _Reader(HTMLParser):
    """Builds the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Node("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.inside.append(node)
        if tag not in VOID:
            self.at = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.at.inside.append(Node(tag, {name: value or "" for name, value in attrs}, self.at))

    def handle_endtag(self, tag: str) -> None:
        closed = next((node for node in self.at.up() if node.tag == tag), None)
        if closed is not None and closed.around is not None:
            self.at = closed.around

    def handle_data(self, data: str) -> None:
        self.at.inside.append(data)


class Page:
    """An HTML response: what it contains, and what a person can do there."""

    def __init__(self, html: str, *, address: str = "/", status: int = 200) -> None:
        reader = _Reader()
        reader.feed(html)
        reader.close()
        self.root, self.address, self.status = reader.root, address, status

    @property
    def text(self) -> str:
        """The page's text on one line."""
        return self.root.text

    @property
    def main(self) -> Node:
        """The page's `main` element, or the whole page if it has none."""
        return next(self.root.all("main"), self.root)

    @property
    def focus(self) -> str:
        """What has the focus when the page is shown: the name of a control, or else the element's text."""
        focused = [node for node in self.root.all(*FOCUSED) if "autofocus" in node.said]
        return (self.name(focused[0]) or focused[0].text) if focused else ""

    def controls(self, form: Node | None = None) -> list[Node]:
        """Every control, or those that a form sends."""
        controls = self.root.all(*CONTROLS)
        return [node for node in controls if form is None or self.form_of(node) is form]

    def form_of(self, control: Node) -> Node | None:
        """The form that a control belongs to."""
        if id := control.said.get("form"):
            return next((node for node in self.root.all("form") if node.said.get("id") == id), None)
        return next((node for node in control.up() if node.tag == "form"), None)

    def name(self, control: Node) -> str:
        """The name of a control, both visible and for screen readers."""
        if aria_label := control.said.get("aria-label"):
            return aria_label
        if control.tag in ("a", "button", "option"):
            return control.text
        around = next((node.text for node in control.up() if node.tag == "label"), "")
        return self._labels.get(control.said.get("id", ""), around).removesuffix(MAY_BE_LEFT)

    def find(self, candidates: Iterable[Node], name: str, *, near: str = "") -> Node:
        """The element with that name or whose name starts with it; of several, the nearest to the text `near`.

        Raises `NotThere` unless there is exactly one.
        """
        usable = [(self.name(element), element) for element in candidates if element.usable]
        named = [element for called, element in usable if called == name]
        named = named or [element for called, element in usable if called.startswith(name)]
        if near and named:
            far = {element: _distance(element, near) for element in named}
            named = [element for element in named if far[element] == min(far.values())]
        if len(named) != 1:
            names = ", ".join(sorted({called for called, _ in usable if called}))
            raise NotThere(
                f"{len(named) or 'Nothing'} called {name!r} {near and f'near {near!r} '}at {self.address}: {names}"
            )
        return named[0]

    def sent(self, form: Node, button: Node) -> list[tuple[str, str]]:
        """What a form sends when that button is pressed.

        Raises `NotThere` where a browser would refuse to submit it.
        """
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
        """The names of all fields that the page's posted forms show or carry, and that can be sent."""
        posted = [node for node in self.root.all("form") if node.said.get("method", "").lower() == "post"]
        controls = [control for form in posted for control in self.controls(form) if control.usable]
        return {node.said["name"] for node in controls if "name" in node.said}

    def dead(self) -> list[str]:
        """What the page shows that does nothing without a script."""
        buttons = [node for node in self.root.all("button") if node.usable and not _is_set_aside(node)]
        links = [node for node in self.root.all("a") if node.said.get("href", "#") in ("", "#") and node.usable]
        elements = [
            button for button in buttons if button.kind not in PRESSED or self.form_of(button) is None
        ] + links
        for form in self.root.all("form"):
            controls = [control for control in self.controls(form) if control.usable and control.kind != "hidden"]
            elements += [form] if controls and not any(node.kind in PRESSED for node in controls) else []
        return [f"{node.tag} {self.name(node)[:60]!r}" for node in elements]

    @cached_property
    def _labels(self) -> dict[str, str]:
        return {node.said["for"]: node.text for node in self.root.all("label") if "for" in node.said}


def _is_set_aside(button: Node) -> bool:
    return not SET_ASIDE.isdisjoint(button.said.get("class", "").split())


def _distance(node: Node, words: str) -> int:
    """How many levels above an element the nearest ancestor with that text is; 1000 if there is none."""
    return next((far for far, ancestor in enumerate(node.up()) if words in ancestor.text), 1000)


@dataclass
class Person:
    """Somebody with such a browser, who checks every page they open."""

    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))
    page: Page = field(default_factory=lambda: Page(""))
    given: list[str] = field(default_factory=list)
    """The paths to which they have submitted a form."""

    @property
    def focus(self) -> str:
        """What has the focus on the current page."""
        return self.page.focus

    def goes(self, address: str, *, status: int = 200) -> None:
        """Opens an address that they were sent or had saved."""
        self._shown(self.client.get(address, follow=True), status=status)

    def follows(self, name: str, *, near: str = "") -> None:
        """Follows the link with that name."""
        links = [node for node in self.page.root.all("a") if "href" in node.said and node.usable]
        links_by_target = {(self.page.name(node), node.said["href"]): node for node in links}
        link = self.page.find(links_by_target.values(), name, near=near)
        self.goes(urljoin(self.page.address, link.said["href"]))

    def types(self, label: str, text: str, *, near: str = "") -> None:
        """Fills in a field."""
        fields = [node for node in self.page.controls() if node.tag != "select" and node.kind not in UNTYPED]
        control = self.page.find(fields, label, near=near)
        if len(text) > int(control.said.get("maxlength", len(text))) or "readonly" in control.said:
            raise NotThere(f"{label!r} does not take {text[:40]!r}")
        if control.tag == "textarea":
            control.inside = [text]
        else:
            control.said["value"] = text

    def chooses(self, label: str, option: str, *, near: str = "") -> None:
        """Selects an option of a list."""
        select = self.page.find(
            (control for control in self.page.controls() if control.tag == "select"), label, near=near
        )
        chosen = self.page.find(select.all("option"), option)
        for node in select.all("option"):
            node.said.pop("selected", None)
        chosen.said["selected"] = ""

    def ticks(self, label: str, *, near: str = "", off: bool = False) -> None:
        """Ticks a box or a radio button, or unticks a box."""
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
        """Presses the button with that name, and checks the page it leads to."""
        buttons = (
            control for control in self.page.controls() if control.kind in PRESSED and self.page.form_of(control)
        )
        button = self.page.find(buttons, name, near=near)
        form = self.page.form_of(button)
        assert form is not None
        payload = urlencode(self.page.sent(form, button))
        action = button.said.get("formaction") or form.said.get("action") or self.page.address
        address = urljoin(self.page.address, action).partition("#")[0]
        if form.said.get("method", "get").lower() == "get":
            self.goes(f"{address.partition('?')[0]}?{payload}", status=status)
            return
        self.given.append(urlsplit(address).path)
        kind = "application/x-www-form-urlencoded"
        self._shown(self.client.post(address, payload, content_type=kind, follow=True), status=status)

    def reads(self, label: str) -> str:
        """The value of a field."""
        return self.page.find(self.page.controls(), label).value[0]

    def offers(self, name: str) -> bool:
        """Whether the page has a button or link with that name."""
        return any(
            self.page.name(node).startswith(name) and node.usable for node in self.page.root.all("a", "button")
        )

    def _shown(self, answer: Any, *, status: int) -> None:
        request = answer.request
        address = request["PATH_INFO"] + (f"?{request['QUERY_STRING']}" if request["QUERY_STRING"] else "")
        self.page = Page(answer.content.decode(), address=address, status=answer.status_code)
        assert self.page.status == status, f"{self.page.status} at {address}: {self.page.main.text[:600]}"
        assert len(list(self.page.root.all("h1"))) == 1, f"one heading at {address}"
        if dead := self.page.dead():
            raise Dead(f"{address}: {', '.join(dead)}")
        if status in (409, 422):
            assert self.page.focus, f"nothing wrong has the focus at {address}"
