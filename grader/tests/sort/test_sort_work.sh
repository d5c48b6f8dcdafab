#!/bin/sh
# The sorting library on skewed keys: every input is sorted, and no thread has to work for long; and pairs, stable. A
# run takes a third of the inputs.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log

# The library counts its threads' steps.
{
    common/simt/simtcc -O1 -w -DBY_TURNS -fsanitize-coverage=trace-pc -I. -c -o "$work/sort.o" \
        common/sort/device/sort.cu &&
        objcopy --redefine-sym __sanitizer_cov_trace_pc=sort_work_step "$work/sort.o" &&
        common/simt/simtcc -O1 -w -I. -o "$work/sort_work" grader/tests/sort/sort_work.cu "$work/sort.o"
} >"$log" 2>&1 || { cat "$log"; exit 1; }
skewed=$(some "AND 2" "AND 3" "AND 4" "AND 5" "AND 6" "AND 7" "AND 8" "distinct 1" "distinct 2" "distinct 16" \
        "distinct 300" "hot 50" \
    "hot 90" "near-hot 50" "near-hot 90" "Zipf 12" "Zipf 19" "layered 0" "low 10" "low 16" "low 24")

# Uniform keys take 900 steps where one block sorts all.
# shellcheck disable=SC2086
export SIMT_GPU=H200
SIMT_THREADS=1 "$work/sort_work" 2900 14 uniform 0 $skewed >"$log" 2>&1
report "of 2^14 keys of any input no thread takes more than 2,900 steps; and pairs are sorted" $? "$log"
# shellcheck disable=SC2086
SIMT_THREADS=1 "$work/sort_work" 4000 16 uniform 0 $skewed >"$log" 2>&1
report "of 2^16 keys no thread takes more than 4,000; and pairs are sorted" $? "$log"
SIMT_THREADS=1 "$work/sort_work" 4000 17 AND 3 AND 4 AND 6 Zipf 19 >"$log" 2>&1
report "of 2^17 keys, with 32,768 threads at once, no thread takes more than 4,000" $? "$log"
# Where blocks have less shared memory: fewer bits are counted, and on a T4 stable passes do what needs more.
for gpu in RTX3060 T4; do
    # shellcheck disable=SC2086
    (for bits in 13 14 15; do SIMT_GPU=$gpu SIMT_THREADS=1 "$work/sort_work" 4000 $bits uniform 0 $skewed ||
            exit; done) >"$log" 2>&1
    report "as a $gpu keys are sorted, no thread takes more than 4,000 steps; and pairs are sorted" $? "$log"
done
# Digits at one distance, as of a counter with reversed bits or of multiples of a number, would lie in few banks.
common/simt/simtcc --tool=profile -O1 -w -I. -o "$work/strided" grader/tests/sort/strided.cu >"$log" 2>&1 &&
    for keys in reversed multiples random usual runs; do
        "$work/strided" $keys 2>"$work/$keys" >"$work/$keys.set" || exit 1
    done
conflicts() { awk '/^move_words/ { at = NR + 3 } NR == at { print int(100 * $7 / $4) }' "$work/$1"; } # of 100 requests
for keys in reversed multiples random; do echo "conflicts of 100 requests: $keys $(conflicts $keys)"; done >>"$log"
[ "$(conflicts reversed)" -lt 60 ] && [ "$(conflicts multiples)" -lt "$(conflicts random)" ] &&
    [ "$(conflicts random)" -lt 160 ]
report "keys whose neighbours have digits at one distance wait for banks less often than random keys do" $? "$log"
for keys in random usual runs; do echo "$keys keys: $(cat "$work/$keys.set") lanes set bits"; done >"$log"
[ $(($(cat "$work/usual.set") * 10)) -lt $(($(cat "$work/random.set") * 7)) ] &&
    [ $(($(cat "$work/runs.set") * 4)) -lt "$(cat "$work/random.set")" ]
report "lanes with a usual digit set no bits, and those of a run set theirs at once" $? "$log"
exit $failed
