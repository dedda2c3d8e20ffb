"""`python -m tools.reference_server`: a server for testing a client, with a match that waits for a report.

It is the site itself, on a temporary database. It prints one line of JSON with everything a client needs: its
address, an empty league with its commissioner's token, and a league whose match `m1` is locked, with the owners'
tokens. For every report that is posted it prints a line with its grade of evidence, or why it was refused.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any

FIXTURE_LEAGUE, EMPTY_LEAGUE, LOCK_BATCH = "fixture", "conformance", "m1.lock"
"""The league with a locked match, the empty league, and the batch of the example after which the first one stops."""
FIRST_LAPS = Path(__file__).parents[1] / "examples" / "first-laps"
SECRET = "00ff"  # noqa: S105 - the fixture's dice are nobody's secret
HOST, THREADS, LAST_PORT = "127.0.0.1", 8, 65535
INTERRUPTED_EXIT_CODE = 130
"""The exit code after an interrupt from the keyboard."""
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def main(arguments: list[str] | None = None) -> int:
    """Serve until stopped, and leave nothing behind; 1 if the port cannot be had."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=_port, default=0, help="any that is free when left out")
    options = parser.parse_args(arguments)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _exit)
    try:
        return _serve(options.port)
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT_CODE


def _port(text: str) -> int:
    if not text.isdecimal() or len(text) > 5 or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 1 to {LAST_PORT}")
    return int(text)


def _serve(port: int) -> int:
    """Serve on that port, or on any free one for 0, with a temporary database."""
    with tempfile.TemporaryDirectory(prefix="reference-server-") as folder:
        _set_up_django(Path(folder))
        from django.core.management import call_command  # Django is set up only now
        from django.core.wsgi import get_wsgi_application
        from waitress.server import create_server

        call_command("migrate", verbosity=0, interactive=False)
        try:
            server = create_server(
                ReportGrader(get_wsgi_application(), told=_print_line), host=HOST, port=port, threads=THREADS
            )
        except OSError as error:
            sys.stderr.write(f"Port {port} of {HOST} cannot be had ({error}): choose another with --port.\n")
            return 1
        _print_line(json.dumps({"url": f"http://{HOST}:{server.effective_port}", **_prepare_leagues()}))
        try:
            server.run()
        finally:
            server.close()
    return 0


def _exit(_signal: int, _frame: FrameType | None) -> None:
    """Exit normally, so that the temporary folder is removed."""
    sys.exit(0)


class ReportGrader:
    """An application that also reports, in one line each, how its answers judge posted reports."""

    def __init__(self, application: Application, *, told: Callable[[str], None]) -> None:
        self.application, self.told = application, told

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer as the wrapped application does."""
        statuses: list[str] = []

        def record_status(status: str, *rest: Any) -> Any:
            statuses.append(status)
            return start(status, *rest)

        answer = self.application(environ, record_status)
        if environ["REQUEST_METHOD"] != "POST" or not environ["PATH_INFO"].endswith("/reports"):
            return answer
        body = b"".join(answer)
        if (close := getattr(answer, "close", None)) is not None:
            close()
        self.told(grade_line(environ["PATH_INFO"], int(statuses[-1].split()[0]), body))
        return [body]


def grade_line(path: str, status: int, body: bytes) -> str:
    """How an answer to a posted report judges it, in one line."""
    match = path.split("/")[-2]
    try:
        document = json.loads(body)
    except ValueError:
        return f"{match}: answered {status} with what is no JSON"
    if status >= 400:
        where = ", ".join(error["pointer"] for error in document.get("errors", ()))
        kind = document["type"].rpartition("/")[2]
        return f"{match}: refused, {kind}{f' at {where}' if where else ''}: {document['detail']}"
    claim = next(
        (candidate for candidate in document["reports"]["claims"] if candidate["id"] == document["claim"]), None
    )
    if claim is None and document["entry"]:
        return f"{match}: that very report was accepted before, by entry {document['entry']}"
    if claim is None:
        return f"{match}: heats {', '.join(map(str, document['heats']))} are kept"
    dice = ", dice held by the reporter" if claim["own_dice"] else ""
    findings = "".join(f"; {finding['entry']}: {finding['sentence']}" for finding in claim["findings"])
    stands = f", accepted by entry {document['entry']}" if document["entry"] else ""
    return f"{match}: {claim['evidence']}{dice} for {claim['side'] or 'the league'}{stands}{findings}"


def _set_up_django(folder: Path) -> None:
    import django  # its settings read the environment, which is set here

    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings",
        VAR_DIR=str(folder),
        DATABASE_URL=f"sqlite:///{folder / 'league.sqlite3'}",
        SECRET_KEY="of the reference server",  # noqa: S106 - nobody logs in here
        SERVED_EMBEDDED="1",
        API_CONFORMANCE="1",
        API_RATE_TOKEN="100000/minute",  # noqa: S106 - a rate
        ALLOWED_HOSTS="127.0.0.1,localhost",
    )
    os.environ.pop("REDIS_URL", None)
    django.setup()


def _prepare_leagues() -> dict[str, Any]:
    """Prepare both leagues; return what a client needs to know about them."""
    from django.utils import timezone  # Django is set up only now

    from league.folder_import import play_folder
    from league.management.commands.api_conformance import prepare_league
    from league.models import Membership
    from league.tokens import READ_SCOPE, REPORT_SCOPE, create_token, scopes_of

    for played in play_folder(FIRST_LAPS, secret=bytes.fromhex(SECRET), league=FIXTURE_LEAGUE):
        if played.key == LOCK_BATCH:
            break
    tokens = {}
    members = (
        Membership.objects.filter(league=FIXTURE_LEAGUE).select_related("league", "user", "franchise").order_by("pk")
    )
    for member in members:
        scopes = [READ_SCOPE, REPORT_SCOPE, *scopes_of(member.league, member.user)[2:]]
        name = member.franchise_id.rpartition("/")[2] if member.franchise_id else member.role
        tokens[name] = create_token(
            league=member.league, user=member.user, name="for trying", scopes=scopes, at=timezone.now()
        )[1]
    fixture = {"league": FIXTURE_LEAGUE, "season": "s1", "match": "m1", "tokens": tokens}
    return {"league": EMPTY_LEAGUE, "token": prepare_league(EMPTY_LEAGUE), "fixture": fixture}


def _print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
