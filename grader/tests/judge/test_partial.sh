#!/bin/sh
# Partial points of a stage by its cases: what passes counts, and what does nothing, hides or cheats gains nothing by
# it.
# Takes turn 3 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "partial points by the terms of a rubric" || exit 0
make -s --no-print-directory rubric-program grade-program >"$work/out" 2>&1
promise "the grader and the rubric's program build" $?
terms() { printf "partial: true\n$1" >"$work/rubric.yaml" &&
    build/cpu/rubric --terms "$work/terms" "$work/rubric.yaml"; } # YAML
grade() { build/cpu/grade --folder build/cpu --sandbox none --terms "$work/terms" --result "$work/result" "$@" \
    >"$work/out" 2>&1; }

# Stage 1 of lab 01 has 11 cases and 20 points: n is 3, 6, 4, 0, 1, 2, 31, 32, 33, 1000, and 65537, which is counted.
try() { # STATEMENTS that split_by_bit begins with, FIRST LINES
    mkdir -p "$work/sub" &&
        sed "/^void split_by_bit/s|{\$|{ $1|; 1i ${2:-// changed}" solutions/01_serial_radix.c \
            >"$work/sub/01_serial_radix.c"
    grade --submission "$work/sub" --lab 01 --stage 1
}
comes_to() { # POINTS VERDICT WORDS
    grep -q "^ *\"points\": $1,\$" "$work/result" && grep -q "\"verdict\": \"$2\"" "$work/result" &&
        grep -qF -- "$3" "$work/result"
}
terms 'labs: [{lab: 1}]\n'
try 'if (n == 33) return;'
comes_to 18 WA '"note": "10 of its 11 cases pass: 18 of 20 points"'
promise "of 11 cases that are worth 20 points 10 are worth 18, and the student reads how" $?
try 'if (n == 2) return; if (n == 31 \|\| n == 33) *(volatile int *)0 = 1;'
comes_to 14 WA '"note": "8 of its 11 cases pass: 14 of 20 points"'
promise "behind a case that crashes the others are judged all the same" $?
try 'if (n == 1000) exit(0);' '#include <stdlib.h>'
comes_to 18 EXIT '10 of its 11 cases pass'
promise "and behind one that ends the program" $?
try 'if (n != 33) return;'
comes_to 0 WA '2 of its 11 cases pass, and points begin above one half: 0 of 20 points'
promise "half of the cases, or fewer, are worth nothing" $?
try 'if (n == 65537) return;'
comes_to 10 WA '10 of its 11 cases pass, but the case that shows the method fails: half of the points at most: 10 '\
'of 20 points'
promise "without the case that shows by which method there is half at most" $?
try 'for (volatile size_t i = 0; i < 50 * n; i++) v += in[i % n]; if (n == 33) return;' 'volatile unsigned v;'
comes_to 9 WA '10 of its 11 cases pass, by another method, which halves the points: 9 of 20 points'
promise "another method halves a part as it halves the whole" $?
try 'if (n == 33) return; v = n > 1 ? in[n] : 0;' 'volatile unsigned v;'
comes_to 0 WA '"points": 0' && ! grep -q 'cases pass' "$work/result"
promise "cases that pass by luck alone, with a stray read, are worth nothing" $?
terms 'labs: [{lab: 1}]\nlimits: {seconds: 3}\n'
try 'while (n == 1000) v++;' 'volatile unsigned v;'
comes_to 10 TLE '9 of its 11 cases pass'
promise "of a stage that hangs the cases before count, and those behind are not waited for" $?

# What a part must not be a way to.
terms 'labs: [{lab: 1}]\ncheat: zero\n'
try 'if (n == 33) return;' 'int fork(void); int (*volatile by)(void) = fork;'
grep -q '"suspicion"' "$work/result" && comes_to 0 WA ''
promise "with cheat: zero a stage that is flagged has no part of its points" $?
terms 'labs: [{lab: 1}]\nsecret: 0123456789abcdef\nhidden: [{lab: 1, stages: [1]}]\n'
try 'if (n == 33) return;'
comes_to 0 FAIL '"hidden": true' && ! grep -q 'cases pass' "$work/result" "$work/out"
promise "a hidden stage has all points or none, and tells of no case" $?
printf 'labs: [{lab: 1, partial_stages: [1]}]\n' >"$work/rubric.yaml" &&
    build/cpu/rubric --terms "$work/terms" "$work/rubric.yaml"
try 'if (n == 33) return;'
mv "$work/result" "$work/first" && grade --submission "$work/sub" --lab 01 --stage 2
grep -q '10 of its 11 cases pass' "$work/first" && comes_to 0 WA '' && ! grep -q 'cases pass' "$work/result"
promise "partial_stages takes these stages alone" $?

# A file that does nothing is right for empty arrays and such as are sorted.
terms ''
for lab in $(some labs/[0-9]*); do
    mkdir -p "$work/none" &&
        for file in solutions/"${lab#labs/}".*; do
            sh common/build/skeletons.sh --print "$file" >"$work/none/${file##*/}"; done
    grade --submission "$work/none" --lab "${lab#labs/}"
    grep -q ' 0 of [0-9]* points' "$work/out" || { echo "$lab:" && cat "$work/out"; }
done >"$work/bad" 2>&1
[ ! -s "$work/bad" ] && grep -q 'cases pass, and points begin above one half' "$work/out" ||
    { cat "$work/bad" >"$work/out" && false; }
promise "a file that does nothing has no points in any stage" $?
exit $failed
