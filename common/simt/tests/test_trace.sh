#!/bin/sh
# What a trace promises: every access of a run, with its place and its values, in order; with g++ and clang++.
set -u
cd "$(dirname "$0")/../../.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

promise() { # TEXT STATUS
    if [ "$2" = 0 ]; then
        echo "ok - $1"
    else
        echo "not ok - $1"
        sed 's/^/# /' "$work/out"
        failed=1
    fi
}

file=common/simt/tests/trace/traced.cu
line() { grep -n "// $1" $file | cut -d: -f1; }

expected() {
    for run in 1 2; do
        first=5
        [ $run = 1 ] || first=9
        echo "step $((2 * run - 1)): mirror, block 0"
        [ $run = 1 ] || echo "  the host sets d_in[0] to 9"
        for t in 0 1 2 3; do
            key=$((5 + t))
            [ $t -gt 0 ] || key=$first
            echo "  thread $t reads d_in[$t]: $key (line $(line load))"
            echo "  thread $t writes s_keys[$t]: · -> $key (line $(line load))"
        done
        echo "  barrier (line $(line wait))"
        echo "step $((2 * run)): mirror, block 0"
        for t in 0 1 2 3; do
            key=$((8 - t)) was=·
            [ $t -lt 3 ] || key=$first
            [ $run = 1 ] || was=$((8 - t))
            [ $run = 1 ] || [ $t -lt 3 ] || was=5
            before=9 after=9
            [ $run$t != 10 ] || before=100 after=10
            [ $run$t != 11 ] || before=10
            echo "  thread $t reads s_keys[$((3 - t))]: $key (line $(line mirror))"
            echo "  thread $t writes d_out[$t]: $was -> $key (line $(line mirror))"
            echo "  thread $t changes d_least: $before -> $after (line $(line bid))"
        done
    done
}

for compiler in g++ clang++; do
    if ! command -v $compiler >/dev/null; then
        echo "skip - a trace tells every access, with $compiler (it is not installed)"
        continue
    fi
    CXX=$compiler common/simt/simtcc --tool=all,trace -O2 -o "$work/traced" $file >"$work/out" 2>&1 &&
        SIMT_TRACE=$work/trace "$work/traced" >"$work/out" 2>&1
    [ "$(cat "$work/out")" = "8 7 6 9" ] || grep -q '^8 7 6 9' "$work/out"
    promise "a traced program does what it does, with $compiler" $?
    grep -q '^{"version": 2, "accesses": 40, "seen": 40,' "$work/trace" 2>"$work/out"
    promise "a trace counts each access once, an atomic too, with $compiler" $?
    if command -v node >/dev/null; then
        expected >"$work/want"
        node common/web/trace/dump.mjs "$work/trace" $file 2>&1 | diff "$work/want" - >"$work/out" 2>&1
        promise "a trace tells every access, with its values and line, with $compiler" $?
        CXX=$compiler common/simt/simtcc --tool=all,trace -O2 -o "$work/wide" ${file%/*}/wide.cu >"$work/out" 2>&1 &&
            SIMT_TRACE=$work/wide.trace "$work/wide" >"$work/out" 2>&1 &&
            node common/web/trace/dump.mjs "$work/wide.trace" ${file%/*}/wide.cu >"$work/out" 2>&1 &&
            [ "$(sed -n 's/.*d_four.*-> \(.*\) (.*/\1/p' "$work/out" | sed 's/\(.*\)|\(.*\)/\2 \1/' | tr '\n' ' ')" = \
                "1 2 3 4 " ]
        promise "of a store of 16 bytes it tells every word that it left behind, with $compiler" $?
        grep -q 'd_long: · -> 2147483649|4294967041 ' "$work/out" &&
            grep -q 'd_long: 2147483649|4294967041 -> 2147483648|3 ' "$work/out"
        promise "and words of 64 bits to the last bit, with $compiler" $?
    else
        for what in "a trace tells every access, with its values and line" \
            "of a store of 16 bytes it tells every word that it left behind" "and words of 64 bits to the last bit"; do
            echo "skip - $what, with $compiler (there is no node)"
        done
    fi
    rm -f "$work/trace"
    "$work/traced" >"$work/out" 2>&1 && [ ! -e "$work/trace" ] &&
        SIMT_TRACE=$work/none/trace "$work/traced" >"$work/out" 2>&1
    [ $? = 0 ] && grep -q "SIMT_TRACE is .*, and that file cannot be written" "$work/out"
    promise "without SIMT_TRACE nothing is written, and a file that cannot be is named, with $compiler" $?
done
exit $failed
