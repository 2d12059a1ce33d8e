#!/usr/bin/env bash
# Makes a small Debian as a base image, without a registry: tools/debian-base.sh [NAME], as root. Needs debootstrap and buildah.
set -euo pipefail
name=${1:-localhost/debian:bookworm-slim}
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1)
root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase --include=ca-certificates bookworm "$root" ${mirror:+"$mirror"} >/dev/null
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}/*
# The package sources and certificates of this machine, so that the image can be built where this one is.
cp -a /etc/apt/sources.list.d/debian.sources "$root/etc/apt/sources.list.d/" 2>/dev/null && rm -f "$root/etc/apt/sources.list" || true
cp -a /etc/apt/apt.conf.d/99* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
cp -aL /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
if [ -f /etc/pip.conf ]; then cp -L /etc/pip.conf "$root/etc/pip.conf"; fi
tool=${BUILDAH:-buildah}
container=$($tool from scratch)
$tool copy "$container" "$root" / >/dev/null
$tool commit "$container" "$name" >/dev/null
$tool rm "$container" >/dev/null
echo "made $name"
