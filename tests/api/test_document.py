"""The OpenAPI document covers every operation, is valid, and its examples fit its schemas."""

from __future__ import annotations

import re
from typing import Any

import jsonschema
import pytest
from django.urls import get_resolver

from api.documentation.views import openapi_document
from tests.api.api_callers import Program
from tests.guards.findings import report

pytestmark = pytest.mark.django_db


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation of the document, with its path and method."""
    return [
        (path, method, operation)
        for path, methods in openapi_document()["paths"].items()
        for method, operation in methods.items()
        if method in ("get", "post", "put", "patch", "delete")
    ]


def test_it_is_served_as_it_is_made() -> None:
    answer = Program().get("/openapi.json")
    assert answer.status_code == 200
    assert answer.json()["openapi"].startswith("3.1")
    assert answer.json()["paths"].keys() == openapi_document()["paths"].keys()


def test_every_address_but_its_own_is_in_it() -> None:
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str) and name.startswith("api_")}
    resolver = get_resolver().reverse_dict
    documented = {re.sub(r"{\w+}", "{}", path.removeprefix("/api/v1")) for path, _, _ in operations()}
    addresses = {name: re.sub(r"%\(\w+\)s", "{}", f"/{resolver.getlist(name)[0][0][0][0]}") for name in names}
    says = "The address {1} ({0}) is in no operation of the document: give its view a schema in api/openapi.py."
    missing = [
        (name, address)
        for name, address in sorted(addresses.items())
        if name not in {"api_openapi", "api_nothing"} and address.removeprefix("/api/v1") not in documented
    ]
    report((says.format(*address) for address in missing), seen=names, of="addresses of the API")
    assert len({path for path, _, _ in operations()}) == len(names - {"api_openapi", "api_nothing"})


@pytest.mark.parametrize(("path", "method", "told"), operations())
def test_an_operation_is_told_with_examples_that_hold_to_its_shapes(
    path: str, method: str, told: dict[str, Any]
) -> None:
    document = openapi_document()
    assert told["summary"]
    assert told["operationId"]
    checked = 0
    for status, answer in told["responses"].items():
        for kind, content in answer["content"].items():
            assert kind == ("application/json" if int(status) < 400 else "application/problem+json")
            for example in content.get("examples", {}).values():
                _hold(example["value"], content["schema"], document)
                checked += 1
    for content in told.get("requestBody", {}).get("content", {}).values():
        (example,) = content["examples"].values()
        _hold(example["value"], content["schema"], document)
        checked += 1
    assert checked, f"{method} {path} has no example"


def test_no_component_is_called_by_the_module_that_it_is_written_in() -> None:
    shapes = openapi_document()["components"]["schemas"]
    assert len(shapes) > 100
    dotted = [name for name in shapes if "." in name]
    assert dotted == [], f"two shapes have the same name: give each of {dotted} one of its own in its schemas.py"


def test_a_body_is_asked_for_wherever_a_field_of_it_is() -> None:
    document = openapi_document()
    bodies = [(path, operation["requestBody"]) for path, _, operation in operations() if "requestBody" in operation]
    assert len(bodies) > 10
    for path, body in bodies:
        name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        assert body["required"] is bool(document["components"]["schemas"][name].get("required")), path
    assert not next(body for path, body in bodies if path.endswith("/sandboxes"))["required"]
    assert next(body for path, body in bodies if path.endswith("/commands"))["required"]


def test_no_request_has_a_field_beside_those_that_are_named() -> None:
    shapes = openapi_document()["components"]["schemas"]
    requests = [name for name in shapes if name.endswith("In")]
    assert len(requests) > 10
    nested = ("Report", "TeamReport", "DriverReport", "CarReport", "Substitute", "Source")
    assert [name for name in (*requests, *nested) if shapes[name]["additionalProperties"] is not False] == []
    command = {"type": "hire_rookie"}
    for body, valid in (({"commands": [command]}, True), ({"commands": [command], "more": 1}, False)):
        assert _holds(body, "CommandsIn") is valid


@pytest.mark.parametrize(
    ("shape", "sent"),
    [
        ("AnswerIn", {"answer": "perhaps", "reason": "No."}),
        ("MemberIn", {"user": "a", "role": "commissioner"}),
        ("WebhookIn", {"name": "a", "address": "https://8.8.8.8/", "shape": "slack"}),
        ("CommandsIn", {"commands": [{"type": "explode"}]}),
        ("CommandsIn", {"commands": [{"type": "close_round"}]}),
        ("CommandsIn", {"commands": []}),
        ("AmendIn", {"corrections": {"2": [{"type": "explode"}]}}),
    ],
)
def test_a_value_that_is_none_of_a_list_does_not_hold_to_its_shape(shape: str, sent: dict[str, Any]) -> None:
    assert not _holds(sent, shape)


def _holds(value: Any, shape: str) -> bool:
    try:
        _hold(value, {"$ref": f"#/components/schemas/{shape}"}, openapi_document())
    except jsonschema.ValidationError:
        return False
    return True


def _hold(value: Any, schema: dict[str, Any], document: dict[str, Any]) -> None:
    jsonschema.validate(value, {**schema, "components": document["components"]})
