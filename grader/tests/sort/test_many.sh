#!/bin/sh
# Lab 14 on several devices of one machine: right for every distribution and in any order of threads, balanced,
# from and to files, by peer copies and by NCCL, and one clear sentence when it cannot be.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
unset SIMT_DEVICES SIMT_DEVICE_MEMORY SIMT_STREAMS SIMT_ORDER
program=build/cpu/solutions/run-many
make -s --no-print-directory many-program WHO=solutions >"$work/out" 2>&1
promise "the program is built" $?
# run DEVICES GPUS EXCHANGE OPTION...
run() { SIMT_DEVICES=$1 && shift && SIMT_DEVICES=$SIMT_DEVICES timeout 600 $program "$@" >"$work/out" 2>&1; }
says() { grep -qE -- "$1" "$work/out"; }
none_left() { [ -z "$(find "$work" -name '.sortlab-*')" ]; }
all_sorted() { [ "$(grep -c "$1 keys, $2 ranks of .* sorted and checked" "$work/out")" = 11 ]; }

for gpus in 1 4 3; do
    run 4 $gpus peer --check --n 6001 && all_sorted 6001 $gpus
    promise "$gpus devices of 4 sort every distribution, and each holds its share" $?
done
for n in 0 1 3 70001; do run 4 4 peer --dist few --n $n && says "$n keys, 4 ranks" || break; done
promise "any number of keys is sorted, fewer than there are devices, too" $?
run 4 3 peer --check --n 6001
awk '{ for (i = 1; i + 3 <= NF; i++) if ($i == "of") { n++; if ($(i + 3) - $(i + 1) > 1) bad = 1 } }
    END { exit bad || n != 11 }' "$work/out"
promise "no device has more than one key more than another" $?
for dist in uniform few zipf equal; do run 2 2 peer --dist $dist --n 400009 && says "400009 keys, 2 ranks" ||
    break; done
promise "slices are sorted from the parts that come, whatever the keys are" $?
for order in forward reverse random:1 random:2; do
    SIMT_ORDER=$order SIMT_STREAMS=lazy SIMT_THREADS=1 run 4 4 peer --check --n 2003 && all_sorted 2003 4
    promise "in order $order with lazy streams, too" $?
done

head -c 60004 /dev/urandom >"$work/in.bin"
words() { od -An -v -w4 -t"$1" "$2" | tr -d ' '; }
make -s --no-print-directory run GPUS=4 IN="$work/in.bin" OUT="$work/u32.bin" >"$work/out" 2>&1 &&
    words u4 "$work/in.bin" | sort -n >"$work/want" && words u4 "$work/u32.bin" | cmp -s - "$work/want"
promise "make run GPUS=4 sorts a file as sort -n does" $?
run 4 4 peer --in "$work/in.bin" --out "$work/i32.bin" --type i32 && words d4 "$work/in.bin" | sort -n >"$work/want" &&
    words d4 "$work/i32.bin" | cmp -s - "$work/want" && none_left
promise "signed numbers too, and no other file is left" $?
: >"$work/empty.bin"
run 2 2 peer --in "$work/empty.bin" --out "$work/none.bin" && [ -e "$work/none.bin" ] && ! [ -s "$work/none.bin" ]
promise "an empty file is sorted to an empty one" $?

make -s --no-print-directory check-many WHO=solutions GPUS=2 N=1001 ENGINE=labs >"$work/out" 2>&1 && all_sorted 1001 2
promise "make check-many ENGINE=labs goes through all distributions by the steps of the lab alone" $?

echo "what was there" >"$work/kept"
refused() { # PROMISE WORDS DEVICES GPUS EXCHANGE OPTION...: one sentence, and OUT is as it was
    promise=$1 words=$2
    shift 2
    run "$@" --out "$work/kept"
    [ $? != 0 ] && says "$words" && [ "$(grep -c . "$work/out")" = 1 ] && none_left &&
        grep -q 'what was there' "$work/kept"
    promise "$promise" $?
}
head -c 1001 /dev/urandom >"$work/odd.bin"
refused "more devices than there are are refused" "GPUS is 4, and this machine has 1" 1 4 peer
refused "no devices are refused" "GPUS is '0'" 4 0 peer
refused "another way to exchange is refused" "EXCHANGE is 'mail'" 4 4 mail
refused "a file that is not there is named" "cannot read '$work/nothing'" 4 4 peer --in "$work/nothing"
refused "half a key is refused" "not a whole number of 4-byte keys" 4 4 peer --in "$work/odd.bin"
SIMT_DEVICE_MEMORY=1M refused "a device with too little memory is named" "rank [0-3] needs [0-9]* MB on its device" 4 \
    4 peer --n 500000
make run GPUS=4 FORMAT=text >"$work/out" 2>&1
[ $? != 0 ] && says 'GPUS .* Leave out FORMAT'
promise "a knob that does not go with GPUS is refused" $?

SIMT_DEVICES=4 $program 4 peer --n 3000000 --out "$work/kept" >"$work/out" 2>&1 &
for i in $(seq 6000); do [ -n "$(find "$work" -name '.sortlab-*')" ] && break || sleep 0.05; done
kill -TERM $!
wait $! 2>/dev/null
[ $? != 0 ] && none_left && grep -q 'what was there' "$work/kept"
promise "a signal leaves OUT as it was, and nothing else" $?

gcc -shared -fPIC -O1 -isystem common/simt/include -o "$work/libnccl.so.2" grader/tests/sort/stand_in_nccl.c \
    >"$work/out" 2>&1
promise "the stand-in for NCCL is built" $?
by_nccl() { LD_LIBRARY_PATH=$work "$@"; }
by_nccl run 4 4 nccl --check --n 3001 && all_sorted 3001 4 && ! says 'peer copies'
promise "by NCCL it is sorted, too" $?
SIMT_STREAMS=lazy SIMT_ORDER=reverse by_nccl run 3 3 nccl --check --n 1001 && all_sorted 1001 3
promise "with lazy streams, too" $?
STAND_IN_NCCL=broken by_nccl refused "what fails in NCCL ends the run" "rank 1: NCCL: remote process exited" 4 4 nccl
STAND_IN_NCCL=late by_nccl refused "a rank that is late is waited for as long as patience lasts" \
    'waited 1000 ms in alltoallv, and rank 1 did not come back' 4 4 nccl --patience 1 --lab
gcc -shared -o "$work/libnccl.so.2" -x c /dev/null
by_nccl run 4 4 nccl --n 1001 && says 'peer copies, since NCCL cannot be had: libnccl.so.2 is older' &&
    says '1001 keys, 4 ranks'
promise "without NCCL keys go by peer copies, and it is said why" $?
exit $failed
