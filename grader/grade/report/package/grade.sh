#!/bin/sh
# What all packages have in common: grades what was handed in, and only where a sandbox holds it.
#     sh grade.sh HANDED_IN NAME=PATH [LAB]       exit code 0: it was graded; 2: it was not
# Beside this file lie seconds, kit.sum and, with a rubric, terms.json. A kit that setup.sh has built is
# taken if it is the one of this package. Otherwise the kit beside this file is built.
set -u
here=$(cd "$(dirname "$0")" && pwd)
kit=${SORTLAB:-/opt/sortlab}
if ! cmp -s "$here/kit.sum" "$kit/kit.sum"; then
    kit=$here/kit
    if [ ! -d "$kit" ]; then
        echo "grade.sh: the image does not hold the kit of this package;" \
            "build the image of this package, and name it in the settings" >&2
        exit 2
    fi
    cd "$kit" && sh common/build/deps.sh core && make -s -j"$(nproc)" grade-program || exit 2
fi
work=$(mktemp -d) && chmod 755 "$work" || exit 2 # other users go through it
trap 'rm -rf "$work"' EXIT
handed=$(cd "$1" && pwd) && cd "$kit" || exit 2
set -- --folder "$work" --submission "$handed" --sandbox held --repeat-by 'make check' --format "$2" ${3:+--lab "$3"}
[ ! -f "$here/terms.json" ] || set -- "$@" --terms "$here/terms.json"
# A little before the system's own end, after which nothing would be shown.
timeout -s KILL "$(cat "$here/seconds")" build/cpu/grade "$@"
code=$?
echo "grade.sh: the grader ended with exit code $code"
[ $code -le 1 ] || exit 2
