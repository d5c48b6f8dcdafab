#!/bin/sh
# What the kit itself is good for on this machine: the CPU runtime's barriers, checked runs, and the grader.
#     sh grader/bench/runtime.sh
set -eu
tools=memcheck,racecheck,initcheck,synccheck
checked=build/cpu/solutions-memcheck-racecheck-initcheck-synccheck/run
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Seconds of the processor that a command takes, with all that it starts.
processor_s() {
    sh -c '"$@" >/dev/null 2>&1; times' sh "$@" | tail -n 1 |
        awk '{ for (i = 1; i <= 2; i++) { split($i, part, "m"); s += 60 * part[1] + part[2] } print s }'
}
per_second() { awk "BEGIN { printf \"%.0f\", ($1) / $2 }"; }

echo
sh common/simt/tests/bench.sh

make -s --no-print-directory grade-program run-program WHO=solutions
flock build/cpu/lock make -s --no-print-directory $checked TOOL=$tools
n=65536
fast=$(processor_s build/cpu/solutions/run --n $n)
slow=$(processor_s $checked --n $n)
echo
echo "| the pipeline on $n keys, CPU runtime | processor's s | keys a second |"
echo "|---|---|---|"
echo "| as it is | $fast | $(per_second $n "$fast") |"
echo "| the four checkers | $slow | $(per_second $n "$slow") |"
echo
echo "| the grader, of the solutions | stages | processor's s | stages a minute |"
echo "|---|---|---|---|"
for lab in 01 03 06; do
    build/cpu/grade --folder build/cpu --submission solutions --lab $lab --result "$work/result.json" >/dev/null
    took=$(processor_s build/cpu/grade --folder build/cpu --submission solutions --lab $lab)
    stages=$(grep -o '"verdict"' "$work/result.json" | wc -l)
    echo "| lab $lab | $stages | $took | $(per_second "60 * $stages" "$took") |"
done
