#!/bin/sh
# Brings packages of npm, as FOLDER/package-lock.json has them, into WEB; no script of theirs is run.
#     sh common/build/npm.sh FOLDER WEB [try]      try: without node, npm or a registry it says nothing and stays away
set -eu
here=$1 web=$2 try=${3:-}
if [ "$try" ] && ! { command -v node && command -v npm; } >/dev/null; then exit 0; fi
mkdir -p "$web"
! cmp -s "$here/package-lock.json" "$web/package-lock.json" || [ ! -e "$web/installed" ] || exit 0
rm -f "$web/installed"
cp "$here/package.json" "$here/package-lock.json" "$web"
[ "$try" ] || echo "make: installing the packages of $here into $web (npm)"
(cd "$web" &&
    npm ci --ignore-scripts --omit=optional --no-audit --no-fund --loglevel=error </dev/null) >"$web/log" 2>&1 || {
    [ ! "$try" ] || exit 0
    tail -n 5 "$web/log" >&2
    echo "make: npm failed. Its log is $web/log" >&2
    exit 2
}
touch "$web/installed"
