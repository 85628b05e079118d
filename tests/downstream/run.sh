#!/bin/bash
# Installs a build of Tessera into a folder, then configures, builds and runs a
# consumer against it with the plain host compiler.
#
#   run.sh CMAKE BUILD_DIRECTORY SOURCE_DIRECTORY WORK_DIRECTORY COMPILER GENERATOR
set -euo pipefail
cmake=$1 build=$2 source=$3 work=$4 compiler=$5 generator=$6

rm -rf "$work"
"$cmake" --install "$build" --prefix "$work/install" > "$work.log" 2>&1 || { cat "$work.log"; exit 1; }
"$cmake" -S "$source" -B "$work/build" -G "$generator" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/install"
"$cmake" --build "$work/build" --verbose | tee "$work/compile.log"

# A consumer of the core must not be handed CUDA or Kokkos. deal.II's own
# include path has Trilinos in it, so that there is nothing to see there.
if [ "$(basename "$source")" = core ] && grep -E -- '(-I|-isystem) ?[^ ]*(cuda|kokkos|trilinos)|nvcc' "$work/compile.log"; then
  echo "the consumer's command line names CUDA, Kokkos or Trilinos" >&2
  exit 1
fi
"$work/build/downstream"
