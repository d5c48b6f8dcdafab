#!/bin/sh
# Opens in gdb what `grade --debug FOLDER` has laid out there: `make debug`.
#     THREAD=5 BLOCK=0 OPEN=0 sh common/build/debug.sh FOLDER
# OPEN=0 opens nothing: an editor does.
set -u
. common/build/language.sh
folder=$1

die() { # FORMAT WORD...
    echo "make: $(said "$@")" >&2
    exit 2
}

# 5, or 1,2 or 1,2,0.
is_index() { echo "$1" | grep -qxE '[0-9]+(,[0-9]+){0,2}'; }
for knob in THREAD BLOCK; do
    eval "value=\${$knob:-}"
    [ ! "$value" ] || is_index "$value" ||
        die "%s is '%s'. It can be a number, or two or three with commas between, such as 1,2,0" $knob "$value"
done
[ ! "${THREAD:-}${BLOCK:-}" ] || echo "simt only ${THREAD:-}${BLOCK:+ block $BLOCK}" >>"$folder/case.gdb"

[ "$(gdb -nx -batch -ex 'python print(6 * 7)' 2>/dev/null)" = 42 ] ||
    die "gdb is here, but it cannot run Python, which 'simt threads' and the like are written in; \
install the package gdb instead of gdb-minimal"
if [ "${OPEN:-}" = 0 ]; then
    said "%s is ready. Its settings are in %s (docs/debugger.md says how an editor uses them)" \
        "$folder/child" "$folder/case.gdb"
    exit
fi
# gdb asks no server on the network for symbols.
export DEBUGINFOD_URLS=
exec gdb -q -x "$folder/case.gdb" -ex 'simt start' "$folder/child"
