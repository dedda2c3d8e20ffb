"""Builds `.venv` from the hash-pinned requirements, and does nothing when nothing changed.

    python3 tools/setup.py          what the site needs to run
    python3 tools/setup.py --dev    that, and what the tests and checks need

It uses `uv` if it is on the PATH, and `venv` with `pip` otherwise. Progress is shown on one changing line in a
terminal, and elsewhere as a new line now and then. It may import only the standard library, and its syntax stays that
of Python 3.6, so that an old Python can at least say that it is too old.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from typing import Callable, TextIO

NEEDED_PYTHON = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "setup.json")
RUNTIME = "requirements.txt"
DEV = "requirements-dev.txt"
ROOMS = (
    "config",
    "rules",
    "beacon",
    "sql",
    "league",
    "drivers",
    "franchises",
    "journal",
    "jobs",
    "scheduling",
    "webhooks",
    "explain",
    "api",
)
POLL_SECONDS = 0.2  # seconds between two checks of the progress
BETWEEN_LINES = 5  # seconds between two lines of a log
LINE_WIDTH = 78  # columns
PINNED_LINE = re.compile(r"^([a-zA-Z0-9][a-zA-Z0-9._-]*)==", re.MULTILINE)
FETCHED_LINE = re.compile(r"^(?:Collecting|Requirement already satisfied:) ", re.MULTILINE)
IGNORED_LINE = re.compile(r"^Ignoring ", re.MULTILINE)
INSTALLING_LINE = re.compile(r"^(?:Installing collected packages:|Prepared [0-9]+ packages? )", re.MULTILINE)
RESOLVED_LINE = re.compile(r"^Resolved ([0-9]+) packages? ", re.MULTILINE)
UNREACHABLE_SIGNS = (
    "NewConnectionError",
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "SSLError",
    "from versions: none",
    "Could not fetch URL",
    "error sending request",
    "dns error",
    "Failed to fetch",
    "Connection refused",
)


class Progress:
    """Prints the progress of the set-up."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.terminal = out.isatty()
        self.told = ""
        self.at = 0.0

    def phase(self, text: str) -> None:
        """Begin a new phase."""
        self.end()
        self.show(text, now=True)

    def show(self, text: str, now: bool = False) -> None:
        """Show the progress: over the last text in a terminal, else as a new line, but not too often unless `now`."""
        if text == self.told:
            return
        if self.terminal:
            self.out.write("\r" + text[:LINE_WIDTH].ljust(min(LINE_WIDTH, len(self.told))))
        elif now or time.time() - self.at >= BETWEEN_LINES:
            self.out.write(text + "\n")
        else:
            return
        self.out.flush()
        self.told, self.at = text, time.time()

    def end(self) -> None:
        """Keep the last text and go on below it."""
        if self.terminal and self.told:
            self.out.write("\n")
            self.out.flush()
        self.told = ""


class CannotSetUp(Exception):
    """The environment cannot be built; the text is one sentence that says what to do."""


def is_too_old(version: tuple) -> bool:
    """Whether a Python of this version (major, minor, …) is too old for the site."""
    return version[:2] < NEEDED_PYTHON


def python_in(venv: str) -> str:
    """The interpreter of a virtual environment."""
    parts = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return os.path.join(venv, *parts)


def digest_of(requirements: str) -> str:
    """The SHA-256 of a requirements file, in hex."""
    with open(os.path.join(ROOT, requirements), "rb") as lines:
        return hashlib.sha256(lines.read()).hexdigest()


def last_stamp() -> dict:
    """What the last finished set-up wrote; empty if there was none or it was interrupted."""
    if not os.path.exists(python_in(VENV)):
        return {}
    try:
        with open(STAMP) as lines:
            stamp = json.load(lines)
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def remove_venv() -> None:
    """Remove a half-made or outdated environment."""
    if os.path.islink(VENV) or os.path.isfile(VENV):
        os.unlink(VENV)
    elif os.path.isdir(VENV):
        shutil.rmtree(VENV)


