#!/bin/sh
# The program `run` refuses bad requests in one sentence before any time is spent, and names disks that are full.
#     RUN=build/cpu/solutions/run sh grader/tests/sort/test_refused.sh
set -u
export LC_ALL=C
unset SIMT_DEVICE_MEMORY
. "$(dirname "$0")/../program.sh"
# What is spilled without a word about it goes here, so that `clean` would find it.
export TMPDIR="$work"
head -c 4000 "$RUN" >same.bin
mkdir runs

# ---- What it refuses ----

# refused PROMISE WORDS ARGUMENT...: exit code 2, one sentence that holds WORDS, nothing else, and soon.
refused() {
    promise=$1 words=$2
    shift 2
    timeout 600 "$RUN" "$@" >said 2>heard
    [ $? = 2 ] && [ ! -s said ] && [ "$(wc -l <heard)" = 1 ] && grep -qF -- "$words" heard &&
        [ "$(cat kept.bin)" = "as it was" ] && cmp -s same.bin copy.bin && clean
    ok "$promise" $?
}

printf 'as it was' >kept.bin
cp same.bin copy.bin
ln same.bin hard.bin
ln -s same.bin soft.bin
mkdir folder
mkfifo pipe.full
mkfifo pipe.txt # never written to: whoever reads it waits for ever
printf '1\n2\nthree\n' >word.txt
printf '1\n4294967296\n' >large.txt
printf '1\n-1\n' >negative.txt
printf '1\n2.5\n' >fraction.txt
printf '1\n1e39\n' >huge.txt
printf '1234567' >cut.bin

refused "no input at all is refused" "nothing to sort" --out kept.bin
refused "an empty path is refused" "--in names no file" --in "" --out kept.bin
refused "an empty path to write to is refused" "--out names no file" --in same.bin --out ""
refused "a missing file is named" "cannot read 'missing.bin'" --in missing.bin --out kept.bin
refused "a folder is no input" "Name a file, not a folder" --in folder --out kept.bin
refused "a line that is no number is named" "'word.txt', line 3" --in word.txt --out kept.bin
refused "a number that does not fit is named" "'large.txt', line 2" --in large.txt --out kept.bin
refused "a negative u32 is named" "'negative.txt', line 2" --in negative.txt --out kept.bin
refused "a fraction among whole numbers is named" "'fraction.txt', line 2" --in fraction.txt --type i32 --out kept.bin
refused "a number too large for f32 is named" "'huge.txt', line 2" --in huge.txt --type f32 --out kept.bin
refused "a binary file that is cut short is named" "7 bytes" --in cut.bin --out kept.bin
refused "a binary file is no text" "line 1" --in same.bin --format text --out kept.bin

refused "OUT equal to IN is refused" "are the same file" --in same.bin --out same.bin
refused "OUT equal to IN by another path is refused" "are the same file" --in same.bin --out folder/../same.bin
refused "OUT equal to IN by a hard link is refused" "are the same file" --in same.bin --out hard.bin
refused "OUT equal to IN by a symbolic link is refused" "are the same file" --in soft.bin --out same.bin
refused "OUT equal to IN is refused before IN is read" "are the same file" --in pipe.txt --out pipe.txt
refused "a missing folder of OUT is found before IN is read" "cannot write 'nowhere/x'" --in pipe.txt --out nowhere/x
refused "a folder as OUT is found before IN is read" "cannot write 'folder'" --in pipe.txt --out folder
refused "a full device is named" "No space left on device" --n 1000 --quiet --out /dev/full

refused "an unknown type names those there are" "can be u32, i32 or f32" --n 1 --type u64
refused "an unknown format names those there are" "can be bin or text" --n 1 --format csv
refused "an unknown merge names those there are" "can be atomic or reduce" --n 1 --merge fast
refused "an unknown distribution names those there are" "can be uniform, sorted," --n 1 --dist gauss
for n in "" -1 1.5 1e6 10x " 1" 4294967296 99999999999999999999; do
    refused "a number of keys '$n' is refused" "--n is '$n'" --n "$n" --out kept.bin
done
for size in "" 64X -64M 64MB M 99999999999G 1.5M " 64K"; do
    refused "a size '$size' is refused" "--device-memory is '$size'" --n 1 --device-memory "$size"
done
for size in 0 1 16383 15K; do
    refused "device memory of $size is too little for a tile, and the least is named" "at least 16384 bytes" \
        --in pipe.txt --device-memory $size
done
for size in 0 1 1023K 1048575; do
    refused "host memory of $size is too little, and the least is named" "at least 1048576 bytes" \
        --in pipe.txt --host-memory $size
done
refused "a size of host memory '1T' is refused" "--host-memory is '1T'" --n 1 --host-memory 1T
refused "an unknown block names those there are" "can be radix, oddeven or bitonic" --n 1 --block quick
refused "an unknown way to merge runs names those there are" "can be losertree, heap, scan, simd or bitonic" \
    --n 1 --runs tree
for block in oddeven bitonic; do
    refused "--merge after --block $block is refused" "only after --block radix, not after $block" \
        --n 1 --block $block --merge reduce
