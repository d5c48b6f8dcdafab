#!/bin/sh
# Memory that nobody wrote: what it holds, and what a program hears that relies on it.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"

common/simt/simtcc -O2 -w -o "$work/unwritten" common/simt/tests/check/half_written.cu >"$work/log" 2>&1
report "the program builds" $? "$work/log"

"$work/unwritten" >"$work/log" 2>&1
[ $? = 1 ] && grep -q 'holds bytes 0xCD here, and on a GPU often 0. SIMT_UNWRITTEN=0 fills it with 0' "$work/log"
report "a program that needs zeros ends badly, and hears of SIMT_UNWRITTEN" $? "$work/log"

SIMT_UNWRITTEN=0 "$work/unwritten" >"$work/log" 2>&1 && [ "$(cat "$work/log")" = 128 ]
report "with SIMT_UNWRITTEN=0 global and shared memory hold zeros" $? "$work/log"

SIMT_UNWRITTEN=256 "$work/unwritten" >"$work/log" 2>&1
[ $? != 0 ] && grep -q "SIMT_UNWRITTEN is '256'. It must be a number from 0 to 255" "$work/log"
report "SIMT_UNWRITTEN takes a byte" $? "$work/log"

common/simt/simtcc -w --tool=initcheck -o "$work/checked" common/simt/tests/check/half_written.cu >"$work/log" 2>&1 &&
    ! SIMT_UNWRITTEN=0 "$work/checked" >"$work/log" 2>&1 && grep -q 'Uninitialized __global__ memory read' "$work/log"
report "a check build reports the reads all the same" $? "$work/log"

common/simt/simtcc -O2 -w -o "$work/few" common/simt/tests/check/hardly_touched.cu >"$work/log" 2>&1 &&
    [ "$("$work/few" 205 2>&1)" = '0 wrong, little memory' ]
report "gigabytes that a program hardly touches take little memory, and hold 0xCD" $? "$work/log"

SIMT_UNWRITTEN=0 "$work/few" 0 >"$work/log" 2>&1 && grep -qx '0 wrong, little memory' "$work/log"
report "the same with SIMT_UNWRITTEN=0" $? "$work/log"
exit $failed
