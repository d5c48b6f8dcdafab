#!/bin/sh
# The sampled form of the sort by buckets: spaces by a sample, and what happens where that misleads. A run takes a
# third of the inputs.
# Takes turn 3 of 6.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log
macros='-DFEW_LAUNCHES=65536 -DSAMPLED_FROM=30000'
build() { common/simt/simtcc -w $macros "$@" -I. grader/tests/sort/sampled.cu >"$log" 2>&1 || { cat "$log"; exit 1; }; }
build -O1 -o "$work/sampled"
sorts() { some "$@" >"$work/inputs" && while read -r input; do "$work/sampled" $input ||
    return 1; done <"$work/inputs" >"$log" 2>&1; }

sorts "uniform 60001 bits" "uniform 70000 bits" "sorted 65537 bits" "nearly 300000 bits" "uniform 500000 bits"
report "where a sample shows no large bucket, digits are bits" $? "$log"
build -O1 -DMOST_MULTIPROCESSORS=1 -o "$work/chunks" # a block has many tiles
chunks() { while read -r input; do "$work/chunks" $input || return 1; done >"$log" 2>&1; }
chunks <<'END'
uniform 499999 bits
half 500000 bits
stirred 500000 bits
nearly 300001 bits
heavy 450000 bits
heavy 380000 bits
END
report "keys that fill no line wait for the next tile, and tiles that fit no buffer go another way" $? "$log"
build -O1 -DMOST_SHARED='(132 << 10)' -o "$work/mixed" # 16 digits have buffers, and 32 have none
"$work/mixed" uniform 2200000 bits >"$log" 2>&1
report "a level whose buffers would be too small is partitioned without them, behind one that has some" $? "$log"
crowded() { for tile; do "$work/sampled" crowded $tile || return 1; done >"$log" 2>&1; }
crowded "uniform 67108864 6 no" "uniform 268435456 8 no" "reversed 268435456 7 no" "reversed 268435456 8 no" \
    "sorted 40000 7 yes" "sorted 44000 6 yes" "hot 268435456 8 no" "hots 268435456 8 yes"
report "a few rows of a tile tell whether it fits buffers, those of a counter with reversed bits, too" $? "$log"
sorts "few 50000 planned" "low 300000 planned" "low 40000 planned" "few 200000 planned" "equal 50000 planned"
report "keys of any order find their spaces, and each bucket its place" $? "$log"
sorts "floats 200003 planned" "prices 300007 planned" "AND-3 150000 planned" "Zipf 200000 planned" "ages 200001 planned"
report "digits are planned from a sample, however keys are spread" $? "$log"
sorts "equal 40000 planned" "two 100000 planned" "near 100000 planned" "ends 150001 planned" "few 200000 planned" \
    "stray 40001 planned" "zeros 300001 planned"
report "a value with a digit of its own is counted and written anew, beside keys that no sample met" $? "$log"
sorts "crowds 500000 planned" "crowds 505000 planned" "crowds 510001 planned"
report "where entries have more than half of a digit's keys, digits are no more than there is space for" $? "$log"
sorts "saw 300001 planned" "blocks 300001 planned" "runs 90000 either" "arcs 300001 planned" "squares 300000 planned"
report "where neighbours are alike a bucket's sample has keys that lie apart" $? "$log"
sorts "multiples 540000 planned" "multiples 600000 planned" "full 147200 planned" "full 295001 planned"
report "where neighbours lie in a few buckets side by side, or all are too large, digits are no bits" $? "$log"
sorts "AND-2 300000 planned" "AND-3 300000 planned" "Zipf 300000 planned" "evenly 300000 planned" \
    "prices 100001 planned"
report "what is left is finished list by list: what was split, what repeats, what has few values" $? "$log"
sorts "uniform 500000 bits buckets" "Zipf 300000 planned sweeps" "AND-3 300000 planned sweeps" \
    "few 200000 planned sweeps" "evenly 300000 planned buckets" "ends 150001 planned sweeps" \
    "low 300000 planned buckets" "sorted 65537 bits buckets"
