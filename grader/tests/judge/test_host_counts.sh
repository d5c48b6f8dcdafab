#!/bin/sh
# The work of host code is counted as it is written, by gcc and clang alike: known programs have the counts that can be
# read off their text. The bounds of a lab's header stand on its page. Unusual ways that are right keep all points.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
make -s --no-print-directory grade-program >"$work/out" 2>&1
promise "the grader builds" $?
compilers=gcc
command -v clang >/dev/null && compilers="gcc clang"

graded() { # LAB [CHOICE...]: what is in $work/sub
    lab=$1 && shift
    rm -f "$work/r.json"
    build/cpu/grade --folder build/cpu --sandbox none --submission "$work/sub" --lab "$lab" "$@" \
        --result "$work/r.json" >"$work/out" 2>&1 </dev/null
}

# A function of lab 01 with CODE at its end comes to MESSAGE, with every compiler.
counts() { # FUNCTION STAGE MESSAGE CODE
    rm -rf "$work/sub" && mkdir "$work/sub"
    sed -e "/^void $1(/,/^}/s/^}/$4\n}/" -e '1i #include <string.h>' solutions/01_serial_radix.c \
        >"$work/sub/01_serial_radix.c"
    for CC in $compilers; do
        CC=$CC graded 01 --stage "$2"
        grep -qF "\"message\": \"right, but $3" "$work/r.json" || { cat "$work/r.json" >>"$work/out"; return 1; }
    done
}
counts split_by_bit 1 '24 loads and stores of host code per key (at most 12)' \
    'for (size_t i = 0; i < n; i++) for (int k = 0; k < 10; k++) out[i] = out[i];'
promise "a split has 4 loads and stores a key, and ten assignments have 20" $?
counts split_by_bit 1 '104 loads and stores of host code per key (at most 12)' \
    "for (size_t i = 0; i < n; i++) for (int k = 0; k < 100; k++) { uint32_t key = in[i], *mine = \&key; (void)*mine; }"
promise "a loop over the keys reads each key as often as it says, and the stack does not count" $?
counts split_by_bit 1 '14 loads and stores of host code per key (at most 12)' \
    'for (int k = 0; k < 5; k++) memmove(out, out, 4 * n);'
promise "memmove loads and stores as many words as it has" $?
counts radix_sort_digits 6 '24 stores of host code per key (at most 20)' \
    'for (int k = 0; k < 10; k++) { memset(scratch, 0, 4 * n); memcpy(scratch, keys, 4 * n); }'
promise "a sort by 4 splits has 4 stores a key, and memset and memcpy have one each" $?
counts radix_sort 2 '4.99' \
    'for (size_t k = 2; k < 12; k += 2) for (size_t i = 0; i < n; i++) scratch[i] = keys[i] < keys[(i + k) % n] ? 1 '\
': keys[i] > keys[(i + k) % n];'
promise "five comparisons a key, each asked twice, are five, but for keys below 2^21" $?
sed 's/^void split_by_bit/__attribute__((no_sanitize("thread"))) &/' solutions/01_serial_radix.c \
    >"$work/sub/01_serial_radix.c"
graded 01 --stage 1
grep -qF 'it has no_sanitize, which hides code from the checkers. Leave it out' "$work/r.json"
promise "code that the compiler is told not to look at is refused" $?
sed -e 's/^    int error = 0;/&\n    if (simt_host_threads) simt_host_threads(7);/' \
    -e 's/^int merge_runs_parallel/extern void simt_host_threads(int more) __attribute__((weak));\n&/' \
    solutions/07_block_merge.c >"$work/sub/07_block_merge.c"
graded 07 --stage 5
grep -qF 'it meddles with the CPU runtime: simt_host_threads' "$work/r.json"
promise "and code that would count for itself is looked at" $?

# Header and page.
for lab in 01_serial_radix 07_block_merge; do
    sed -n 's#^ *\(MOST\|LEAST\)_\([A-Z_]*\) = \([0-9]*\), .*step.*#\1 \3#p' labs/$lab/*.h >"$work/bounds"
    [ -s "$work/bounds" ] && while read -r which bound; do
        [ "$which" = MOST ] && words="at most $bound " || words="at least $bound "
        tr -s ' \n' '  ' <labs/$lab/README.md | grep -iq "$words" || echo "$words"
    done <"$work/bounds" >"$work/out"
    [ -s "$work/bounds" ] && [ ! -s "$work/out" ]
    promise "every bound of the header is on the page, lab $lab" $?
done
