"""The client's command line reports errors in one sentence, exits with 1 or 2, and leaves no half-written file."""

from __future__ import annotations

import io
import json
import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from dethmetal_client.__main__ import main
from dethmetal_client.cli_parser import make_parser

from tests.clients.scripted_server import Scripted
from tests.clients.test_client import signed_packet

Said = Callable[..., tuple[int, str, str]]
NOWHERE = "http://127.0.0.1:9"
STANDINGS: dict[str, Any] = {"season": "l/s1", "after": None, "final": False, "standings": []}


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Said:
    """A function that runs the command line in an empty folder: exit status, standard output, standard error."""
    for name in ("DETHMETAL_TOKEN", "DETHMETAL_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def run_command(*words: str, server: str = NOWHERE) -> tuple[int, str, str]:
        try:
            status = main(["--server", server, "--tries", "1", *words])
        except SystemExit as exit_request:
            status = int(exit_request.code or 0)
        output, errors = capsys.readouterr()
        return status, output, errors

    return run_command


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "WHAT"),
        (["sing"], "invalid choice: 'sing'"),
        (["standings", "mine"], "'mine' names no season: name it as LEAGUE/SEASON"),
        (["report", "l/s1"], "'l/s1' names no match: name it as LEAGUE/SEASON/MATCH"),
        (["report", "l/s1/m1"], "give --log, --outcome or --heat"),
        (["report", "l/s1/m1", "--heat", "first"], "'first' names no heat's file: name it as 1=first.json"),
        (["report", "l/s1/m1", "--heat", "x=first.json"], "'x=first.json' names no heat's file"),
        (["report", "l/s1/m1", "--heat", "1=empty.json", "--heat", "1=empty.json"], "The heat 1 is given twice"),
        (["report", "l/s1/m1", "--heat", "1=empty.json", "--log", "empty.json"], "A log covers the whole match"),
        (["report", "l/s1/m1", "--log", "nowhere.log"], "nowhere.log cannot be read (No such file or directory)"),
        (["report", "l/s1/m1", "--log", "."], ". cannot be read (Is a directory)"),
        (["report", "l/s1/m1", "--outcome", "broken.json"], "broken.json is no JSON"),
        (["report", "l/s1/m1", "--outcome", "list.json"], "list.json holds no JSON object"),
        (["report", "l/s1/m1", "--heat", "1=broken.json"], "broken.json is no JSON"),
        (["report", "l/s1/m1", "--outcome", "empty.json", "--packet", "list.json"], "list.json holds no JSON object"),
        (["give", "l/s1", "text.json"], "text.json holds no commands"),
        (["give", "l/s1", "none.json"], "none.json holds no commands"),
        (["try", "l/s1", "mixed.json"], "mixed.json holds 5 in place 2 of its list: write a command there"),
        (["rule", "l/s1/m1", "0"], "'0' is no number"),
        (["appeal", "l/s1/m1"], "--reason"),
        (["answer", "l/s1", "1", "maybe", "--reason", "x"], "invalid choice: 'maybe'"),
        (["fall", "l/s1", "9"], "One of the arguments --round --hash --words --go-on is required"),
        (["fall", "l/s1", "9", "--go-on", "--hash", "00" * 32], "not allowed with argument --go-on"),
        (["fall", "l/s1", "9", "--words", "AB" * 32], "is no hash and no words: give 64 small hex digits"),
        (["fall", "l/s1", "9", "--round", "list.json"], "list.json holds no round of the beacon"),
        (["take-part", "l/s1", "--secret", "list.json"], "list.json holds 3 bytes, which can be guessed"),
        (["play", "nowhere"], "nowhere/league.json cannot be read"),
        (["play", ".", "--season-secret", "abc"], "'abc' is no season secret"),
        (["play", ".", "--token-of", "ethel"], "a token is given as USER=TOKEN"),
        (["--server", "nonsense", "leagues"], "'nonsense' is no server"),
        (["--token", "dm_a b", "leagues"], "that is not a token"),
        (["--timeout", "0", "leagues"], "'0' is no time"),
        (["rule", "l/s1/m1", "1", "--key", "x" * 121], "a key is 1 to 120"),
    ],
)
def test_words_that_are_no_good_end_with_2_and_one_sentence_and_nothing_is_asked(
    said: Said, tmp_path: Path, words: list[str], says: str
) -> None:
    for name, text in (
        ("broken", "{"),
        ("list", "[1]"),
        ("empty", "{}"),
        ("text", '"hello"'),
        ("none", "[]"),
        ("mixed", '[{"type": "end_round"}, 5]'),
    ):
        (tmp_path / f"{name}.json").write_text(text)
    before = sorted(tmp_path.iterdir())
    status, output, errors = said(*words)
    assert (status, output) == (2, "")
    assert says in errors
    assert errors.count("\n") == 1
    assert "Traceback" not in errors
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ((200, b"<html>"), "what is no JSON (<html>)"),
        ((200, {"season": "l/s1"}), "without after, final, standings"),
        ((200, [1]), "no Standings"),
        ((302, None, {"Location": "https://there/"}), "sends on to https://there/"),
        ((500, b"oh no"), "500: The server gave no reason (oh no): ask the same again later."),
        ("gone", "broke off"),
    ],
)
def test_an_answer_that_is_none_ends_with_1_and_one_sentence(
    said: Said, scripted: Callable[..., Scripted], answer: Any, says: str
) -> None:
    status, output, errors = said("standings", "l/s1", server=scripted(answer).url)
    assert (status, output) == (1, "")
    assert says in errors
    assert errors.count("\n") == 1


