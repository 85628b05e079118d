# Shell functions that contrib/quickstart.sh and contrib/check.sh share. The
# working directory is the top of the repository.

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 2
}

# Prints the value of an option that takes a positive number.
need_number() {
  [[ ${2-} =~ ^[1-9][0-9]*$ ]] || fail "$1 needs a positive number, but got '${2-}'"
  echo "$2"
}

# One process a core, but not more than 3 GiB of memory a process allow: a
# source file that includes MueLu or MatrixFree needs that much.
default_jobs() {
  if [ -n "${1-}" ]; then
    echo "$1"
    return
  fi
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable/ { print int($2 / 3145728) }' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  echo $((cores < memory ? cores : memory))
}

# configure DIRECTORY [CMAKE OPTIONS]; keeps a generator that is there already.
configure() {
  local directory=$1
  shift
  # The toolkit's own packages do not put nvcc on the PATH.
  if ! command -v nvcc > /dev/null && [ -x /usr/local/cuda/bin/nvcc ]; then
    export CUDACXX=${CUDACXX:-/usr/local/cuda/bin/nvcc}
  fi
  echo "Configuring in $directory"
  local log
  log=$(mktemp)
  if ! cmake -S . -B "$directory" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" > "$log" 2>&1; then
    cat "$log" >&2
    fail "the configuration failed, see above"
  fi
  grep -E '^-- (Tessera|  )' "$log"
  rm "$log"
}

# build DIRECTORY JOBS
build() {
  echo "Building with $(default_jobs "$2") processes"
  NINJA_STATUS='[%f/%t %es] ' ninja -C "$1" -j "$(default_jobs "$2")"
}
