#!/bin/sh
# Lab 11's selection: among which keys it searches, and whether the answer is right where its sample misleads.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log
common/simt/simtcc --tool=memcheck,racecheck,initcheck,synccheck -O1 -w -I. -Ilabs/11_radix_select \
    -o "$work/select" grader/tests/sort/select.cu solutions/11_radix_select.cu >"$log" 2>&1 || { cat "$log"; exit 1; }
# selects N K WHERE WHAT...
selects() {
    n=$1 k=$2 where=$3 && shift 3
    for what; do
        timeout 300 "$work/select" "$what" "$n" "$k" "$where" >"$log" 2>&1 &&
            grep -q '========= ERROR SUMMARY: 0 errors' "$log" || return 1
    done
}

selects 20001 20 below uniform && selects 70000 1 below uniform
report "where k keys are below the bound, only these are searched" $? "$log"
selects 70000 100 copies equal max half few signs "some below" enough && selects 4096 1 copies equal max
report "where too few are, copies of the bound make k candidates, and reading stops early" $? "$log"
selects 70000 100 all hidden "one missing" && selects 140000 100 all "too high"
report "a sample that misleads costs a search of all keys, and the answer is right" $? "$log"
selects 4095 100 all equal uniform && selects 20001 700 all few uniform && selects 9000 9000 all half signs
report "where no sample pays, all keys are searched" $? "$log"
exit $failed
