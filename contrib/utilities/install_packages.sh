#!/bin/bash
# Installs the Debian packages that Tessera needs, those that are missing only.
#
#   contrib/utilities/install_packages.sh [--tests]
#
# --tests adds what the tests need beside the library and the tutorials. Runs as
# root or with sudo; does nothing if all is there.
set -euo pipefail

packages=(
  g++ cmake ninja-build git
  libdeal.ii-dev          # deal.II with p4est, MPI, Trilinos and its Kokkos
  mold                    # the linker that Debian 13's deal.II asks for
  libcli11-dev            # options of the tutorials
  nlohmann-json3-dev      # summaries that the tutorials write
  gnuplot-nox python3     # pictures, the summary table
)
for argument in "$@"; do
  case $argument in
    --tests) packages+=(libgtest-dev) ;;
    *) echo "install_packages.sh: unknown option $argument; the only one is --tests." >&2; exit 2 ;;
  esac
done

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "All packages are installed."
  exit 0
fi

if ! command -v apt-get > /dev/null; then
  echo "install_packages.sh: apt-get was not found. Install by hand the equivalents of: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "install_packages.sh: root rights are needed to install ${missing[*]}. Run this as root or install sudo." >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() {
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "$@" > "$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "install_packages.sh: $* failed; see above. Is the network there, and are the package sources right?" >&2
    exit 1
  fi
}
run apt-get update
run apt-get install -y --no-install-recommends "${missing[@]}"
