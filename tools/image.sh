#!/usr/bin/env bash
# Builds the container image with whatever builds images here: buildah, podman or docker. `make image` calls it.
#   tools/image.sh BASE
# Inside another container, buildah needs: BUILDAH="buildah --storage-driver vfs" BUILD_OPTIONS="--isolation chroot"
set -euo pipefail
base=${1:?which base image?}
ls dist/*-manylinux_2_17_x86_64.whl >/dev/null 2>&1 || { echo "there is no wheel in dist/: make release, or make release-files"; exit 1; }
version=$(ls dist/*-manylinux_2_17_x86_64.whl | tail -n 1 | sed -E 's/.*nokosu-([^-]+)-.*/\1/')
revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)
for tool in "${BUILDAH:-buildah}" podman docker; do
  if command -v "${tool%% *}" >/dev/null; then
    # Of the two formats only Docker's has a health check; docker itself knows no other.
    format="--format docker"; [ "$tool" != docker ] || format=""
    # shellcheck disable=SC2086  options are words
    $tool build $format ${BUILD_OPTIONS:-} --build-arg BASE="$base" --build-arg VERSION="$version" --build-arg REVISION="$revision" \
      -t localhost/nokosu:latest -t "localhost/nokosu:$version" -f Containerfile .
    echo "built localhost/nokosu:$version"
    exit
  fi
done
echo "buildah, podman or docker is needed: sudo apt install buildah"
exit 1
