#!/bin/sh
# The bank of mutants: its runner tells dead from alive and right from wrong reasons, and says what is
# wrong with an entry; then a sample of the bank itself.
#     SAMPLE=1 SEED=1 sh grader/tests/selftest/test_mutants.sh      so many of each lab, and which
# ALL=1: of every lab, not of a third of them.
# Takes turn 7 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
# Two makes at once wait for each other.
flock build/cpu/lock make -s --no-print-directory build/cpu/grade build/cpu/mutants >"$work/out" 2>&1
promise "the runner is built" $?
says() { grep -qF -- "$1" "$work/out"; }
mkdir -p "$work/bank/01_serial_radix"

# The bank has one entry, about lab 01, whose lines are the arguments.
bank() { printf '%s\n' "$@" >"$work/bank/01_serial_radix/mutants"; }
run() { # NAME: runs that mutant; the exit status goes to $code
    build/cpu/mutants --bank "$work/bank" --lab 01 --mutant "$1" --out "$work/out" --limit 2 >"$work/out" 2>&1
    code=$?
}
ends() { # CODE TEXT
    [ "$code" = "$1" ] && says "$2"
}
found='-    for (size_t i = 0; i < n; i++) next[1] += !(in[i] >> bit & 1);'
wrong='+    for (size_t i = 0; i < n; i++) next[0] += !(in[i] >> bit & 1);'
unhurt='+    for (size_t i = 0; i < n; i++) next[1] += !(in[i] >> bit & 1u);'

bank '== lost' 'Counts in the wrong place.' 'expect: WA 1 "out: word 1 past*n = 3"' "$found" "$wrong"
run lost
promise "a mutant that dies as expected is killed" "$(ends 0 '1 mutants, 1 killed'; echo $?)"
promise "and written to Markdown and JSON" \
    "$(grep -q '| lost | 10 | WA | 1 | killed |' "$work/out.md" &&
        grep -q '"fate": "killed"' "$work/out.json"; echo $?)"
bank '== lost' 'expect: WA 2' 'expect: TLE|RTE 1' 'expect: WA 1 "other words"' "$found" "$wrong"
run lost
promise "one that dies otherwise is WRONG REASON, with what was expected" \
    "$(ends 1 'WRONG REASON' && says 'expected: RTE|TLE at stage 1'; echo $?)"
bank '== alive' 'Changes nothing.' 'expect: WA 1' "$found" "$unhurt"
run alive
promise "one that survives is an error" "$(ends 1 '1 mutants, 1 SURVIVED'; echo $?)"
bank '== alive' 'until somebody: looks' "$found" "$unhurt"
run alive
promise "unless the bank says so, with a reason" "$(ends 0 'until somebody: looks'; echo $?)"
bank '== lost' 'equivalent: it is not' "$found" "$wrong"
run lost
promise "and if that is not true it is STALE" "$(ends 1 '1 mutants, 1 STALE'; echo $?)"
bank '== sleepy' 'expect: TLE 1 "it is not done after 2 s of processor time"' "$found" \
    '+    for (volatile int i = 0;; i = 0) {}'
run sleepy
promise "a mutant has less time than a learner" "$(ends 0 '1 killed'; echo $?)"
bank '== slow' 'expect: WA 1' "$found" '+    while (clock() < 5 * CLOCKS_PER_SEC / 2) {}' "$wrong" '@@' \
    '- #include "serial_radix.h"' '+ #include "serial_radix.h"' '+ #include <time.h>'
run slow
promise "one that is over it and should end otherwise has more: a machine may be slow" "$(ends 0 '1 killed'; echo $?)"
bank '== whole' 'expect: LE 1' 'file:' '+#include <stddef.h>'
run whole
promise "a mutant can be a whole file" "$(ends 0 '1 killed'; echo $?)"
bank '== split_by_bit:swap-shift:1' 'expect: WA 1' \
    '+ for (size_t i = 0; i < n; i++) next[1] += !((bit) >> (in[i]) & 1);'
run split_by_bit:swap-shift:1
promise "of a generated mutant the bank can say how it dies" "$(ends 0 '1 killed'; echo $?)"
bank '# nothing'
run 'split_by_bit:*-minus:*'
promise "a mutant that is not there is named" "$(ends 2 "there is no mutant 'split_by_bit:*-minus:*'"; echo $?)"

refused() { # TEXT LINE...: an entry that is an error, and what is said of it
    text=$1
    shift
    bank "$@"
    run '*'
    ends 2 "$work/bank/01_serial_radix/mutants:" && says "$text"
}
promise "lines that stand nowhere are an error" \
    "$(refused ':3: these lines do not stand in solutions/01_serial_radix.c' '== a' 'expect: WA 1' \
        '-    no_such_line();'; echo $?)"
