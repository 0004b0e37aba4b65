#!/usr/bin/env bash
# Installs the Debian packages that PassManagerBuilder is built with, and only those
# that are missing.
#
#   tests/packages.sh build     what the libraries, the tools and the examples need
#   tests/packages.sh test      that, and what the tests and the benchmarks need
#   tests/packages.sh coverage  that, and what tests/trust/coverage.py needs
#
# More packages may follow.
#
# On Debian 12 (bookworm) LLVM and MLIR 22 are in the security suite, which every
# installation has among its sources.
set -euo pipefail

packages=(cmake ninja-build g++ python3
          llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
          nlohmann-json3-dev)
case "${1:-}" in
build) ;;
test) packages+=(libgtest-dev libbenchmark-dev) ;;
coverage)
  packages+=(libgtest-dev libbenchmark-dev clang-14 libclang-rt-14-dev llvm-14)
  ;;
*)
  echo "usage: $0 build|test|coverage [<package>...]" >&2
  exit 2
  ;;
esac
shift
packages+=("$@")

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "packages: no apt-get here; make sure that the counterparts of these are" \
       "installed: ${packages[*]}"
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "packages: all ${#packages[@]} are installed"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "packages: missing, and neither root nor sudo to install them. As root, run" >&2
    echo "  apt-get update && apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" </dev/null
}
# Recommended packages would triple what is downloaded, and nothing here uses them.
install() {
  apt install -y --no-install-recommends "${missing[@]}"
}

echo "packages: installing ${missing[*]}"
# A fresh machine has no package index, and that of an old one may name files that
# are gone.
for package in "${missing[@]}"; do
  if ! apt-cache show "$package" >/dev/null 2>&1; then
    apt update
    break
  fi
done
if ! install; then
  echo "packages: again, with a fresh package index"
  apt update
  install
fi
