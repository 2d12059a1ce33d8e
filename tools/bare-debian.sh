#!/usr/bin/env bash
# Runs a command in this checkout's committed state on a new, bare Debian: python3, venv, make and git, and no compiler.
#   tools/bare-debian.sh COMMAND…
# Needs root and debootstrap. Package clients there are set up as they are here. The system is removed afterwards.
set -euo pipefail
[ $# -gt 0 ] || { sed -n '2,4p' "$0" | cut -c3-; exit 2; }
# Mounts are in a namespace of their own, so that nothing of this machine can be unmounted by accident.
if [ -z "${BARE_DEBIAN:-}" ]; then BARE_DEBIAN=1 exec unshare --mount --propagation private -- "$0" "$@"; fi
top=$(git rev-parse --show-toplevel)
root=$(mktemp -d); chmod 755 "$root"
bound="proc sys dev dev/pts dev/shm"
cleanup() {
  for each in $(tac -s ' ' <<< "$bound "); do umount -l "$root/$each" 2>/dev/null || true; done
  rm -rf --one-file-system "$root"
}
trap cleanup EXIT
trap 'exit 143' TERM INT
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1)
echo "making a bare Debian"
debootstrap --variant=minbase --include=ca-certificates,make,git,python3,python3-venv bookworm "$root" ${mirror:+"$mirror"} >/dev/null
copy() { if [ -f "$1" ]; then mkdir -p "$root$(dirname "$2")"; cp -L "$1" "$root$2"; fi; }
for file in /etc/hosts /etc/resolv.conf /etc/ssl/certs/ca-certificates.crt /etc/pip.conf /usr/etc/npmrc; do copy "$file" "$file"; done
copy "$HOME/.config/pip/pip.conf" /root/.config/pip/pip.conf
copy "$HOME/.npmrc" /root/.npmrc
# Folders that pip takes packages from; an index "…/simple" points at files beside it.
for folder in $(pip config list 2>/dev/null | grep -oE "/[a-z][A-Za-z0-9/_-]*" | sed 's#/simple$##' | sort -u); do
  case "$folder" in /etc/*) continue ;; esac
  [ -d "$folder" ] || continue
  mkdir -p "$root$folder"; mount --bind -o ro "$folder" "$root$folder"; bound="$bound ${folder#/}"
done
for each in proc sys dev dev/pts dev/shm; do mkdir -p "$root/$each"; mount --bind "/$each" "$root/$each"; done
git clone -q "$top" "$root/project"
kept=$(env | grep -E '^(PIP_|NODE_EXTRA_CA|SSL_CERT_FILE|NPM_CONFIG|npm_config)' || true)
echo "running there: $*"
# shellcheck disable=SC2086  settings are words
env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 $kept \
  chroot "$root" sh -c 'cd /project && exec "$@"' sh "$@" &
wait $!
