#!/bin/sh
# Installs what the tests need from the system: a C++ compiler and Python's headers for the kernel, PostgreSQL for the
# server's store (the tests start their own on a free port), Chromium and Japanese letters for the web client.
#
#   tools/system-packages.sh                  install what is missing; end with 1 where that is not possible
#   tools/system-packages.sh --or-leave-out   where that is not possible (and CI is not set), print what to leave out
#
# PYTHON names the interpreter that the kernel is compiled for. With FIREFOX=1, PROXIES=1 or RELEASE=1, Firefox, three
# reverse proxies and tmux, or what tests of a release need as well, for `make nightly`.
set -eu

# No function here may have a program's name: `command -v` would find the function.
found() { command -v "$1" >/dev/null 2>&1; }
has_headers() {
  "${PYTHON:-python3}" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' 2>/dev/null
}
has_postgresql() { found initdb || ls "${POSTGRESQL_AT:-/usr/lib/postgresql}"/*/bin/initdb >/dev/null 2>&1; }
has_browser() { found chromium || found chromium-browser || found google-chrome; }

look() {
  missing="" left_out="" tests=""
  if ! found "${CXX:-g++}"; then missing="$missing g++"; fi
  if ! has_headers; then missing="$missing python3-dev"; fi
  if [ -n "$missing" ]; then left_out="kernel" tests="tests/kernel"; fi
  if ! has_postgresql; then
    missing="$missing postgresql" left_out="$left_out postgresql" tests="${tests:+$tests, }tests with PostgreSQL"
  fi
  if ! has_browser; then
    missing="$missing chromium fonts-noto-cjk" left_out="$left_out browser" tests="${tests:+$tests, }tests/browser"
  fi
  if [ -n "${PROXIES:-}" ]; then
    for program in nginx caddy haproxy tmux; do found "$program" || missing="$missing $program"; done
  fi
  if [ -n "${RELEASE:-}" ]; then
    for program in debootstrap buildah faketime; do found "$program" || missing="$missing $program"; done
    found qemu-aarch64-static || missing="$missing qemu-user-static"
  fi
  if [ -n "${FIREFOX:-}" ] && ! found firefox-esr && ! found firefox; then missing="$missing firefox-esr"; fi
}

give_up() { # why
  if [ "$asked" = --or-leave-out ] && [ -z "${CI:-}" ]; then
    echo "missing:$missing ($1); left out: $tests" >&2
    echo "$left_out"
    exit 0
  fi
  echo "missing:$missing ($1)" >&2
  exit 1
}

asked=${1:-}
look
[ -n "$missing" ] || exit 0
found apt-get || give_up "install with your system's package manager"
if [ "$(id -u)" = 0 ]; then
  as_root=""
elif found sudo && sudo -n true 2>/dev/null; then
  as_root="sudo -n"
else
  give_up "sudo apt-get install$missing"
fi
echo "installing$missing" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
as_root="$as_root env DEBIAN_FRONTEND=noninteractive"
# Go on when a source cannot be reached: another may have the packages.
$as_root apt-get update >"$log" 2>&1 || true
# The names are meant as several words.
$as_root apt-get install -y --no-install-recommends $missing >>"$log" 2>&1 || true
look
[ -z "$missing" ] || give_up "apt-get could not install them: $(grep -v '^ *$' "$log" | tail -n 1)"
