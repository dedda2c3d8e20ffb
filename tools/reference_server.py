"""`python -m tools.reference_server`: a server to try a client against, with a match that waits to be reported.

The site itself, on a database of its own that goes with it. It prints one line of JSON with all that a client needs:
where it is, an empty league and its commissioner's token, and a league whose match `m1` is locked, with the owners'
tokens. Every report that is posted is graded in a line: how well it is proven, or why it was refused.
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
"""The league with a locked match, the empty one, and the batch of the example after which it stands."""
FIRST_LAPS = Path(__file__).parents[1] / "examples" / "first-laps"
SECRET = "00ff"  # noqa: S105 - the fixture's dice are nobody's secret
HOST, THREADS, LAST_PORT = "127.0.0.1", 8, 65535
INTERRUPTED_EXIT_CODE = 130
"""What it ends with when somebody stops it at the keyboard."""
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def main(words: list[str] | None = None) -> int:
    """Serve until it is stopped, and leave nothing behind; 1 where it cannot listen there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=_port, default=0, help="any that is free when left out")
    options = parser.parse_args(words)
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
    """Serve on that port, any that is free for 0, on a database that goes with it."""
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
        except OSError as no:
            sys.stderr.write(f"Port {port} of {HOST} cannot be had ({no}): choose another with --port.\n")
            return 1
        _print_line(json.dumps({"url": f"http://{HOST}:{server.effective_port}", **_prepare_leagues()}))
        try:
            server.run()
        finally:
            server.close()
    return 0


def _exit(_signal: int, _frame: FrameType | None) -> None:
    """End as at the end of the program, so that the folder goes."""
    sys.exit(0)


class ReportGrader:
    """An application whose answers to reports are told in a line each, by what they make of the report."""

    def __init__(self, application: Application, *, told: Callable[[str], None]) -> None:
        self.application, self.told = application, told

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer as the application does."""
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
    """What an answer to a report made of it, in a line."""
    match = path.split("/")[-2]
    try:
        document = json.loads(body)
    except ValueError:
        return f"{match}: answered {status} with what is no JSON"
    if status >= 400:
        where = ", ".join(each["pointer"] for each in document.get("errors", ()))
        kind = document["type"].rpartition("/")[2]
        return f"{match}: refused, {kind}{f' at {where}' if where else ''}: {document['detail']}"
    claim = next((each for each in document["reports"]["claims"] if each["id"] == document["claim"]), None)
    if claim is None and document["entry"]:
        return f"{match}: that very report was accepted before, by entry {document['entry']}"
    if claim is None:
        return f"{match}: heats {', '.join(map(str, document['heats']))} are kept"
    dice = ", dice held by the reporter" if claim["own_dice"] else ""
    findings = "".join(f"; {each['entry']}: {each['sentence']}" for each in claim["findings"])
    stands = f", accepted by entry {document['entry']}" if document["entry"] else ""
    return f"{match}: {claim['evidence']}{dice} for {claim['side'] or 'the league'}{stands}{findings}"


def _set_up_django(folder: Path) -> None:
    import django  # its settings are read from the environment, which is made here

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
    """Prepare both leagues; what a client needs to know of them."""
    from django.utils import timezone  # as above

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
        who = member.franchise_id.rpartition("/")[2] if member.franchise_id else member.role
        tokens[who] = create_token(
            league=member.league, user=member.user, name="for trying", scopes=scopes, at=timezone.now()
        )[1]
    fixture = {"league": FIXTURE_LEAGUE, "season": "s1", "match": "m1", "tokens": tokens}
    return {"league": EMPTY_LEAGUE, "token": prepare_league(EMPTY_LEAGUE), "fixture": fixture}


def _print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
