#!/bin/bash
# Runs a command that must fail with a message.
#
#   expect_error.sh PATTERN COMMAND [ARGUMENT...]
#
# The command must exit with a code that is not zero, within its own words, not
# by a signal, and its output must match the extended regular expression PATTERN
# after line breaks are folded.
set -u
pattern=$1
shift
output=$("$@" 2>&1 < /dev/null)
code=$?
printf '%s\n' "$output" | tail -n 30
if [ $code -eq 0 ] || [ $code -ge 126 ]; then
  echo "expect_error.sh: exit code $code, expected 1 to 125" >&2
  exit 1
fi
if ! printf '%s' "$output" | tr '\n' ' ' | tr -s ' ' | grep -qE -- "$pattern"; then
  echo "expect_error.sh: no message that matches: $pattern" >&2
  exit 1
fi
