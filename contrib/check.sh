#!/bin/bash
# Installs the packages, builds Tessera and runs all tests; ends with ctest's
# summary and its exit code. Safe to run again: a second run rebuilds nothing.
#
#   contrib/check.sh [--jobs N]
#
# --jobs N   compile and test with N processes (default: one per core, as far as
#            the memory allows)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source contrib/utilities/build.sh

jobs=
while [ $# -gt 0 ]; do
  case $1 in
    --jobs) jobs=$(need_number "$1" "${2-}"); shift 2 ;;
    -h|--help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) fail "unknown option $1; see $0 --help" ;;
  esac
done

contrib/utilities/install_packages.sh --tests
configure build/check -DTESSERA_BUILD_TESTS=ON -DTESSERA_BUILD_BENCHMARKS=ON \
  -DTESSERA_BUILD_TUTORIALS=ON
build build/check "$jobs"
cd build/check
exec ctest --output-on-failure --parallel "$(default_jobs "$jobs")"
