#!/bin/sh
# Few items are sorted in one kernel: by a sample that tells the truth, or by one that is made to mislead.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log
common/simt/simtcc --tool=memcheck,racecheck,initcheck,synccheck -O1 -g -w -I. -o "$work/few" grader/tests/sort/few.cu \
    >"$log" 2>&1 || { cat "$log"; exit 1; }
SIMT_GPU=H100 timeout 300 "$work/few" >"$log" 2>&1 && grep -q '========= ERROR SUMMARY: 0 errors' "$log"
report "few items are sorted as std::stable_sort does, and where all of the sample are the least key, too" $? "$log"
exit $failed