report "where keys repeat it chooses sweeps, and so it does if all have few values" $? "$log"
sorts "spike 300000 either sweeps" "spike 100000 either sweeps" "spike 200001 either sweeps"
report "where one value has most keys it chooses sweeps of the others" $? "$log"
sorts "clumps 600000 either sweeps" "apart 600000 either buckets"
report "where neighbours are numbers that follow each other, in many short blocks, it chooses sweeps" $? "$log"
rules() { while read -r rule; do "$work/sampled" rule $rule || return 1; done >"$log" 2>&1; }
rules <<'END'
268435456 16384 0 ffffffff 0 buckets
268435456 16384 0 ffffffff 400 sweeps
268435456 16384 0 ffffff0f 0 sweeps
67108864 16384 0 ffffff0f 0 buckets
134217728 2 2 ffffffff 400 sweeps
268435456 14505 1753 ffffffff 0 sweeps
268435456 12200 1417 ffffffff 0 sweeps
268435456 8622 1185 ffffffff 0 sweeps
268435456 8948 987 1f5f5f5f 0 buckets
268435456 1709 597 ffffffff 0 sweeps spiked
268435456 5051 1170 ffffffff 0 sweeps
268435456 1022 373 ffffffff 0 sweeps spiked
268435456 1738 8 ffffffff 0 buckets
67108864 1738 8 ffffffff 0 sweeps
134217728 13092 1 ffffffff 0 buckets
67108864 1022 373 ffffffff 0 sweeps
67108864 1652 602 ffffffff 0 sweeps
67108864 8915 950 1f5f5f5f 0 sweeps
67108864 15909 465 0003ffff 0 buckets
268435456 16263 121 fffff000 0 sweeps
268435456 14196 1937 00ffffc0 0 sweeps
268435456 16202 179 00ffffff 0 sweeps
268435456 16384 0 0000ffff 0 sweeps
67108864 512 512 ffffffff 0 sweeps
67108864 513 513 ffffffff 0 buckets
268435456 16369 15 7fffffff 0 buckets 35 658 7096 15071
67108864 16371 13 7fffffff 0 buckets 22 707 7171 15094
268435456 13300 30 ffffffff 0 buckets 352 1117 4237 11470
268435456 16362 22 ffffffff 0 sweeps 3 14 147 1850
67108864 16370 14 ffffffff 0 buckets 0 7 115 1932
268435456 16384 0 ffffffff 0 sweeps 8 91 130 1852
67108864 16384 0 3fff0fff 0 sweeps 31 527 6058 6058
67108864 16384 0 ffffffff 0 sweeps 10 40 900 3100
134217728 16384 0 ffffffff 0 buckets 10 40 900 3100
536870912 16384 0 ffffffff 0 sweeps dense
268435456 16384 0 fffffffe 0 buckets dense 0 0 0 7437
268435456 16384 0 ffffffff 0 sweeps close
67108864 16384 0 ffffffff 0 sweeps crowded
268435456 16384 0 ffffffff 0 buckets crowded
268435456 15681 664 ffffffff 0 sweeps
134217728 1738 3 ffffffff 0 sweeps spiked
END
report "it chooses sweeps where keys repeat, lie in lumps, or do not tell of the others" $? "$log"
sorts "reversed 262144 either sweeps" "fours 200000 either sweeps" \
    "walk 300000 either sweeps" "lumps 262144 either sweeps" "clusters 300000 planned sweeps" \
    "crowd 300000 planned sweeps"
report "where neighbours would wait for each other at few banks, repeat or are close, it chooses sweeps" $? "$log"
sorts "hidden 50000 misled" "hidden 350000 misled" "hides 34000 misled"
report "a sample that misleads is noticed in time, and all keys are sorted all the same" $? "$log"
build -O1 -DSECOND_SIGMAS=0 -o "$work/tight"
tight() { # which space is too small depends on how blocks take turns
    for input; do "$work/tight" $input exact; done >"$log" 2>&1
    ! grep -q 'not sorted\|changed\|misled' "$log" && grep -q 'full$' "$log" &&
        [ "$(grep -c ' keys of type ' "$log")" = $((3 * $#)) ]
}
tight "uniform 500000" "AND-2 300000" "squares 300000" "prices 300007" "nearly 1500000"
report "where it gives a bucket of the first level too little space, that bucket alone is split" $? "$log"
(export SIMT_GPU=T4 && sorts "uniform 200000 exact" "AND-2 300000 exact" "equal 40000 exact")
report "a T4, whose blocks are too small for a sample, counts all keys" $? "$log"
sorts "tail 40447 planned"
report "keys behind the last piece find a space in buckets of which none was met" $? "$log"
build -O1 -DMOST_SHARED='(48 << 10)' -o "$work/small"
! "$work/small" uniform 60001 bits >"$log" 2>&1 &&
    grep -q '^sort: a block needs 52224 bytes of shared memory. This device has 49152$' "$log"
report "a device whose blocks have too little says what they need" $? "$log"
# In what these inputs run through, the checkers found a race that no result had shown.
build --tool=memcheck,racecheck,initcheck,synccheck -DMOST_MULTIPROCESSORS=1 -O1 -o "$work/checked"
checked() {
    some "$@" >"$work/inputs"
    while read -r input; do "$work/checked" $input >"$work/out" 2>&1 && cat "$work/out" ||
        { cat "$work/out"; return 1; }; done <"$work/inputs" >"$log"
    ! grep -q '========= ERROR: \|========= WARN\|========= Un\|========= In' "$log" &&
        [ "$(grep -c 'ERROR SUMMARY: 0 errors' "$log")" = "$(wc -l <"$work/inputs")" ]
}
checked "uniform 60001 bits" "half 120000 bits" "AND-2 100000 planned" "ends 100001 planned" "Zipf 100000 planned" \
    "prices 100001 planned" "hidden 50000 misled" "hides 34000 misled" "blocks 300001 planned" "evenly 60000 bits"
report "the checkers find nothing there" $? "$log"
exit $failed
