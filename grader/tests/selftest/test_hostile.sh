#!/bin/sh
# Hostile submissions get no point, see nothing, leave nothing and disturb nobody: those that are fast. The
# rest: make hostile. Some defences are taken out, to see that what they stop is real: make hostile-teeth.
# Takes turn 6 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
hostile() { sh grader/selftest/hostile/run.sh build/cpu/hostile --sandbox auto --jobs 2 --fast "$@" 2>"$work/errors"; }

hostile || failed=1
hostile --teeth --grade build/cpu/teeth/grade link-to-folder qsort reads-solution prints-environment daemon \
    many-processes \
    kits-own-sort includes-terms changes-others-files || failed=1

# In a grader that people run, no defence can be taken out.
mkdir "$work/sub" && cp grader/selftest/hostile/TLE/infinite-loop/01_serial_radix.c "$work/sub"
sed -i 's|^//> honest.*|#include "serial_radix.h"|; s|honest_split.*||' "$work/sub/01_serial_radix.c"
sed 1,/^void/d solutions/01_serial_radix.c | sed '1,/^}/d' >>"$work/sub/01_serial_radix.c"
SORTLAB_WITHOUT=clock timeout 600 build/cpu/grade --folder build/cpu --submission "$work/sub" --lab 01 --stage 1 \
    --limit 1 >"$work/out" 2>&1
grep -q 'not done after 1 s' "$work/out"
promise "no defence can be taken out of the grader that people run" $?

# Names are looked at, or there are none that can be.
echo noise >"$work/learner.o"
sh grader/grade/child_names.sh "$work/learner.o" 01_serial_radix.c build/cpu/child.names >"$work/out" 2>&1
promise "an object whose names cannot be read is not linked" \
    "$([ $? = 1 ] && grep -q '^sortlab: its names cannot be read' "$work/out"; echo $?)"

# The handbook's table counts them.
for folder in grader/selftest/hostile/*/; do
    verdict=${folder#grader/selftest/hostile/}
    echo "${verdict%/} $(ls "$folder" | wc -l)"
done | sort >"$work/counted"
sed -n '/^## What was tried against it/,$s/^| \([A-Z]*\)?* | \([0-9]*\) |.*/\1 \2/p' docs/instructor/sandbox.md | sort |
    diff - "$work/counted" >"$work/out"
promise "the instructor's table of what was tried counts each verdict's submissions" $?

for fuzzer in records findings; do build/cpu/fuzz/$fuzzer 1 "$(date +%s)" || failed=1; done
exit $failed
