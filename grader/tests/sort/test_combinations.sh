#!/bin/sh
# Every combination of labs: blocks, merges and runs, on every type and distribution, in memory and
# spilled. The first one's result is held against sort(1), the others' against the first one's.
#     RUN=build/cpu/solutions/run KEYS=12000 sh grader/tests/sort/test_combinations.sh
set -u
export LC_ALL=C
export RUN KEYS KIT
RUN=$(readlink -f "${RUN:-build/cpu/solutions/run}") && [ -x "$RUN" ] || {
    echo "not ok - the program is built"
    exit 1
}
KEYS=${KEYS:-12000}
KIT=$(cd "$(dirname "$0")/../../.." && pwd)

# order FILE TYPE: numbers that ascend as the keys of the file do.
order() {
    case $2 in
    u32) od -An -v -w4 -t u4 --endian=little "$1" ;;
    i32) od -An -v -w4 -t d4 --endian=little "$1" ;;
    f32) od -An -v -w4 -t u4 --endian=little "$1" |
        awk '{ printf "%.0f\n", $1 < 2147483648 ? $1 + 2147483648 : 4294967295 - $1 }' ;;
    esac
}

# go N TYPE BLOCK RUNS ARGUMENT...: one combination leads to the result of the first one, which is right.
go() {
    n=$1 type=$2 block=$3 runs=$4
    shift 4
    # shellcheck disable=SC2086
    "$RUN" --in $n.bin --type $type --out out.bin --block $block --runs $runs --quiet "$@" || return
    [ -f $n.want ] && { cmp $n.want out.bin; return; }
    order $n.bin $type | sort -n >want.txt
    order out.bin $type | cmp - want.txt && mv out.bin $n.want
}

blocks="bitonic oddeven radix:atomic radix:reduce" # the fastest one first
block_of() { echo "$1" | sed 's/:/ --merge /'; }

# all_combinations TYPE: on KEYS keys, in chunks of 1, 2, ... tiles, and in one chunk.
all_combinations() {
    tiles=1
    for block in $blocks; do
        for runs in losertree heap scan simd bitonic; do
            go "$KEYS" "$1" "$(block_of $block)" $runs --device-memory $((tiles * 16))K || return
            tiles=$((tiles % 7 + 1))
        done
    done
}

# input TYPE DIST N: makes N.bin.
input() {
    ../keys "$3" "$2" >"$3.bin"
}

# The children, one for each input, in a folder of their own: test_combinations.sh I TYPE DIST
if [ $# = 3 ]; then
    mkdir "$2-$3" && cd "$2-$3" || exit 2
    input "$2" "$3" "$KEYS" && all_combinations "$2" >log 2>&1
    code=$?
    promise="$2 keys, $3: 20 combinations sort $KEYS of them as sort(1) does"
fi

# The same with --spill: 300000 keys by combinations that are fast, 100000 on others.
if [ $# = 4 ]; then
    mkdir "spilled-$2-$3-$4" && cd "spilled-$2-$3-$4" || exit 2
    n=100000 memory="--host-memory 1M --device-memory 64K"
    [ "$3" = bitonic ] && n=300000 memory="--host-memory 2M --device-memory 256K"
    # shellcheck disable=SC2086
    input "$2" floats $n && go $n "$2" "$(block_of "$3")" "$4" $memory --spill . >log 2>&1 &&
        [ -z "$(ls -A | grep '^\.')" ]
    code=$?
    promise="$2 keys: $n are spilled and sorted as sort(1) does, with ${3%:*} and $4"
fi

if [ $# -gt 0 ]; then
    if [ $code = 0 ]; then echo "ok - $promise"; else
        echo "not ok - $promise"
        sed 's/^/# /' log
    fi
    rm -rf "$PWD"
    exit 0
fi

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 2
cat >keys.c <<'END'
#include <stdio.h>
#include <stdlib.h>

#include "common/data.h"

int main(int count, char **arguments) {
    static uint32_t keys[1 << 20];
    enum data_dist dist;
    size_t n = count == 3 ? (size_t)atol(arguments[1]) : 0;
    if (count != 3 || n > 1 << 20 || !data_dist_from_name(arguments[2], &dist)) return 2;
    data_fill(keys, n, dist, 7);
    return fwrite(keys, sizeof(keys[0]), n, stdout) != n;
}
END
gcc -std=c11 -O2 -I"$KIT" -o keys keys.c "$KIT/common/data.c" || exit 2
{
    i=0
    for type in u32 i32 f32; do
        for dist in uniform floats few extremes zipf organ sorted reversed equal max nearly; do
            echo $i $type $dist
            i=$((i + 1))
        done
        for labs in "bitonic heap" "bitonic bitonic" "radix:atomic losertree" "radix:reduce bitonic" "oddeven scan"; do
            echo $i $type $labs
        done
    done
} | awk -v turn="${DRAW:-1}" -v all="${ALL:-}" 'all || NR % 3 == turn % 3' >inputs # of each type every third one
xargs -P "$(nproc)" -L 1 sh "$KIT/grader/tests/sort/test_combinations.sh" <inputs >log
cat log
[ "$(grep -c '^ok - ' log)" = "$(wc -l <inputs)" ]