promise "lines that stand twice are one, with both places" "$(refused '(lines ' '== a' 'expect: WA 1' '- }'; echo $?)"
promise "so is a verdict that does not exist" "$(refused ':2: write it as' '== a' 'expect: WRONG 1' "$found"; echo $?)"
promise "so is an entry without an end" "$(refused 'says nothing about its end' '== a' "$found" "$wrong"; echo $?)"
promise "so is a survivor without a reason" "$(refused 'say why' '== a' 'equivalent:' "$found" "$unhurt"; echo $?)"
promise "so is a generated mutant that is no more" \
    "$(refused 'no mutant f:lt-le:1 is generated' '== f:lt-le:1' 'equivalent: so'; echo $?)"
promise "so is one that changes another line now" \
    "$(refused 'reads now: for' '== split_by_bit:swap-shift:1' 'equivalent: so' '+ x = y;'; echo $?)"
bank '# nothing'
mkdir "$work/bank/99_none" && : >"$work/bank/99_none/mutants"
run '*'
promise "so is a file of a lab without a solution" "$(ends 2 'there is no solution solutions/99_none.cu'; echo $?)"
rm -r "$work/bank/99_none"

# Right programs.
right() { # LINE...: the same with a right program
    printf '%s\n' "$@" >"$work/bank/01_serial_radix/right"
    build/cpu/mutants --right --bank "$work/bank" --lab 01 --out "$work/out" >"$work/out" 2>&1
    code=$?
}
right '== other' 'Written differently.' "$found" "$unhurt"
promise "a right program that keeps all points is unharmed" \
    "$(ends 0 'the-solution-itself' && grep -q '^  other .* OK .* unharmed' "$work/out"; echo $?)"
right '== lost' 'Said to be right, and the stage does not think so.' "$found" "$wrong"
promise "one that loses points is UNFAIR, with the verdict" \
    "$(ends 1 '1 mutants, 1 UNFAIR' && says 'the grader: WA at stage 1'; echo $?)"
right '== lost' 'As before.' 'until stages: the stage is known for it' "$found" "$wrong"
promise "unless the bank says what has to be mended" "$(ends 0 '1 mutants, 1 known'; echo $?)"
right '== other' "$found" "$unhurt"
promise "a right program has to say what is unusual" "$(ends 2 'say what is unusual'; echo $?)"
right '== other' 'So.' 'expect: WA 1' "$found" "$unhurt"
promise "and nothing of its end" "$(ends 2 'loses no points'; echo $?)"
rm "$work/bank/01_serial_radix/right"
build/cpu/mutants --right --list |
    awk '{ n[$1]++ } END { for (lab in n) if (n[lab] < (lab < "09" ? 5 : 2)) print lab, n[lab] }' >"$work/out"
[ ! -s "$work/out" ]
promise "there are five of each core lab at least, and two of each other one" $?
build/cpu/mutants --right --lab 04 --sample 2 --seed "${SEED:-1}" --out "$work/out" >"$work/out" 2>&1
promise "a sample of them loses nothing" $?

# Those that are drawn.
drawn() { build/cpu/mutants --unseen "$1" --seed "$2" --list; }
drawn 30 1 >"$work/one" && drawn 60 1 >"$work/more" && drawn 30 2 >"$work/other"
promise "a seed draws the same wrong submissions every time, however many, and another one others" \
    "$([ "$(wc -l <"$work/one")" = 30 ] && head -n 30 "$work/more" | cmp -s - "$work/one" &&
        ! cmp -s "$work/one" "$work/other" && [ -z "$(sort "$work/more" | uniq -d)" ]; echo $?)"
idioms() { # NUMBER NAME LINE...: draws so many with an idiom alone, and runs those whose names fit
    draw=$1 name=$2
    shift 2
    printf '%s\n' "$@" >"$work/idioms.txt"
    build/cpu/mutants --bank "$work/bank" --idioms "$work/idioms.txt" --lab 01 --unseen "$draw" --mutant "$name" \
        --out "$work/out" >"$work/out" 2>&1
    code=$?
}
idioms 20 '01/split_by_bit:other-side:1' '== other-side' 'Counts on the other side.' '- next[1] += !(X_)' \
    '+ next[0] += !(X_)'
promise "an idiom changes what its pattern fits, and is said to break the step of that place" \
    "$(ends 0 'unseen: 1 of 1 are caught, 0 of them in a later step' && grep -q '| WA | 1 | killed' "$work/out.md" &&
        says '+    for (size_t i = 0; i < n; i++) next[0] += !(in[i] >> bit & 1);' && says 'it breaks step 1'; echo $?)"
