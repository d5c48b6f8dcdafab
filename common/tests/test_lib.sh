#!/bin/sh
# The sorting library: make lib, the example, a C program that holds it against qsort, and wrong arguments.
set -u
. "$(dirname "$0")/promise.sh"
c="gcc -std=c11 -Wall -Wextra -Werror -I. -isystem common/simt/include"
make -s --no-print-directory lib >"$work/out" 2>&1 &&
    grep -q '^build/libsortlab.a: compile your program with ' "$work/out"
promise "make lib writes build/libsortlab.a and says how it is used" $?
nm -g --defined-only build/libsortlab.a | awk 'NF == 3 && $2 ~ /[TDBR]/ && $3 !~ /^sortlab_/' >"$work/out"
[ ! -s "$work/out" ]
promise "all that a program sees of it begins with sortlab_" $?

$c -c -o "$work/example.o" common/sort/device/example.c >"$work/out" 2>&1 &&
    common/simt/simtcc -o "$work/example" "$work/example.o" build/libsortlab.a >"$work/out" 2>&1 &&
    "$work/example" >"$work/out" && [ "$(wc -l <"$work/out")" = 1000 ] &&
    LC_ALL=C sort -g "$work/out" | cmp - "$work/out"
promise "the example in C compiles, links and sorts" $?

$c -O1 -c -o "$work/lib.o" common/tests/lib.c >"$work/out" 2>&1 &&
    common/simt/simtcc -o "$work/lib" "$work/lib.o" build/libsortlab.a >"$work/out" 2>&1
promise "a larger C program compiles and links, too" $?
sizes() { for n in "$@"; do "$work/lib" "$n" "$what" || return; done >"$work/out" 2>&1; }
what=keys && sizes 0 1 2 33 8697 30001
promise "keys of all six types are sorted as qsort does" $?
what=pairs && sizes 0 1 33 11264 11265 30001
promise "pairs are sorted, and equal keys keep their order" $?
what=errors && sizes 20000
promise "a wrong argument gives its status, and no crash" $?
SIMT_GPU=T4 "$work/lib" 20001 keys >"$work/out" 2>&1
[ $? = 1 ] && grep -q '^sortlab: a block of this device has too little shared memory for this sort$' "$work/out" &&
    ! grep -q qsort "$work/out"
promise "a T4 sorts keys of 32 bits, and says that those of 64 are too much for it" $?

common/simt/simtcc --tool=memcheck,racecheck,initcheck,synccheck -O1 -g -w -I. -o "$work/checked" "$work/lib.o" \
    common/sort/device/sort.cu >"$work/out" 2>&1 &&
    for what in keys pairs; do "$work/checked" 12000 $what || exit; done >"$work/out" 2>&1 &&
    ! grep -E '========= (Un|In)|ERROR: ' "$work/out"
promise "the checkers find nothing in it" $?
exit $failed
