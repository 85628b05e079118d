#!/bin/bash
# Compiles each header of a folder alone, as a user without CUDA, Kokkos,
# deal.II and Trilinos would.
#
#   check_header.sh COMPILER INCLUDE_DIRECTORY GENERATED_INCLUDE_DIRECTORY FOLDER
set -u
compiler=$1 include=$2 generated=$3 folder=$4

n_headers=0 failed=0
while read -r header; do
  n_headers=$((n_headers + 1))
  if ! echo "#include <${header#"$include"/}>" | "$compiler" -std=c++17 -Wall -Wextra \
      -Werror -fsyntax-only -I"$include" -I"$generated" -x c++ -; then
    echo "$header does not compile alone" >&2
    failed=1
  fi
  if echo "#include <${header#"$include"/}>" | "$compiler" -std=c++17 -M -I"$include" \
      -I"$generated" -x c++ - | grep -iE 'kokkos|cuda|deal\.II|trilinos|/mpi'; then
    echo "$header includes a package that core headers keep out" >&2
    failed=1
  fi
done < <(find "$include/tessera/$folder" -name '*.h')

[ "$n_headers" -gt 0 ] || { echo "no headers in $include/tessera/$folder" >&2; exit 1; }
echo "$n_headers headers of tessera/$folder compiled alone"
exit $failed
