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
exit $failed
