#!/bin/sh
# PostgreSQL for the tests of the server's store. They start one of their own on a free port; nothing else is touched.
set -eu

found() { command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }

found && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "PostgreSQL is missing (initdb, pg_ctl): install it with your system's package manager" >&2
  exit 1
fi
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
echo "installing PostgreSQL"
$as_root apt-get install -y --no-install-recommends postgresql >/dev/null
found