idioms 20 '01/split_by_bit:once:1' '== once' 'Another loop around it.' '- for (X_; Y_; Z_)' \
    '+ for (volatile int once_ = 0; once_ < 1; once_++) for (X_; Y_; Z_)'
promise "what survives is a figure and no failure, and it is shown" \
    "$(ends 0 'unseen: 0 of 1 are caught' && says '  survives: 01/split_by_bit:once:1' &&
        says '+    for (volatile int once_'; echo $?)"
idioms 3 '*' '== broken' 'No code any more.' '- for (X_; Y_; Z_)' '+ for for (X_; Y_; Z_)'
build/cpu/mutants --bank "$work/bank" --idioms "$work/idioms.txt" --lab 01 --unseen 3 --out "$work/out" \
    >"$work/out" 2>&1
promise "what does not compile is not counted, and others are drawn" \
    "$(grep -qE 'unseen: [0-3] of 3 are caught' "$work/out" && says stillborn; echo $?)"
mkdir "$work/solutions" &&
    sed 's/next\[1\] += !/next[0] += !/' solutions/01_serial_radix.c >"$work/solutions/01_serial_radix.c"
build/cpu/mutants --solutions "$work/solutions" --bank "$work/bank" --idioms "$work/idioms.txt" --lab 01 --unseen 1 \
    --out "$work/out" >"$work/out" 2>&1
code=$?
promise "a solution that fails is a fault all the same" \
    "$([ $code = 1 ] && grep -q 'the-solution-itself .* FAULT' "$work/out"; echo $?)"
rm "$work/idioms.txt"

sample() { build/cpu/mutants --list --sample 5 --seed "$1" | awk '{ print $1, $2 }'; }
sample 1 >"$work/one" && sample 1 >"$work/same" && sample 2 >"$work/other"
labs=$(ls solutions/[0-9]*_*.c* | wc -l)
promise "a sample is so many of each lab, always the same ones, and others with another seed" \
    "$([ "$(wc -l <"$work/one")" = $((5 * labs)) ] && cmp -s "$work/one" "$work/same" &&
        ! cmp -s "$work/one" "$work/other"; echo $?)"
build/cpu/mutants --list --lab 03 --sample 2 --mutant last_claim_wins >"$work/one"
build/cpu/mutants --list --lab 03 --sample 2 >"$work/other"
promise "what is named comes beside the sample" \
    "$(grep -q ' last_claim_wins ' "$work/one" && ! grep -q ' last_claim_wins ' "$work/other" &&
        [ "$(grep -cvxFf "$work/other" "$work/one")" = 1 ] && [ "$(wc -l <"$work/one")" = 3 ]; echo $?)"

build/cpu/mutants --lab 01 --out "$work/out" >"$work/out" 2>&1 &
runner=$!
for _ in $(seq 3000); do ls -d build/cpu/mutants-$runner >"$work/during" 2>/dev/null && break || sleep 0.1; done
kill -TERM $runner
wait $runner
code=$?
for _ in $(seq 3000); do # a compiler that has lost its parent ends by itself
    running=$(grep -la "mutants[-]$runner" /proc/[0-9]*/cmdline 2>/dev/null) && sleep 0.1 || break
done
echo "exit code $code, running: $running" >"$work/out"
promise "interrupted, it leaves nothing lying and nothing running" \
    "$([ $code = 130 ] && [ -s "$work/during" ] && [ ! -e build/cpu/mutants-$runner ] && [ -z "$running" ]; echo $?)"

# Each drawn lab's solution, a few of its mutants, and one without its first barrier.
for lab in $(some $(ls solutions | sed -n 's/^\([0-9][0-9]\)_.*/\1/p')); do
    named=$(build/cpu/mutants --lab $lab --list | awk '$2 ~ /:delete-barrier:1$/ { print $2; exit }')
    case $lab in # The first is refused the device's memory, and a crash of the second has a line.
    08) named="$named most_slots_opened whole_chunk_copied" ;;
    esac
    build/cpu/mutants --lab $lab --sample "${SAMPLE:-1}" --seed "${SEED:-1}" ${named:+--mutant "$named"} \
        --out "$work/out" >"$work/out" 2>&1
    promise "a sample of lab $lab's mutants dies as the bank says, and so it does without a barrier" $?
    [ "$(grep -c 'the-solution-itself .* unharmed' "$work/out")" = 1 ]
    promise "and every stage of its solution passes, in four orders, checked" $?
done
exit $failed
