# What .ci/run and .ci/nightly share: installing what a bare Debian or Ubuntu machine lacks, starting servers, timing phases.
# Sourced by bash, with PYTHON, given_database and given_redis set.

have() { command -v "$1" >/dev/null 2>&1; }
answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
say() { printf '%s\n' "== $*"; }

waited_for() {
    for _ in $(seq 60); do
        answers "$1" && return 0
        sleep 0.5
    done
    echo "Nothing answers on port $1 of 127.0.0.1, though a server was started there." >&2
    return 1
}

install_missing() {
    local missing=() browser=
    have make || missing+=(make)
    have ip || missing+=(iproute2)
    have "$PYTHON" || missing+=(python3 python3-venv)
    have uv || ! have "$PYTHON" || "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    [ -x /usr/bin/chromium-headless-shell ] || [ -x /usr/bin/chromium ] || browser=chromium
    # Tests of faults start, stop and kill servers of their own, whatever answers already.
    have pg_ctlcluster || have pg_ctl || missing+=(postgresql)
    have redis-server || missing+=(redis-server)
    [ ${#missing[@]} -eq 0 ] && [ -z "$browser" ] && return 0
    if [ "$(id -u)" != 0 ]; then
        echo "Run this as root, or install first: ${missing[*]} $browser" >&2
        return 1
    fi
    apt-get update -qq
    # Debian packs a Chromium that draws no window, which has less to do; Ubuntu does not.
    if [ -n "$browser" ] && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        browser=chromium-headless-shell
    fi
    [ -z "$browser" ] || missing+=("$browser")
    say "Installing ${missing[*]}"
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

start_servers() {
    if [ -z "$given_database" ] && ! answers 5432; then
        say "Starting PostgreSQL"
        service postgresql start >/dev/null
        waited_for 5432
    fi
    if [ -z "$given_redis" ] && ! answers 6379; then
        say "Starting Redis"
        redis-server --daemonize yes --bind 127.0.0.1 --save '' --appendonly no --dir /tmp >/dev/null
        waited_for 6379
    fi
}

# Whether a database opens; one that is missing on a server that lets us in is made.
opens() {
    .venv/bin/python - "$1" 2>/dev/null <<'PYTHON'
import sys

import psycopg
from psycopg import conninfo, sql

url = sys.argv[1]
name = conninfo.conninfo_to_dict(url)["dbname"]
with psycopg.connect(conninfo.make_conninfo(url, dbname="postgres", connect_timeout=5), autocommit=True) as server:
    if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
psycopg.connect(url, connect_timeout=5).close()
PYTHON
}

find_database() {
    if [ -n "$given_database" ]; then
        database="$given_database"
        return 0
    fi
    database="postgres://postgres@127.0.0.1:5432/dethmetal_ci"
    opens "$database" && return 0
    # Debian's own server wants a password over TCP: a role of our own gets one, on this machine only.
    if [ "$(id -u)" = 0 ]; then
        su postgres -s /bin/sh -c 'psql -qX -d postgres' >/dev/null 2>&1 <<'SQL' || true
DO $$ BEGIN CREATE ROLE dethmetal_ci LOGIN CREATEDB PASSWORD 'dethmetal_ci'; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
SQL
    fi
    database="postgres://dethmetal_ci:dethmetal_ci@127.0.0.1:5432/dethmetal_ci"
    opens "$database" && return 0
    echo "PostgreSQL on 127.0.0.1:5432 lets neither postgres nor dethmetal_ci in: give DATABASE_URL." >&2
    return 1
}

# Runs one phase and writes down how long it took; tests/phase_table.py prints the table.
phase() {
    local name="$1" began ended
    shift
    say "$name"
    began=$(date +%s%N)
    "$@"
    ended=$(date +%s%N)
    printf '%s\t%d.%01d\n' "$name" $(((ended - began) / 1000000000)) $(((ended - began) / 100000000 % 10)) >>"$PHASES_FILE"
}

# Everything that tests need: packages, servers, the environment, and the addresses in $database and $redis.
prepare() {
    PHASES_FILE=$(mktemp)
    PHASES_BEGAN=$(date +%s)
    export PHASES_FILE PHASES_BEGAN
    trap 'rm -f "$PHASES_FILE"' EXIT
    phase "install" install_missing
    phase "servers" start_servers
    phase "environment" make --no-print-directory setup PYTHON="$PYTHON"
    .venv/bin/python -m benchmarks --probe | tee -a "$PHASES_FILE"
    find_database
    redis="${given_redis:-redis://127.0.0.1:6379/15}"
}
