#!/bin/sh
# Names of the grader's part of a child, a line each: "kit NAME" of the functions of libchild.a, "runtime NAME"
# of the CPU runtime's, and "needs NAME" of those of the system's libraries that one of them, or a lab's
# stages, calls.
#     sh grader/grade/child_needs.sh LIBCHILD STAGES...
set -eu
runtime=$(find build/simt -name 'libsimt*.a' 2>/dev/null || true)
contracts=$(sed -n 's/^[a-z][^(]*[ *]\([A-Za-z0-9_]*\)(.*/\1/p' labs/*/*.h | sort -u) # the learner's to define
{
    nm -gP --defined-only "$1" | sed -n 's/^\([^ ]*\) [A-Z] .*/1 kit \1/p'
    for library in $runtime; do
        nm -gP --defined-only "$library" | sed -n 's/^\([^ ]*\) [A-VX-Z] .*/2 runtime \1/p'
    done
    # shellcheck disable=SC2086
    nm -uP "$@" $runtime | sed -n 's/^\([^ @]*\)[^ ]* U.*/3 needs \1/p'
} | sort -u -k3,3 -k1,1 | awk -v contracts="$contracts" '
    BEGIN { for (n = split(contracts, word, "\n"); n; n--) contract[word[n]] = 1 }
    $2 == "needs" && $3 in contract { next }
    /needs (_GLOBAL_OFFSET_TABLE_|__real_.*|end|etext|__executable_start)$/ { next }
    !seen[$3]++ { print $2, $3 }'
