#!/bin/sh
# The tests again and again, on a machine that others use too: make test-hard RUNS=20. Five of twenty runs have
# four busy loops beside them, and one has a single core, at the lowest priority. With RUNS=sample, as CI has
# it: the suites in which time passes, beside busy loops if DRAW is even, and else on one core (ALL=1: both).
#     sh common/build/test_hard.sh RUNS|sample
set -u
runs=${1:-20} failed=0 loops=
sample=common/simt/tests/test_spin.sh
trap '[ ! "$loops" ] || kill $loops' EXIT
trap 'exit 130' INT TERM

busy() { for i in 1 2 3 4; do sh -c 'while :; do :; done' & loops="$loops $!"; done; }
idle() { [ ! "$loops" ] || kill $loops; loops=; }
one_core() { taskset -c "$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')" nice -n 19 "$@"; }

# NAME COMMAND...: one run; what failed in it is shown.
run() {
    name=$1 log=$(mktemp) && shift
    began=$(date +%s)
    "$@" >"$log" 2>&1 || { failed=$((failed + 1)) && grep -vE '^ok - | ok \([0-9]+ s\)$' "$log"; }
    promises=$(grep -cE '^ok - ' "$log" | sed 's/^0$//; s/$/ promises/; s/^ promises$//')
    echo "$name: $promises$(grep -E '^[0-9]+ passed' "$log" | tail -n 1) in $(($(date +%s) - began)) s"
    rm -f "$log"
}

if [ "$runs" = sample ]; then
    export BUSY=1 # a suite need not make the machine busy itself
    if [ "${ALL:-}" ] || [ $((${DRAW:-1} % 2)) = 0 ]; then
        busy
        for suite in $sample; do run "${suite##*/}, beside four busy loops" sh "$suite"; done
        idle
    fi
    if [ "${ALL:-}" ] || [ $((${DRAW:-1} % 2)) = 1 ]; then
        for suite in $sample; do run "${suite##*/}, on one core under nice -n 19" one_core sh "$suite"; done
    fi
    [ $failed = 0 ]
    exit
fi
export ALL=1 # a suite that takes some of many takes all
case $runs in '' | *[!0-9]* | 0) echo "test-hard: RUNS is '$runs'. It can be a number from 1 on, or sample" >&2 &&
    exit 2 ;; esac
for number in $(seq "$runs"); do
    case $((number % 20)) in
    3 | 7 | 11 | 15 | 19) busy && run "run $number of $runs, beside four busy loops" make -s test ; idle ;;
    10) run "run $number of $runs, on one core under nice -n 19" one_core make -s test ;;
    *) run "run $number of $runs" make -s test ;;
    esac
done
echo "$((runs - failed)) of $runs runs had no failure"
[ $failed = 0 ]
