#!/bin/sh
# Keys that lie evenly are sorted by buckets of their top bits, and keys that lie smoothly by buckets of tables. All
# others are sorted by sweeps, which leave out a value that many have. Few values are counted, and written anew. A run
# takes a third of most inputs.
# Takes turn 2 of 6.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log
build() {
    common/simt/simtcc -w -DEVEN_FROM=20000 "$@" -I. grader/tests/sort/even.cu >"$log" 2>&1 || { cat "$log"; exit 1; }
}
build -O1 -o "$work/even"
sorts() { for input; do "$work/even" $input || return 1; done >"$log" 2>&1; }
sorts_some() { some "$@" >"$work/inputs" && while read -r input; do sorts "$input" || return 1; done <"$work/inputs"; }

sorts_some "uniform 20000 buckets" "uniform 70001 buckets" "sorted 65537 buckets" "reversed 100000 buckets" \
    "twice 60000 buckets" "tens 60000 buckets"
report "keys that lie evenly are sorted by buckets, in every order" $? "$log"
sorts_some "normal 200000 tables" "exponential 400000 tables" "log-normal 300001 tables" "unit 500000 tables" \
    "bell 700000 tables" "ramp 1600000 tables" "low 60000 tables" "degrees 1500001 tables" &&
    sorts "normal 1500000 tables" "falling 3000000 tables" "edges 8400000 tables"
report "keys that lie smoothly are sorted by buckets that tables make, in every order" $? "$log"
sorts "zeros 4000000 tables" "far 600000 tables" "fringe 600000 tables" "steep 1500000 tables" \
    "stairs 1500000 tables"
report "so they are if some are 0, few lie anywhere or far away, or bins differ by half" $? "$log"
sorts "bump 2000000 sweeps" "lone 1500000 sweeps" "comb 1500000 sweeps" "tower 1500000 sweeps" &&
    sorts_some "clusters 12053092 sweeps" "spots 3500000 handed" "fringes 600000 sweeps" "hump 4000000 sweeps"
report "where bins say too little of their keys, sweeps sort them; so they do if buckets had too many" $? "$log"
sorts "grid 1200000 tables" "strays 1500000 tables" "turned 1000000 tables" "pages 700000 sweeps" \
    "exiles 1200000 sweeps" &&
    sorts_some "tail 1500000 sweeps" "grid 3000000 tables" "pages 1900000 sweeps"
report "where all lie in a small range, bins have only that, and show its gaps; few keys may lie beyond" $? "$log"
sorts "spots 1300000 tables" "peak 1500000 tables" && sorts_some "dense 16000000 tables"
report "buckets that had too many keys are put together again, and finished in parts" $? "$log"
sorts "uniform 1000001 buckets" "uniform 2100000 buckets" &&
    sorts_some "brim 400000 buckets" "brim 401001 buckets" "brim 402002 buckets"
report "buckets may be as large as a block finishes, wherever they begin" $? "$log"
sorts_some "AND-3 50000 sweeps" "steps 40000 sweeps" "hot 300000 sweeps" "small 30000 sweeps" &&
    sorts "eights 2100000 sweeps"
report "where a bucket is too large, or a byte tells little, sweeps sort them" $? "$log"
sorts_some "half 60001 spike" "least 50000 spike" \
    "runs 100000 spike" "bytes 60000 sweeps" && sorts "half 2000000 spike"
report "a value that many keys have is counted, and the others are sorted around its run" $? "$log"
sorts_some "copies 100000 sweeps" "copies 400000 sweeps" "stretches 60000 sweeps" "mirrored 400000 sweeps"
report "where values have many copies, or neighbours are alike or meet in few banks, sweeps sort them at once" $? "$log"
sorts_some "equal 30000 few" "two 70000 few" "five 50000 few" "five 400001 few" "values 50000 few" \
    "hundreds 300000 few" "ranks 1887438 few"
report "few values, which a sample meets, are counted, and each is written as a run" $? "$log"
sorts "strangers 400000 aside" "weights 400000 aside" &&
    sorts_some "stranger 20001 aside" "strangers 100000 aside" "AND-6 50000 aside" "greatest 90000 aside"
report "so they are if some thousand keys have other values, which are put in order by themselves" $? "$log"
sorts "crowd 400000 strangers" "mixture 5300000 strangers" "mixture 400000 sweeps"
report "if more keys have other values, sweeps sort those, or all if there are not many keys" $? "$log"
sorts "lumps 50000 buckets" "lumps 200000 buckets" "signal 800000 tables" "signal 500000 tables" \
    "signals 900000 tables" "signals 1100000 tables" "crowds 400000 buckets"
report "a bucket with many copies of a value or two is finished by itself, with others beside them" $? "$log"
sorts "multiples 1000000 buckets" "multiples 4194304 sweeps"
report "keys that lie side by side in lumps make bins too large: where these are many, sweeps sort them" $? "$log"
sorts "clumps 300000 sweeps" "apart 300000 buckets"
report "so they do if neighbours are numbers that follow each other, in many short blocks" $? "$log"
sorts "shelves 8388608 sweeps" "days 4194304 sweeps"
report "so they do if keys lie close on shelves, or in waves that bins are too wide for" $? "$log"
(export SIMT_GPU=T4 && sorts "uniform 40000 buckets" "normal 300000 tables" "AND-3 50000 sweeps" "half 200000 spike" \
    "five 40000 few" "strangers 100000 aside" "crowd 100000 strangers")
report "a T4, whose blocks have less memory, does the same" $? "$log"
build --tool=memcheck,racecheck,initcheck,synccheck -O1 -o "$work/checked"
some "uniform 30001 buckets" "normal 200001 tables" "AND-3 30000 sweeps" "lumps 40000 buckets" \
    "grid 300000 tables" "pages 200000 sweeps" "half 30000 spike" "values 20001 few" \
    "strangers 40000 aside" "crowd 100000 strangers" "small 30000 sweeps" >"$work/inputs"
printf '%s\n' "signals 60000 tables" "signals 200000 tables" >>"$work/inputs"
while read -r input; do
    "$work/checked" $input 2>&1 || echo "========= ERROR: $input"
done <"$work/inputs" >"$log"
! grep -q '========= ERROR: \|========= WARN\|========= Un\|========= In' "$log" &&
    [ "$(grep -c 'ERROR SUMMARY: 0 errors' "$log")" = "$(grep -c . "$work/inputs")" ]
report "the checkers find nothing there" $? "$log"
exit $failed