def test_a_server_that_is_not_there_or_speaks_no_tls_ends_with_1_and_says_what_to_do(
    said: Said, scripted: Callable[..., Scripted]
) -> None:
    status, output, errors = said("leagues")
    assert (status, output, errors.count("\n")) == (1, "", 1)
    assert errors.startswith(f"{NOWHERE} is not reached (")
    assert "Connection refused): see whether it runs there" in errors
    url = scripted().url.replace("http", "https")
    status, _, errors = said("leagues", server=url)
    assert (status, errors.count("\n")) == (1, 1)
    assert "speaks no TLS" in errors


@pytest.fixture
def self_signed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a TLS server with a self-signed certificate."""
    folder = tmp_path_factory.mktemp("tls")
    private, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "x")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(
        issuer_name=name,
        subject_name=name,
        public_key=private.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=now,
        not_valid_after=now + timedelta(days=1),
    )
    signed = builder.sign(private, hashes.SHA256())
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    key.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    certificate.write_bytes(signed.public_bytes(Encoding.PEM))
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"https://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_certificate_nobody_vouches_for_is_said_to_be_no_good_and_is_tried_once(
    said: Said, self_signed: str
) -> None:
    status, _, errors = said("--tries", "8", "leagues", server=self_signed)
    assert (status, errors.count("\n")) == (1, 1)
    assert "is no good (self-signed certificate)" in errors


def test_a_server_that_does_not_answer_in_time_ends_with_1(said: Said) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        status, _, errors = said("--timeout", "0.2", "leagues", server=url)
    assert (status, errors) == (1, f"{url} did not answer in time (timed out): ask the same again later.\n")


def test_a_refusal_ends_with_1_and_tells_each_part_that_is_at_fault(
    said: Said, scripted: Callable[..., Scripted]
) -> None:
    problem = {
        "type": "/api/v1/problems/field-missing",
        "detail": "No.",
        "errors": [{"pointer": "/reason", "detail": "Say why."}],
    }
    status, _, errors = said("appeal", "l/s1/m1", "--reason", " ", server=scripted((422, problem)).url)
    assert (status, errors) == (1, "422 field-missing: No.\n    /reason: Say why.\n")


def test_a_sentence_that_a_refusal_has_told_is_not_told_again_of_its_part(
    said: Said, scripted: Callable[..., Scripted], tmp_path: Path
) -> None:
    (tmp_path / "sing.json").write_text('{"type": "sing"}')
    problem = {
        "type": "/api/v1/problems/not-one-of",
        "detail": "There is no such command.",
        "errors": [
            {"pointer": "/commands/0/type", "detail": "There is no such command."},
            {"pointer": "/reason", "detail": "Say why."},
        ],
    }
    trial = {"facts": [], "throws": [], "refusal": problem["detail"], "problem": problem, "opens_seal": False}
    server = scripted((422, problem), (200, trial))
    _, _, errors = said("give", "l/s1", "sing.json", server=server.url)
    assert errors == "422 not-one-of: There is no such command.\n    /commands/0/type\n    /reason: Say why.\n"
    _, output, _ = said("try", "l/s1", "sing.json", server=server.url)
    assert output == "It would be refused: There is no such command.\n    /commands/0/type\n    /reason: Say why.\n"


def test_a_trial_prints_its_prices_its_dice_and_their_odds(
    said: Said, scripted: Callable[..., Scripted], tmp_path: Path
) -> None:
    (tmp_path / "party.json").write_text('{"type": "throw_party", "franchise": "razors", "spend_k": 80}')
    of_razors = {"franchise": "razors", "rule": "DM-C-070"}
    odds = [{"on": "1–2", "result": "no sponsor", "ways": 2, "of": 6}]
    table = {"book": "campaign", "rule": "DM-C-070", "title": "Sponsor party", "odds": odds}
    trial = {
        "facts": [],
        "prices": [
            {**of_razors, "kind": "party_thrown", "amount": -80000, "least": -80000, "most": -80000},
            {**of_razors, "kind": "holding_cashed", "amount": None, "least": 40000, "most": 240000},
        ],
        "throws": [
            {"dice": "1d6", "why": "sponsor party", "always": True, "times": 1, "more": False, "table": table},
            {"dice": "2d6", "why": "sponsor attracted", "always": False, "times": 2, "more": True, "table": None},
        ],
        "refusal": "",
        "may_be_refused": "No sponsor waits.",
        "opens_seal": False,
    }
    _, output, _ = said("try", "l/s1", "party.json", server=scripted((200, trial)).url)
    assert output.splitlines() == [
        "razors -80000: party thrown, DM-C-070",
        "razors +40000 to +240000, by the dice: holding cashed, DM-C-070",
        "1d6 would be thrown: sponsor party",
        "    1–2: no sponsor, 2 in 6",
        "2 times 2d6 or more may be thrown: sponsor attracted",
        "With some dice it would be refused: No sponsor waits.",
    ]


def test_a_packet_is_kept_whole_or_not_at_all(said: Said, scripted: Callable[..., Scripted], tmp_path: Path) -> None:
    answer, keys = signed_packet()
    server = scripted((200, answer), (200, keys), (200, answer), (200, keys))
    status, output, _ = said("packet", "l/s1/m1", "--ruleset", "dethmatch", "--into", "m1.json", server=server.url)
    assert (status, output) == (0, f"packet {answer['digest']}, signed by k1\nkept in m1.json\n")
    assert json.loads((tmp_path / "m1.json").read_bytes()) == answer
    assert server.asked[0][0].endswith("/matches/m1/packet?ruleset=dethmatch")
    status, _, errors = said("packet", "l/s1/m1", "--into", "nowhere/m1.json", server=server.url)
    assert status == 2
    assert "nowhere/m1.json cannot be written" in errors
    assert [path.name for path in tmp_path.iterdir()] == ["m1.json"]


def test_a_packet_of_another_match_is_reported_for_none(
    said: Said, scripted: Callable[..., Scripted], tmp_path: Path
) -> None:
    answer, keys = signed_packet()
    (tmp_path / "m1.json").write_text(json.dumps(answer))
    (tmp_path / "came.json").write_text("{}")
    words = ("report", "l/s1/m2", "--packet", "m1.json", "--outcome", "came.json")
    server = scripted((200, keys))
    status, _, errors = said(*words, server=server.url)
    assert status == 1
    assert "The packet is of m1 in l/s1, and not of m2 in l/s1" in errors
    assert len(server.asked) == 1


def test_the_same_words_are_one_request_and_a_key_of_ones_own_makes_another(
    said: Said, scripted: Callable[..., Scripted], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hire.json").write_text('{"type": "hire_rookie"}')
    answer = (201, {"entries": [], "length": 3, "waits": ""})
    server = scripted(answer, answer, answer, answer)
    said("give", "l/s1", "hire.json", server=server.url)
    said("give", "l/s1", "hire.json", server=server.url)
    said("give", "l/s1", "hire.json", "--key", "once more", server=server.url)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"type": "hire_rookie"}')))
    assert said("give", "l/s1", "-", server=server.url)[0] == 0
    keys = [headers["idempotency-key"] for _, headers, _ in server.asked]
    assert keys[0] == keys[1] == keys[3] != keys[2] == '"once more"'


COMMANDS = re.findall(r"^    ([a-z-]+)(?= )", make_parser().format_help(), re.MULTILINE)


def test_the_help_lists_the_commands() -> None:
    assert {"packet", "report", "reports", "give", "try", "play"} < set(COMMANDS)


@pytest.mark.parametrize("what", COMMANDS)
def test_every_command_has_its_help_and_stands_in_the_readme(said: Said, what: str) -> None:
    status, output, _ = said(what, "--help")
    assert status == 0
    assert f"dethmetal {what}" in output
    readme = Path(__file__).parents[2] / "clients" / "python" / "README.md"
    assert f"| `{what}" in readme.read_text(encoding="utf-8")


def test_what_is_read_prints_a_line_each(said: Said, scripted: Callable[..., Scripted]) -> None:
    league = {"id": "l", "name": "L", "public": True, "season": "s1", "step": "M"}
    server = scripted((200, {"leagues": [league]}), (200, STANDINGS), (200, {"season": "l/s1", "matches": []}))
    assert said("leagues", server=server.url)[1].split() == ["l", "L,", "s1", "at", "M"]
    assert said("standings", "l/s1", "--after", "2", server=server.url)[:2] == (0, "")
    assert said("matches", "l/s1", server=server.url)[:2] == (0, "")
    assert server.asked[1][0].endswith("/standings?after=2")
