#!/bin/sh
# Classroom 50's runner: the working folder is the student's checkout, the kit lies beside this file, and
# result.json comes out here. Exit code 0 when it ran, whatever the score.
set -u
here=$(cd "$(dirname "$0")" && pwd)
checkout=$PWD
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$here/kit" && make -s grade-program || exit 2
sh "$here/collect.sh" "$checkout" "$work/submission" "$here/kit" || exit 2
set -- --submission "$work/submission" --format "classroom50=$checkout/result.json"
[ ! -f "$here/terms.json" ] || set -- "$@" --terms "$here/terms.json"
timeout -s KILL "$(cat "$here/seconds")" build/cpu/grade "$@"
case $? in 0 | 1) exit 0 ;; *) exit 2 ;; esac
