#!/bin/sh
# Builds the kernel as a plain shared library, on all cores, for a machine that has a compiler and a Python but no
# package installer (docs/research-spaces.md): tools/build_plain_kernel.sh [SOURCE FOLDER]
set -eu
kernel=${1:-src}/nokosu/kernel
include=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
find "$kernel" -name '*.cpp' | xargs -P "$(nproc)" -I{} sh -c \
  'g++ -std=c++20 -O3 -fPIC -pthread -fvisibility=hidden -I"$0" -I"$1" -c "$3" -o "$2/k$(echo "$3" | tr / _).o"' \
  "$include" "$kernel" "$objects" {}
g++ -shared -pthread "$objects"/*.o -o "$kernel/_kernel.abi3.so"
