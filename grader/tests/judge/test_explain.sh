#!/bin/sh
# A failure is explained: its kind, the smallest input that shows it, and a command that shows it again.
# Takes turn 3 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
make -s grade-program mutants-program
grade="build/cpu/grade --folder build/cpu"

# explain LAB: grades the submission in $work/sub and explains the first failure.
explain() {
    $grade --submission "$work/sub" --lab "$1" --explain --until-fail --result "$work/r.json" \
        --repeat-by "$grade --submission $work/sub" >"$work/out" 2>&1 </dev/null
    code=$?
}
mutant() { # LAB NAME: that mutant of the bank is the submission
    rm -rf "$work/sub" "$work/written" && mkdir "$work/sub"
    build/cpu/mutants --lab "$1" --mutant "$2" --write "$work/written" >/dev/null 2>&1
    cp "$work"/written/*/"$1"_* "$work/sub"
}
options() { # of the repeat command, for the grader itself
    again_of "$work/out" | sed -E 's/ (LAB|STAGE|CASE|N|SEED|KEYS|ORDER)=/ --\L\1 /g'
}
is() { # LAB NAME KIND MOST: of that kind, shown with at most so many keys, and again by the command
    mutant "$1" "$2"
    explain "$1"
    promise "$1 $2: it is told to be '$3'" "$([ $code = 1 ] && grep -q "\"class\": \"$3\"" "$work/r.json"; echo $?)"
    [ "$4" ] || return 0
    keys=$(options | sed -n 's/.*--n \([0-9]*\).*/\1/p')
    [ "$keys" ] || keys=$(options | sed -n 's/.*--keys "\([^"]*\)".*/\1/p' | wc -w)
    promise "$1 $2: $4 keys show it, or fewer" "$([ "${keys:-9999}" -le "$4" ]; echo $?)"
    eval "$(options)" >"$work/again" 2>&1 </dev/null
    promise "$1 $2: the command shows it again" "$([ $? = 1 ] && grep -q ' 0/' "$work/again"; echo $?)"
}

is 01 greatest_key_means_empty sentinel 1
is 01 sorted_as_signed top-bit 2
is 01 duplicates_lost equal-keys 3
is 01 bins_set_once state ''
is 03 max_means_exhausted sentinel 1
is 03 short_tile_forgotten tail 1
is 03 one_block block 2049
is 03 words_set_together missing-barrier 4
is 03 plain_bid race 4
is 03 every_tile_full off-by-one 1
is 03 no_blocks_launched launch 0
is 08 missing_wait stream 2
is 08 shared_scratch unordered ''
is 09 cleared_in_stream_zero unordered ''

# What the learner reads.
mutant 01 duplicates_lost
explain 01
promise "the smallest input is shown whole, and what came of it" \
    "$(grep -qx '        radix_sort(keys, scratch, n = 3)' "$work/out" &&
        grep -qx '        keys before  0 1 0' "$work/out" &&
        grep -qx '        wanted       0 0 1' "$work/out" && grep -qx '  *^.*' "$work/out"; echo $?)"
promise "and where a hint is" "$(grep -q 'hint:  make hint LAB=01 STEP=2' "$work/out"; echo $?)"
make -s build/cpu/tests/valid &&
    build/cpu/tests/valid grader/grade/report/result.schema.json "$work/r.json" >>"$work/out" 2>&1 &&
    grep -q '"shown": "radix_sort(keys, scratch, n = 3)' "$work/r.json" &&
        grep -q '"advice": "This input is right where no two keys are equal' "$work/r.json"
promise "the result says so too, and keeps to its schema" $?
promise "no line is longer than 80 columns" "$(! grep -q '.\{81\}' "$work/out"; echo $?)"
first() { $grade --submission "$work/sub" --lab 01 --serial --explain=first --result "$1" >"$work/out" 2>&1; }
sed 's/next\[1\] += /next[0] += /' solutions/01_serial_radix.c >"$work/sub/01_serial_radix.c"
first "$work/one.json"
first "$work/two.json"
[ "$(grep -c '"verdict": "WA"' "$work/one.json")" -gt 1 ] && [ "$(grep -c '"shown"' "$work/one.json")" = 1 ] &&
    cmp "$work/one.json" "$work/two.json" >>"$work/out" 2>&1
promise "a class's failures are explained, the first of a lab, in the same words each time" $?
$grade --submission "$work/sub" --explain=last >"$work/out" 2>&1
promise "what cannot be explained is refused in a sentence" \
    "$([ $? = 2 ] && grep -q -e "--explain is 'last'. It can be first" "$work/out"; echo $?)"
sed 's/^void split_by_bit(.*{$/&\n    int x = 1/' solutions/01_serial_radix.c >"$work/sub/01_serial_radix.c"
explain 01
promise "a missing semicolon is called that, above what the compiler says" \
    "$(tr -s ' \n' ' ' <"$work/out" |
        grep -q "A semicolon is missing at the end of this line or the one above. The compiler: 01_serial_radix.c:"
        echo $?)"
$grade --submission solutions --lab 01 --stage 1 --keys '1 x' >"$work/out" 2>&1
promise "keys that are no numbers are refused in a sentence" \
    "$([ $? = 2 ] && grep -q "KEYS holds 'x'" "$work/out"; echo $?)"
[ "$failed" = 0 ]
