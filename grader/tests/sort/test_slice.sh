#!/bin/sh
# A slice of the whole, as it comes to a rank: sorted from its parts, by digits of any width.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log
make -s --no-print-directory many-program WHO=solutions >"$log" 2>&1 &&
    common/simt/simtcc -O1 -w -I. -o "$work/slice" grader/tests/sort/slice.cu build/cpu/solutions/ranks.a \
    >"$log" 2>&1 ||
    { cat "$log"; exit 1; }
slices() { for slice in "$@"; do "$work/slice" $slice || return 1; done >"$log" 2>&1; }

slices "8 1 17401 uniform" "4 2 40000 uniform" "4 2 40000 few" "7 16 300007 uniform" "5 4 70000 few"
report "few keys to a bucket: one bit is enough" $? "$log"
slices "8 3 600011 uniform" "8 3 600011 few"
report "a digit of a partition's bits" $? "$log"
slices "8 2 2130007 uniform" "8 2 2130007 few"
report "a broader digit, and keys that are all in a few of its buckets" $? "$log"
exit $failed
