#!/bin/sh
# What the compiler warned of stands under a verdict that is not ok, with the line, in words that a learner knows.
set -u
. "$(dirname "$0")/../../common/tests/promise.sh"
make -s --no-print-directory grade-program >"$work/out" 2>&1
promise "the grader builds" $?
split='    for (size_t i = 0; i < n; i++) next\[1\] += !(in\[i\] >> bit & 1);'

# Lab 01's first stage, wrong in any case, with CODE before the split of a bit: what is said of that line.
says() { # WORDS CODE
    rm -rf "$work/sub" && mkdir "$work/sub"
    printf '%s\n' "$2" >"$work/code"
    awk -v code="$work/code" '/next\[1\] \+= !/ { while ((getline line <code) > 0) print line; sub(/next\[1\]/, "next[0]") } { print }' \
        solutions/01_serial_radix.c >"$work/sub/01_serial_radix.c"
    line=$(grep -nF -- "$(head -n 1 "$work/code")" "$work/sub/01_serial_radix.c" | head -n 1 | cut -d: -f1)
    build/cpu/grade --folder build/cpu --sandbox none --submission "$work/sub" --lab 01 --stage 1 --result "$work/r.json" \
        >"$work/out" 2>&1 </dev/null
    grep -qF '"points": 0' "$work/r.json" && grep -qF -- "The compiler warned: 01_serial_radix.c:$line: $1" "$work/r.json"
}
grep -q "$split" solutions/01_serial_radix.c
promise "the solution has the line that is made wrong" $?
says '= assigns here; == compares.' '    if (bit = 8) n = n;'
promise "an assignment in an if" $?
says 'an unsigned number is never below 0, so this is always true.' '    for (unsigned b = 3; b >= 0; b--) if (b == 1) break;'
promise "a loop that counts an unsigned number down to 0" $?
says 'a value is shifted by at least as many bits as its type has.' '    unsigned top = 1u << 32; (void)top;'
promise "a shift by all bits" $?
says 'a variable is read before it has a value.' '    int unset; if (unset > 3) return;'
promise "a variable that nobody has set" $?
says 'a semicolon ends this if or loop, so its body is empty.' '    if (n == 3);'
promise "a semicolon behind an if" $?
says 'a function is called that no header declares; is an #include missing?' '    puts("here");'
promise "a function without its header" $?
says 'a comment begins inside another comment, which was never closed.' '    /* one /* two */'
promise "a comment in a comment" $?
says 'braces are missing: only the first statement belongs to the if or the loop.' '    if (n == 3)
        n = n; n = n;'
promise "two statements and no braces" $?
says '= assigns here; == compares.' '    if (bit = 8) n = n;
    if (bit = 9) n = n;
    if (bit = 10) n = n;' && [ "$(grep -o '01_serial_radix.c:[0-9]*: = assigns' "$work/r.json" | wc -l)" = 2 ]
promise "the first two are told, and no more" $?

mkdir "$work/right" && sed 's/^    for (size_t i = 0; i < n; i++) next\[1\]/    int unset; (void)unset;\n&/' solutions/01_serial_radix.c >"$work/right/01_serial_radix.c"
build/cpu/grade --folder build/cpu --sandbox none --submission "$work/right" --lab 01 --stage 1 --result "$work/r.json" >"$work/out" 2>&1
code=$?
[ $code = 0 ] && ! grep -q warned "$work/r.json"
promise "what is right has its points, and no word" $?

# The same of CUDA: the function that every thread calls has lost its return.
mkdir "$work/cuda" && sed '/^    return choice;/d' solutions/03_atomic_merge.cu >"$work/cuda/03_atomic_merge.cu"
line=$(awk '/^static __device__ struct choice choose/ { at = 1 } at && /^}/ { print NR; exit }' "$work/cuda/03_atomic_merge.cu")
build/cpu/grade --folder build/cpu --sandbox none --submission "$work/cuda" --lab 03 --stage 1 --limit 2 --result "$work/r.json" >"$work/out" 2>&1
grep -qF -- "The compiler warned: 03_atomic_merge.cu:$line: the function returns a value, but " "$work/r.json"
promise "a missing return is named, however it ends" $?

build/cpu/grade --folder build/cpu --sandbox none --submission labs --result "$work/r.json" >"$work/out" 2>&1
! grep -q warned "$work/r.json"
promise "the skeletons give no warnings" $?
exit $failed
