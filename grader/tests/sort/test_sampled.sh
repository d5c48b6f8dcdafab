#!/bin/sh
# The sampled form of the sort by buckets: spaces by a sample, and what happens where that misleads. A run takes a
# third of the inputs.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log
common/simt/simtcc -O1 -w -DFEW_LAUNCHES=65536 -I. -o "$work/sampled" grader/tests/sort/sampled.cu >"$log" 2>&1 ||
    { cat "$log"; exit 1; }
sorts() { some "$@" >"$work/inputs" && while read -r input; do "$work/sampled" $input ||
    return 1; done <"$work/inputs" >"$log" 2>&1; }

sorts "uniform 60001 2 3 holds" "uniform 70000 3 4 holds" "sorted 65536 3 3 holds" "few 50000 2 2 holds"
report "keys of any order find their spaces, and each bucket its place" $? "$log"
sorts "uniform 200000 8 8 holds" "Zipf 200000 8 8 holds" "AND-3 150000 8 8 holds" "equal 40000 8 8 misled"
report "of more bins than fit in a block each block counts a part" $? "$log"
sorts "uniform 60000 1 1 holds" "uniform 150000 1 2 holds" "AND-3 60000 2 3 holds"
report "buckets that are too large for a block are split from where they lie" $? "$log"
sorts "AND-2 300000 2 3 holds" "AND-3 300000 2 3 holds" "Zipf 200000 3 3 holds" "few 200000 2 2 holds" \
    "near 100000 2 2 misled"
report "what is left is finished list by list: what was split, what repeats, what has few values" $? "$log"
sorts "hidden 50000 2 2 misled" "runs 90000 3 4 misled" "equal 40000 2 2 misled" "stray 40001 2 2 misled"
report "a sample that misleads is noticed in time, and all keys are sorted all the same" $? "$log"
(export SIMT_GPU=T4 && sorts "uniform 200000 8 8 holds" "AND-2 300000 2 3 holds" "equal 40000 8 8 misled")
report "the same on a T4, whose blocks count a quarter of the bins" $? "$log"
sorts "tail 40447 2 2 holds"
report "keys behind the last piece find a space in buckets of which none was met" $? "$log"
common/simt/simtcc -O1 -w -DMOST_SHARED='(48 << 10)' -I. -o "$work/small" grader/tests/sort/sampled.cu >"$log" 2>&1
! "$work/small" uniform 60001 2 3 holds >"$log" 2>&1 &&
    grep -q '^sort: a block needs 52224 bytes of shared memory. This device has 49152$' "$log"
report "a device whose blocks have too little says what they need" $? "$log"
# In what these inputs run through, the checkers found a race that no result had shown.
common/simt/simtcc --tool=memcheck,racecheck,initcheck,synccheck -O1 -g -w -DFEW_LAUNCHES=65536 -I. \
    -o "$work/checked" grader/tests/sort/sampled.cu >"$log" 2>&1 || { cat "$log"; exit 1; }
checked() {
    some "$@" >"$work/inputs"
    while read -r input; do "$work/checked" $input >"$work/out" 2>&1 && cat "$work/out" ||
        { cat "$work/out"; return 1; }; done <"$work/inputs" >"$log"
    ! grep -q '========= ERROR: \|========= Un\|========= In' "$log" &&
        [ "$(grep -c 'ERROR SUMMARY: 0 errors' "$log")" = "$(wc -l <"$work/inputs")" ]
}
checked "uniform 60001 2 3 holds" "AND-2 100000 1 2 holds" "AND-3 100000 1 2 holds" "Zipf 100000 2 2 holds" \
    "near 100000 1 1 misled" "runs 90000 3 4 misled"
report "the checkers find nothing there" $? "$log"
exit $failed
