#!/bin/sh
# Brings what compares files, as package-lock.json has it, into build/similar-web; nothing of it is compiled.
#     sh grader/class/similar/install.sh [try]      try: without node, npm or a registry it says nothing and stays away
set -eu
cd "$(dirname "$0")/../../.."
here=grader/class/similar web=build/similar-web
if [ "${1:-}" = try ] && ! { command -v node && command -v npm; } >/dev/null; then exit 0; fi
mkdir -p $web
if ! cmp -s $here/package-lock.json $web/package-lock.json || [ ! -e $web/installed ]; then
    rm -f $web/installed
    cp $here/package.json $here/package-lock.json $web
    [ "${1:-}" = try ] || echo "make: installing Dolos and a grammar of CUDA into $web (npm)"
    (cd $web && npm ci --ignore-scripts --omit=optional --no-audit --no-fund --loglevel=error </dev/null) >"$web/log" 2>&1 || {
        [ "${1:-}" != try ] || exit 0
        tail -n 5 "$web/log" >&2
        echo "make: npm failed; its log is $web/log" >&2
        exit 2
    }
    touch $web/installed
fi
cp $here/*.mjs $web
