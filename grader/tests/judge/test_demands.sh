#!/bin/sh
# What a stage demands stands in the lab's contract and on its page, in the same numbers and words.
set -u
. "$(dirname "$0")/../../common/tests/promise.sh"
flock build/cpu/lock make -s --no-print-directory build/cpu/tests/demands >"$work/out" 2>&1
promise "the program that knows the demands is built" $?

for lab in labs/[0-9]*; do
    name=${lab#labs/}
    build/cpu/tests/demands page "$name" >"$work/page"
    [ -s "$work/page" ] || continue
    grep -q 'What a method costs' "$lab/${name#[0-9]*_}.h" && continue # bounds that are constants: test_host_counts.sh
    awk '/^\| graded stage \|/ { on = 1; getline; next } !/^\|/ { on = 0 } on' "$lab/README.md" >"$work/page.is"
    diff "$work/page.is" "$work/page" >"$work/log"
    report "the page of lab $name says what its stages demand, and no more" $? "$work/log"
    build/cpu/tests/demands contract "$name" >"$work/contract"
    awk '/^ \* Graded by counts/ { on = 1 } /^ \*\// { on = 0 } on && ended; on && /^ \*$/ { ended = 1 }' \
        "$lab/${name#[0-9]*_}.h" >"$work/contract.is"
    diff "$work/contract.is" "$work/contract" >"$work/log"
    report "and so does its contract" $? "$work/log"
done
exit $failed
