#!/bin/sh
# Lab 12's solution has small tiles for few keys. If fewer tiles are enough, the same keys have larger ones, as only
# millions of keys have else. Few keys are counted by four blocks, others by all.
# Takes turn 6 of 6.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log

# sorts PROMISE N ROWS TILES [OPTION]...: N keys have so many rows if that number of tiles is enough, and are sorted
sorts() {
    promise=$1 n=$2 rows=$3 tiles=$4
    shift 4
    common/simt/simtcc -w -O1 "$@" -DENOUGH_TILES="$tiles" -I. -Ilabs/12_onesweep -o "$work/onesweep" \
        grader/tests/sort/onesweep.cu >"$log" 2>&1 || { cat "$log"; exit 1; }
    "$work/onesweep" "$n" $((n - 1)) 1 >"$log" 2>&1 && grep -q "^n = $n: $rows rows" "$log"
    ok=$?
    case $* in *--tool*) grep -q '========= ERROR SUMMARY: 0 errors' "$log" || ok=1 ;; esac
    report "$promise" $ok "$log"
}

sorts "few keys and pairs are sorted in small tiles" 30001 8 192
sorts "more of them have tiles of a middle size" 40000 24 8 -DFEW_KEYS=0
sorts "and many have whole tiles, of which the values come in two batches" 60000 44 1 -DFEW_KEYS=0
sorts "the checkers find nothing in small tiles" 9000 8 192 --tool=memcheck,racecheck,initcheck,synccheck
sorts "nor in whole ones" 24000 44 1 -DFEW_KEYS=0 --tool=memcheck,racecheck,initcheck,synccheck
exit $failed
