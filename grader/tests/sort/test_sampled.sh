#!/bin/sh
# The sampled form of the sort by buckets: spaces by a sample, and what happens where that misleads. A run takes a
# third of the inputs.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log
common/simt/simtcc -O1 -w -DFEW_LAUNCHES=65536 -DSAMPLED_FROM=30000 -I. -o "$work/sampled" grader/tests/sort/sampled.cu >"$log" 2>&1 ||
    { cat "$log"; exit 1; }
sorts() { some "$@" >"$work/inputs" && while read -r input; do "$work/sampled" $input ||
    return 1; done <"$work/inputs" >"$log" 2>&1; }

sorts "uniform 60001 holds" "uniform 70000 holds" "sorted 65536 holds" "few 50000 holds" "uniform 500000 holds"
report "keys of any order find their spaces, and each bucket its place" $? "$log"
sorts "floats 200003 holds" "prices 300007 holds" "AND-3 150000 holds" "Zipf 200000 holds" "ages 200001 holds"
report "digits are planned from a sample, however keys are spread" $? "$log"
sorts "equal 40000 holds" "two 100000 holds" "near 100000 holds" "ends 150001 holds" "few 200000 holds" "stray 40001 holds"
report "a value with a digit of its own is counted and written anew, beside keys that no sample met" $? "$log"
sorts "nearly 4000000 holds" "saw 300001 holds" "blocks 300001 holds" "runs 90000 holds"
report "where neighbours are alike all keys of a bucket are counted" $? "$log"
sorts "AND-2 300000 holds" "AND-3 300000 holds" "Zipf 300000 holds" "prices 100001 holds"
report "what is left is finished list by list: what was split, what repeats, what has few values" $? "$log"
sorts "hidden 50000 misled" "hidden 300000 misled"
report "a sample that misleads is noticed in time, and all keys are sorted all the same" $? "$log"
(export SIMT_GPU=T4 && sorts "uniform 200000 exact" "AND-2 300000 exact" "equal 40000 exact")
report "a T4, whose blocks are too small for a sample, counts all keys" $? "$log"
sorts "tail 40447 holds"
report "keys behind the last piece find a space in buckets of which none was met" $? "$log"
common/simt/simtcc -O1 -w -DMOST_SHARED='(48 << 10)' -DSAMPLED_FROM=30000 -I. -o "$work/small" grader/tests/sort/sampled.cu >"$log" 2>&1
! "$work/small" uniform 60001 holds >"$log" 2>&1 &&
    grep -q '^sort: a block needs 52224 bytes of shared memory. This device has 49152$' "$log"
report "a device whose blocks have too little says what they need" $? "$log"
# In what these inputs run through, the checkers found a race that no result had shown.
common/simt/simtcc --tool=memcheck,racecheck,initcheck,synccheck -O1 -g -w -DFEW_LAUNCHES=65536 -DSAMPLED_FROM=30000 -I. \
    -o "$work/checked" grader/tests/sort/sampled.cu >"$log" 2>&1 || { cat "$log"; exit 1; }
checked() {
    some "$@" >"$work/inputs"
    while read -r input; do "$work/checked" $input >"$work/out" 2>&1 && cat "$work/out" ||
        { cat "$work/out"; return 1; }; done <"$work/inputs" >"$log"
    ! grep -q '========= ERROR: \|========= Un\|========= In' "$log" &&
        [ "$(grep -c 'ERROR SUMMARY: 0 errors' "$log")" = "$(wc -l <"$work/inputs")" ]
}
checked "uniform 60001 holds" "AND-2 100000 holds" "ends 100001 holds" "Zipf 100000 holds" "prices 100001 holds" \
    "hidden 50000 misled" "blocks 90000 holds"
report "the checkers find nothing there" $? "$log"
exit $failed
