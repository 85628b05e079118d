#!/bin/bash
# From a fresh Debian 12 or 13 to two solved problems: installs the packages,
# builds Tessera, runs the tutorials step-1 (Poisson, cell-wise multigrid) and
# step-2 (elastic beam, blocked algebraic multigrid), and prints what came out.
#
#   contrib/quickstart.sh [--device auto|host|cuda] [--ranks N] [--jobs N]
#
# --device   where to solve: auto (default) takes a GPU if one is there; a device
#            asked for by name is never replaced by another
# --ranks N  MPI processes; the solvers run on 1 so far, more are refused
# --jobs N   compile with N processes (default: one per core, as far as the
#            memory allows)
#
# Safe to run again: a second run rebuilds nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source contrib/utilities/build.sh

device=auto ranks=1 jobs=
while [ $# -gt 0 ]; do
  case $1 in
    --device) device=${2-}; [ $# -ge 2 ] || fail "--device needs a value: auto, host or cuda"; shift 2 ;;
    --ranks) ranks=$(need_number "$1" "${2-}"); shift 2 ;;
    --jobs) jobs=$(need_number "$1" "${2-}"); shift 2 ;;
    -h|--help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) fail "unknown option $1; see $0 --help" ;;
  esac
done

# Refuse before an hour of work what cannot be done at the end of it.
case $device in
  auto|host) cuda=AUTO ;;
  cuda|cuda:*)
    cuda=ON
    command -v nvcc > /dev/null || [ -x /usr/local/cuda/bin/nvcc ] \
      || fail "--device $device needs the CUDA toolkit, but nvcc was not found; install it and add its bin folder to PATH, or use --device host"
    nvidia-smi > /dev/null 2>&1 \
      || fail "--device $device needs an NVIDIA GPU and its driver, but nvidia-smi finds none; use --device host" ;;
  *) fail "unknown device '$device'; expected auto, host or cuda" ;;
esac
[ "$ranks" = 1 ] || fail "--ranks $ranks: the solvers run on one rank so far; use --ranks 1"

contrib/utilities/install_packages.sh
configure build/quickstart -DTESSERA_WITH_CUDA=$cuda -DTESSERA_WITH_DEALII=ON \
  -DTESSERA_WITH_TPETRA=ON -DTESSERA_BUILD_TESTS=OFF -DTESSERA_BUILD_TUTORIALS=ON
build build/quickstart "$jobs"

results=$PWD/build/quickstart/results
mkdir -p "$results"
for step in step-1 step-2; do
  echo
  echo "Running $step"
  build/quickstart/tutorials/$step/$step --device "$device" \
    --output "$results" --json "$results/$step.json"
done

echo
contrib/utilities/plot.sh "$results"
python3 contrib/utilities/summary.py "$results"
