#!/bin/sh
# The sorting library: make lib, the example, a C program that holds it against qsort, and wrong arguments.
# Takes turn 2 of 12.
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
what=keys && sizes 0 1 2 33 5633 8697 30001
promise "keys of all six types, up and down, by all bits and by some, are sorted as qsort does" $?
what=pairs && sizes 0 1 33 5632 11265
promise "pairs with values of 4, 8, 12 and 16 bytes are sorted, and equal keys keep their order" $?
what=indices && sizes 0 1 5632 30001
promise "indices of keys in order are found, and those of equal keys ascend" $?
what=segments && sizes 1 33 5632 11265
promise "segments are sorted each by itself, and their values with them" $?
what=borders && sizes 0 1 2 3 4
promise "segments of all sizes around those where another way begins are sorted, and empty ones left out" $?
(for form in keys pairs indices segments; do "$work/lib" 5633 $form graph && "$work/lib" 33 $form graph || exit; done) \
    >"$work/out" 2>&1
promise "up to 2^20 items, and 8,192 in segments, have three launches at most, in a graph, too" $?
(for mixture in 0 1 3; do "$work/lib" $mixture borders graph || exit; done) >"$work/out" 2>&1
promise "segments of all sizes have eleven launches at most, in a graph, too" $?
# Few multiprocessors hold few items: then a tile has many rows, or each pass has a kernel of its own.
for few in 1 2; do
    common/simt/simtcc -DMOST_MULTIPROCESSORS=$few -O1 -w -I. -o "$work/few$few" "$work/lib.o" \
        common/sort/device/sort.cu >"$work/out" 2>&1 || break
done
few() { for n in "$@"; do "$work/few$few" "$n" "$what" || return; done >"$work/out" 2>&1; }
few=2 && what=keys && few 8697 30001 && what=indices && few 12001 && what=pairs && few 11265 &&
    what=segments && few 9001 && what=borders && few 1 4
promise "tiles of many rows are sorted in one launch as qsort does" $?
few=1 && what=keys && few 20001 46101 && what=indices && few 20001 78401 && what=segments && few 17001
promise "with a kernel for each pass all is sorted as qsort does" $?
(for form in keys pairs indices; do for values in few stranger; do
    "$work/few1" 20001 $form $values || exit
done; done) >"$work/out" 2>&1
promise "so are keys of few values, and if one key has another" $?
for gpu in $(some T4 V100 RTX2080 A100 RTX3060 B200); do
    (for form in keys indices segments; do SIMT_GPU=$gpu "$work/few1" 17001 $form || exit; done &&
        SIMT_GPU=$gpu "$work/few1" 20001 keys few) >"$work/out" 2>&1
    promise "so it is on a $gpu, whose blocks have other shared memory" $?
done
what=errors && sizes 20000
promise "a wrong argument gives its status, and no crash" $?
SIMT_GPU=none "$work/lib" 0 bytes >"$work/out" 2>&1 && ! SIMT_GPU=none "$work/lib" 33 keys >"$work/out" 2>&1
promise "temporary memory is what sort.h says, and no device is asked for it" $?
(for what in keys pairs indices segments; do SIMT_GPU=T4 "$work/lib" 5633 $what || exit; done &&
    for mixture in 0 1 4; do SIMT_GPU=T4 "$work/lib" $mixture borders || exit; done) >"$work/out" 2>&1
promise "a T4 sorts all of it, too" $?

common/simt/simtcc -DMOST_SHARED=49152 -O1 -w -I. -o "$work/small" "$work/lib.o" common/sort/device/sort.cu \
    >"$work/out" 2>&1 &&
    ! "$work/small" 20001 keys >"$work/out" 2>&1 &&
    grep -q '^sortlab: a block of this device has too little shared memory for this sort$' "$work/out"
promise "a device with blocks of 48 KB gets a sentence" $?

checked() { # FLAGS
    common/simt/simtcc --tool=memcheck,racecheck,initcheck,synccheck "$@" -O1 -w -I. -o "$work/checked" \
        "$work/lib.o" common/sort/device/sort.cu >"$work/out" 2>&1
}
silent() { "$work/checked" "$@" >"$work/out" 2>&1 && ! grep -E '========= (Un|In)|ERROR: ' "$work/out"; }
checked && silent 5700 keys && silent 9000 indices && silent 700 segments && silent 700 pairs &&
    silent 1 borders && silent 4 borders
promise "the checkers find nothing in it" $?
if in_turn; then
    checked -DMOST_MULTIPROCESSORS=1 && silent 8200 indices
    promise "nor where each pass has a kernel" $?
else
    echo "skip - nor where each pass has a kernel (it takes turns; ALL=1 has all)"
fi
exit $failed