done
for runs in heap scan simd bitonic; do
    refused "--workers for --runs $runs are refused" "--runs is $runs" --n 1 --workers 2 --runs $runs
done
refused "a folder to spill to, with no limit, is refused" "Give --host-memory too" --n 1 --spill runs
refused "an empty folder to spill to is refused" "--spill names no folder" --n 1 --host-memory 1M --spill ""
for place in nowhere kept.bin; do
    refused "a place that is no folder to spill to, '$place', is found before IN is read" \
        "cannot spill keys to '$place'" --in pipe.txt --host-memory 1M --spill $place
done
refused "--compare and --out are refused" "--compare writes no keys" --n 1 --compare --out kept.bin
for choice in "--block radix" "--merge atomic" "--runs heap"; do
    refused "--compare and $choice are refused" "and ${choice% *} chooses one" --n 1 --compare $choice
done
refused "--compare and --host-memory are refused" "--compare sorts in memory" --n 1 --compare --host-memory 1M
refused "a seed that is no number is refused" "--seed is 'x'" --n 1 --seed x
refused "too many threads are refused" "--workers is '65'" --n 1 --workers 65
refused "a file and a number of keys are one too many" "Leave one out" --in same.bin --n 5
refused "a file and a distribution are one too many" "Leave one out" --in same.bin --dist few
head -c 400002 /dev/zero >half.bin
refused "a binary file that is cut short is refused before it is spilled" "400002 bytes" --in half.bin $small \
    --out kept.bin
cut_pipe() {
    cat half.bin | timeout 600 "$RUN" --in /dev/stdin $small --quiet --out kept.bin >said 2>heard
    [ $? = 2 ] && grep -q 'in the middle of a key, after 400002 bytes' heard &&
        [ "$(cat kept.bin)" = "as it was" ] && clean
}
cut_pipe
ok "a pipe that ends in the middle of a key, when runs have been spilled, is named" $?
whole 200000 0 4294967296 >word.txt
echo x >>word.txt
refused "a line that is no number, when runs have been spilled, is named" "'word.txt', line 200001" \
    --in word.txt $small --quiet --out kept.bin
refused "a stray argument is named" "what is 'same.bin'" same.bin
"$RUN" --n 1 --speed 9 >said 2>heard
[ $? = 2 ] && [ ! -s said ] && grep -q -- "--speed" heard
ok "an unknown option is named" $?

# ---- Disks that are full or cannot be written ----

on_disks() {
    mkdir disk && [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=64k tmpfs disk 2>/dev/null
}

if on_disks; then
    printf 'old' >disk/out.txt
    refused "a disk too small for the keys is found before they are sorted" "bytes free" --n 60000 --out disk/new.bin
    refused "a disk that fills while it is written is named" "No space left" --n 20000 --quiet --out disk/out.txt
    [ "$(cat disk/out.txt)" = old ] && [ ! -e disk/new.bin ]
    ok "and what stood there is as it was" $?
    refused "a disk too small for the keys and their spilled runs is found before they are sorted" \
        "which are spilled there" --n 60000 $small --out disk/new.txt
    refused "a disk too small for spilled runs is found, too" "cannot spill keys to 'disk'" --n 60000 $small \
        --spill disk
    head -c 400000 /dev/urandom >many.bin
    timeout 600 "$RUN" --in /dev/stdin --quiet $small --out disk/out.txt --spill disk <pipe.full >said 2>heard &
    cat many.bin >pipe.full
    wait $!
    [ $? = 2 ] && [ ! -s said ] && grep -q "cannot spill keys to 'disk': No space left" heard && clean
    ok "a disk that fills while keys are spilled is named" $?
    mount -o remount,size=400k disk
    refused "a disk that fills while spilled runs are merged to it is named" "/disk/out.txt': No space left" \
        --n 90000 $small --quiet --out disk/out.txt --spill runs
    [ "$(cat disk/out.txt)" = old ] && [ -z "$(find disk -name '.*' -type f)" ]
    ok "and what stood there is as it was" $?
    (cd disk && head -c 300000 /dev/zero >big && [ -s big ] && rm big)
    ok "and the room is free again" $?
    mount -o remount,ro disk
    refused "a disk that is read-only is found before IN is read" "Read-only" --in pipe.txt --out disk/new.bin
    refused "and so is a folder to spill to" "cannot spill keys to 'disk': Read-only" --in pipe.txt $small --spill disk
    umount disk
else
    echo "skip - full and read-only disks are named (no tmpfs can be mounted here)"
fi
(
    ulimit -f 8
    exec "$RUN" --n 20000 --quiet --out limited.bin >/dev/null 2>limit
)
[ $? = 2 ] && grep -q 'ulimit -f' limit && [ ! -e limited.bin ] && clean
ok "a limit on file sizes is named" $?
(
    ulimit -f 256 # of 512 bytes
    exec "$RUN" --n 200000 $small --quiet --out limited.bin --spill runs >/dev/null 2>limit
)
[ $? = 2 ] && grep -q "cannot spill keys to 'runs': File too large.*ulimit -f" limit && [ ! -e limited.bin ] && clean
ok "a limit on file sizes that the spilled runs reach is named" $?

exit $failed