def run_command(arguments: list, **settings: str) -> tuple:
    """Run a command: its exit code and everything it printed, both streams in one text."""
    environment = dict(os.environ, **settings)
    done = subprocess.run(
        arguments,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


def follow_command(arguments: list, look: Callable, **settings: str) -> tuple:
    """Run a long command: as `run_command`, with `look` called repeatedly with the output so far."""
    running = subprocess.Popen(
        arguments,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=dict(os.environ, PYTHONUNBUFFERED="1", **settings),
    )
    printed = []  # type: list[bytes]
    out = running.stdout or ()
    reader = threading.Thread(target=lambda: printed.extend(out))
    reader.daemon = True
    reader.start()
    try:
        while running.poll() is None:
            look(b"".join(list(printed)).decode("utf-8", "replace"))
            time.sleep(POLL_SECONDS)
    except BaseException:
        running.kill()
        raise
    reader.join()
    text = b"".join(printed).decode("utf-8", "replace")
    look(text)
    return running.returncode, text


def make_venv(base: str, uv: str) -> None:
    """Create an empty virtual environment for the interpreter `base`; `uv` is its path, or empty to use plain venv.

    Raises CannotSetUp if this Python lacks venv or ensurepip, or if the folder cannot be written.
    """
    if uv:
        code, text = run_command([uv, "venv", "--quiet", "--python", base, VENV], UV_PYTHON_DOWNLOADS="never")
    else:
        if run_command([base, "-c", "import ensurepip, venv"])[0]:
            raise CannotSetUp(
                "This Python has no venv module: install it (on Debian and Ubuntu: apt-get install "
                "python3-venv), or install uv, and run the same command again."
            )
        code, text = run_command([base, "-m", "venv", VENV])
    if code:
        raise CannotSetUp(venv_error(last_line(text)))


def venv_error(why: str) -> str:
    """The sentence for an environment that could not be created, with the system's reason."""
    return (
        "The virtual environment .venv could not be made in %s (%s): let your user write to that folder, make room "
        "on its disk if it is full, and run the same command again." % (ROOT, why.rstrip("."))
    )


def count_installed() -> int:
    """The number of packages in `.venv`."""
    count = 0
    for _, folders, _ in os.walk(os.path.join(VENV, "Lib" if os.name == "nt" else "lib")):
        count += sum(name.endswith(".dist-info") for name in folders)
        if count:
            break
    return count


def progress_text(text: str, pinned: int, before: int) -> str:
    """The progress of an installation by its output so far; `pinned` packages are wanted, `before` were there."""
    resolved = RESOLVED_LINE.search(text)
    wanted = int(resolved.group(1)) if resolved else pinned - len(IGNORED_LINE.findall(text))
    if INSTALLING_LINE.search(text):
        return "Installing packages: %d of %d" % (min(max(0, count_installed() - before), wanted), wanted)
    fetched = len(FETCHED_LINE.findall(text))
    if not fetched:
        return "Fetching %d packages …" % wanted
    return "Fetching packages: %d of %d" % (min(fetched, wanted), wanted)


def install(requirements: str, uv: str, progress: Progress) -> None:
    """Install a requirements file into `.venv`, refusing any package whose hash is not the pinned one.

    Raises CannotSetUp if the package index is out of reach or a package cannot be installed.
    """
    wanted = os.path.join(ROOT, requirements)
    if uv:
        command = [uv, "pip", "install", "--python", python_in(VENV), "--require-hashes", "--compile-bytecode"]
        command += ["-r", wanted]
    else:
        command = [python_in(VENV), "-m", "pip", "install", "--require-hashes", "--no-deps", "--no-input"]
        command += ["--disable-pip-version-check", "--retries", "2", "-r", wanted]
    with open(wanted) as lines:
        pinned = len(PINNED_LINE.findall(lines.read()))
    before = count_installed()
    progress.phase("Fetching packages …")
    code, text = follow_command(command, lambda text: progress.show(progress_text(text, pinned, before)))
    progress.end()
    if not code:
        return
    if any(sign in text for sign in UNREACHABLE_SIGNS):
        raise CannotSetUp(
            "The package index is out of reach, so the packages could not be fetched: check the network "
            "(or PIP_INDEX_URL, UV_INDEX_URL and the proxy settings) and run the same command again."
        )
    raise CannotSetUp("The packages of " + requirements + " could not be installed: " + last_line(text))


def compile_rooms(progress: Progress) -> None:
    """Compile the site's packages, so that the first start need not, unless Python may not write bytecode."""
    rooms = [room for room in ROOMS if os.path.isdir(os.path.join(ROOT, room))]
    if rooms and not os.environ.get("PYTHONDONTWRITEBYTECODE"):
        progress.phase("Compiling the site")
        run_command([python_in(VENV), "-m", "compileall", "-q"] + [os.path.join(ROOT, room) for room in rooms])
        progress.end()


def last_line(text: str) -> str:
    """The last line that reports an error, or else the last with any text, for a sentence that has room for one."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return (errors or lines or ["no reason was given."])[-1]


def set_up(dev: bool) -> None:
    """Bring `.venv` up to date for running the site or, with `dev`, for testing it as well.

    Raises CannotSetUp with the sentence to print.
    """
    base = getattr(sys, "_base_executable", None) or sys.executable
    version = "%d.%d.%d" % sys.version_info[:3]
    stamp = last_stamp()
    if stamp.get("python") != version:
        stamp = {}
    wanted = [RUNTIME] + ([DEV] if dev else [])
    if all(stamp.get(name) == digest_of(name) for name in wanted):
        return
    uv = shutil.which("uv") or ""
    progress, began = Progress(sys.stdout), time.time()
    progress.phase("Setting up .venv with %s on Python %s …" % ("uv" if uv else "pip", version))
    progress.end()
    if not stamp or stamp.get("by") != ("uv" if uv else "pip"):
        remove_venv()
        make_venv(base, uv)
    else:
        os.unlink(STAMP)  # an environment without it counts as half-made, if this is interrupted
    name = wanted[-1]
    install(name, uv, progress)
    compile_rooms(progress)
    finished = {"python": version, "by": "uv" if uv else "pip"}
    finished.update({name: digest_of(name) for name in wanted})
    with open(STAMP + ".new", "w") as lines:
        json.dump(finished, lines)
    os.replace(STAMP + ".new", STAMP)
    progress.phase("The environment is ready, after %d seconds." % (time.time() - began))
    progress.end()


def main(arguments: list) -> int:
    """Set up from the command line: 0 if `.venv` is ready, 1 after printing why it is not."""
    if is_too_old(tuple(sys.version_info)):
        sys.stderr.write(
            "Python %d.%d or newer is needed and %s is %d.%d: install a newer one, or name it, as in "
            "make run PYTHON=python3.12.\n" % (*NEEDED_PYTHON, sys.executable, *sys.version_info[:2])
        )
        return 1
    try:
        with open(os.path.join(ROOT, RUNTIME)) as lock_file:
            lock_checkout(lock_file)
            set_up("--dev" in arguments)
    except CannotSetUp as error:
        sys.stderr.write("%s\n" % error)
        return 1
    except OSError as error:
        sys.stderr.write("%s\n" % venv_error(str(error)))
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("Stopped; the next run starts the set-up again.\n")
        return 1
    return 0


def lock_checkout(lock_file: TextIO) -> None:
    """Let only one set-up at a time work on this checkout, if the system has file locks."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(lock_file, fcntl.LOCK_EX)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
