#!/bin/sh
# Lays pages that show threads at work beside the decks, into FOLDER/trace, before the decks are built.
#     sh slides/build/traces.sh FOLDER students|instructor [DECK.md...]
# Everybody gets the examples of slides/examples. A page shows source lines, so only the instructor gets those of the
# decks' labs, which show the solutions.
set -eu
cd "$(dirname "$0")/../.."
out=$1/trace audience=$2
shift 2
rm -rf build/slides-trace
mkdir -p "$out" build/slides-trace
rm -f "$out"/*.html

example() { # NAME TITLE [ARGUMENT]: the program's own run with this argument
    program=build/slides-trace/$1
    common/simt/simtcc -O2 -g --tool=racecheck,trace -o "$program" "slides/examples/$1.cu"
    # A race is what a page may show; the program then ends with 1.
    env SIMT_TOOL=racecheck,trace SIMT_TRACE="$program.json" SIMT_ORDER=forward SIMT_THREADS=1 SIMT_REPORT= \
        "$program" ${3:+"$3"} >"$program.log" 2>&1 || [ -s "$program.json" ] || {
        cat "$program.log" >&2
        echo "make: slides/examples/$1.cu left no trace" >&2
        exit 2
    }
    node slides/build/trace.mjs "slides/examples/$1.cu" "$program.json" "$2" >"$out/$1.html"
}
example letters 'A race: letters are counted' race
example starts 'A barrier: where words start'
[ "$audience" = instructor ] || exit 0

[ -x build/cpu/grade ] || {
    echo "make: build/cpu/grade is not there. Type make slides SOLUTIONS=1" >&2
    exit 2
}
for deck; do
    lab=$(basename "$deck" | sed 's/_.*//')
    ls labs/"$lab"_*/ >/dev/null 2>&1 || continue
    WHO=solutions sh common/build/trace.sh "$lab" "$out" >build/slides-trace/log 2>&1 ||
        grep -q 'no kernel of its own' build/slides-trace/log || {
        cat build/slides-trace/log >&2
        exit 2
    }
done
