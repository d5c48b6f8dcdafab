#!/bin/sh
# What the compiler refuses or warns of stands under a verdict that is not ok, with the line, in words that a learner
# knows. CC=clang-19 CXX=clang++-19 tries these compilers.
# Takes turn 5 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
make -s --no-print-directory grade-program >"$work/out" 2>&1
promise "the grader builds" $?
split='    for (size_t i = 0; i < n; i++) next\[1\] += !(in\[i\] >> bit & 1);'

# Lab 01's first stage, wrong in any case, with CODE before the split of a bit: what is said of that line.
tried() { # CODE
    rm -rf "$work/sub" && mkdir "$work/sub"
    printf '%s\n' "$1" >"$work/code"
    awk -v code="$work/code" \
        '/next\[1\] \+= !/ { while ((getline line <code) > 0) print line; sub(/next\[1\]/, "next[0]") } { print }' \
        solutions/01_serial_radix.c >"$work/sub/01_serial_radix.c"
    line=$(grep -nF -- "$(sed -n "${nth:-1}p" "$work/code")" "$work/sub/01_serial_radix.c" | head -n 1 | cut -d: -f1)
    build/cpu/grade --folder build/cpu --sandbox none --submission "$work/sub" --lab 01 --stage 1 \
        --result "$work/r.json" \
        >"$work/out" 2>&1 </dev/null
    grep -qF '"points": 0' "$work/r.json"
}
says() { tried "$2" && grep -qF -- "The compiler warned: 01_serial_radix.c:$line: $1" "$work/r.json"; }  # WORDS CODE
fails() { tried "$2" && grep -qF -- "$1 The compiler: 01_serial_radix.c:$line:" "$work/r.json"; } # WORDS CODE
grep -q "$split" solutions/01_serial_radix.c
promise "the solution has the line that is made wrong" $?
says '= assigns, and == compares.' '    if (bit = 8) n = n;'
promise "an assignment in an if" $?
says 'an unsigned number is never below 0, so this is always true.' \
    '    for (unsigned b = 3; b >= 0; b--) if (b == 1) break;'
promise "a loop that counts an unsigned number down to 0" $?
says 'a value is shifted by at least as many bits as its type has.' '    unsigned top = 1u << 32; (void)top;'
promise "a shift by all bits" $?
says 'a variable is read before it has a value.' '    int unset; if (unset > 3) return;'
promise "a variable that nobody has set" $?
says 'a semicolon ends this if or loop, so its body is empty.' '    if (n == 3);'
promise "a semicolon behind an if" $?
says 'no header declares this function, so an #include may be missing' '    puts("here");' ||
    fails 'No header declares this function. It may be misspelt, or an #include is missing.' '    puts("here");'
promise "a function without its header" $?
says 'a comment begins inside another comment, which was never closed.' '    /* one /* two */'
promise "a comment in a comment" $?
braces='    if (n == 3)
        n++;
        bit++; // in any case'
says 'braces are missing: only the first statement belongs to the if or the loop.' "$braces" ||
    (nth=3 && says 'braces are missing: only the first statement belongs to the if or the loop.' "$braces")
promise "two statements and no braces" $?
says '= assigns, and == compares.' '    if (bit = 8) n = n;
    if (bit = 9) n = n;
    if (bit = 10) n = n;' && [ "$(grep -o '01_serial_radix.c:[0-9]*: = assigns' "$work/r.json" | wc -l)" = 2 ]
promise "the first two are told, and no more" $?

fails 'This name is not known here. It may be misspelt, or the variable belongs to other braces.' '    nxt[1]++;'
promise "a name that is misspelt" $?
fails 'A semicolon is missing at the end of this line or the one above.' '    n = 3 }'
promise "a semicolon that is missing" $?
fails 'This type is not known here. Is it misspelt?' '    uint23_t x = 1;' ||
    fails 'This name is not known here. It may be misspelt, or the variable belongs to other braces.' \
        '    uint23_t x = 1;'
promise "a type that is misspelt" $?
fails 'It writes to something const. The contract lets you only read it.' '    const int fixed = 1; fixed = 2;'
promise "a constant that is written to" $?
fails 'The left side of = cannot be assigned to. Did you mean ==?' '    if (3 = n) return;'
promise "a number that is assigned to" $?
fails 'Only arrays and pointers take [ ]. This is neither an array nor a pointer.' '    n[0] = 1;'
promise "a number with an index" $?

mkdir "$work/right" &&
    sed 's/^    for (size_t i = 0; i < n; i++) next\[1\]/    int unset; (void)unset;\n&/' solutions/01_serial_radix.c \
        >"$work/right/01_serial_radix.c"
build/cpu/grade --folder build/cpu --sandbox none --submission "$work/right" --lab 01 --stage 1 \
    --result "$work/r.json" >"$work/out" 2>&1
code=$?
[ $code = 0 ] && ! grep -q warned "$work/r.json"
promise "what is right has its points, and no word" $?

# The same of CUDA: the function that every thread calls has lost its return.
mkdir "$work/cuda" && sed '/^    return choice;/d' solutions/03_atomic_merge.cu >"$work/cuda/03_atomic_merge.cu"
line=$(awk '/^static __device__ struct choice choose/ { at = 1 } at && /^}/ { print NR; exit }' \
        "$work/cuda/03_atomic_merge.cu")
build/cpu/grade --folder build/cpu --sandbox none --submission "$work/cuda" --lab 03 --stage 1 --limit 2 \
    --result "$work/r.json" >"$work/out" 2>&1
grep -qF -- "The compiler warned: 03_atomic_merge.cu:$line: the function returns a value, but " "$work/r.json"
promise "a missing return is named, however it ends" $?

build/cpu/grade --folder build/cpu --sandbox none --submission labs --result "$work/r.json" >"$work/out" 2>&1
! grep -q warned "$work/r.json"
promise "the skeletons give no warnings" $?
exit $failed
