#!/bin/sh
# A worker is interrupted when one of its threads runs for long; it may happen between any two
# instructions. Here it happens ten thousand times a second and more.
set -u
cd "$(dirname "$0")/../../.." || exit 2
folder=build/cpu/tests/simt
out=$(mktemp) || exit 2
trap 'rm -f "$out"' EXIT
failed=0

for program in threads_test groups_test; do
    for order in forward random:3; do
        rounds=0 wrong=0
        while [ $rounds -lt 3 ]; do
            SIMT_THREADS=1 SIMT_ORDER=$order $folder/$program >"$out" 2>&1 &
            pid=$!
            (while kill -URG $pid 2>/dev/null; do :; done) &
            spoiler=$!
            wait $pid || wrong=1
            kill $spoiler 2>/dev/null
            wait $spoiler 2>/dev/null
            grep -q '^not ok' "$out" && wrong=1
            rounds=$((rounds + 1))
        done
        if [ $wrong = 0 ]; then
            echo "ok - $program is right however often it is interrupted, threads in $order order"
        else
            echo "not ok - $program is right however often it is interrupted, threads in $order order"
            sed 's/^/# /' "$out"
            failed=1
        fi
    done
done
# Other programs have the core, and a block takes a second in place of 30 ms: nobody waits for the next one.
alone=$(mktemp) || exit 2
trap 'rm -f "$out" "$alone"' EXIT
common/simt/simtcc -O2 -w -o "$alone" common/simt/tests/alone.cu >"$out" 2>&1
core=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/') others=
for i in 1 2 3; do
    taskset -c "$core" sh -c 'while :; do :; done' &
    others="$others $!"
done
if SIMT_THREADS=1 taskset -c "$core" nice -n 10 "$alone" >>"$out" 2>&1; then
    echo "ok - on a busy machine no other block begins than on an idle one"
else
    echo "not ok - on a busy machine no other block begins than on an idle one"
    sed 's/^/# /' "$out"
    failed=1
fi
kill $others
exit $failed
