#!/bin/sh
# In memory: the device engine sorts files as sort(1) does, in whatever device memory there is.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
export LC_ALL=C
run=build/cpu/solutions/run
fast() { $run --engine device "$@" >"$work/out" 2>&1; }
says() { grep -qE -- "$1" "$work/out"; }
words() { od -An -v -w4 -t"$1" --endian=little "$2" | tr -d ' '; }
head -c 160004 /dev/urandom >"$work/in.bin"

sorts() { # PROMISE FORMAT TYPE ARGUMENT...
    promise=$1 format=$2 type=$3
    shift 3
    fast --in "$work/in.bin" --out "$work/$type.bin" --type "$type" "$@" &&
        words "$format" "$work/in.bin" | sort -n >"$work/want" &&
        words "$format" "$work/$type.bin" | cmp -s - "$work/want"
    promise "$promise" $?
}
sorts "keys that the device holds are sorted" u4 u32
says "40001 keys merged by the device, 0 by the host \('holds'\)"
promise "and merged by it alone" $?
sorts "signed keys that it does not hold are sorted" d4 i32 --device-memory 192K --workers 2
says "('both')" && says "^40001 i32 keys sorted"
promise "and merged by both" $?

fast --n 20000 --dist floats --type f32 --out "$work/few.bin" --device-memory 192K &&
    fast --n 20000 --dist floats --type f32 --out "$work/all.bin"
cmp -s "$work/few.bin" "$work/all.bin"
promise "floats come out alike on both ways" $?
: >"$work/none.bin"
fast --in "$work/none.bin" --out "$work/empty.bin" && [ -e "$work/empty.bin" ] && ! [ -s "$work/empty.bin" ]
promise "an empty file is sorted to an empty one" $?

echo old >"$work/old.bin"
fast --in "$work/in.bin" --out "$work/old.bin" --device-memory 20K
[ $? = 2 ] && says '^run: 20480 bytes of device memory are too few to sort 40001 keys. Give [0-9]* at least$' &&
    [ "$(cat "$work/old.bin")" = old ]
promise "too little device memory is told with the least, and OUT stays as it was" $?
least=$(sed 's/.*Give \([0-9]*\) at least.*/\1/' "$work/out")
fast --in "$work/in.bin" --out "$work/least.bin" --device-memory "$least" && cmp -s "$work/least.bin" "$work/u32.bin"
promise "and the least is enough" $?
exit $failed
