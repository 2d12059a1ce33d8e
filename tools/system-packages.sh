#!/bin/sh
# What the tests need from the system: PostgreSQL for the server's store (they start one of their own on a free port), and
# Chromium, with letters for Japanese, for the web client. Nothing else is touched.
set -eu

postgresql() { command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }
chromium() { command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1; }

missing=""
postgresql || missing="$missing postgresql"
chromium || missing="$missing chromium fonts-noto-cjk"
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "missing:$missing; install it with your system's package manager" >&2
  exit 1
fi
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
echo "installing$missing"
# The names are meant as several words.
$as_root apt-get install -y --no-install-recommends $missing >/dev/null
postgresql && chromium
