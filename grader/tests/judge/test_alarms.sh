#!/bin/sh
# What make alarms promises: it is silent about right answers, and it would not be about a race.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log
mkdir -p build/cpu && flock build/cpu/lock make -s --no-print-directory build/cpu/tests/alarms >"$log" 2>&1
report "alarms builds" $? "$log"

build/cpu/tests/alarms solutions 4 1 03 >"$log" 2>&1 &&
    grep -q '^20 runs: 4 orders of 5 stages, [0-9]* keys; 0 with a finding$' "$log"
report "no tool says a word about lab 03, in 4 orders" $? "$log"

# Without one of its barriers.
mkdir "$work/wrong" &&
    awk '/__syncthreads/ && ++n == 2 { next } { print }' solutions/03_atomic_merge.cu >"$work/wrong/03_atomic_merge.cu"
build/cpu/tests/alarms "$work/wrong" 1 1 03 >"$log" 2>&1
[ $? = 1 ] && grep -q '03_atomic_merge stage .* random:1: .*Race reported' "$log"
report "a barrier that is missing is an alarm" $? "$log"
exit $failed
