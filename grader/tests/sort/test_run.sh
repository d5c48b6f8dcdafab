#!/bin/sh
# The program `run`: sorts files as sort(1) does, refuses bad requests in one sentence before any time
# is spent, and leaves OUT complete or as it was.
#     RUN=build/cpu/solutions/run sh grader/tests/sort/test_run.sh
set -u
export LC_ALL=C
unset SIMT_DEVICE_MEMORY
. "$(dirname "$0")/../program.sh"

# No half-written file is left in any folder of the tests.
clean() {
    [ -z "$(find . -name '.sortlab-*')" ]
}

# ---- Sorting ----

# sorted_as PROMISE WANTED ARGUMENT...: the program turns its input into WANTED.
sorted_as() {
    promise=$1 wanted=$2
    shift 2
    "$RUN" "$@" --out out.txt >said 2>heard && cmp -s out.txt "$wanted" && clean
    ok "$promise" $?
}

# whole N LEAST SPAN: N whole numbers, from LEAST on.
whole() {
    awk -v n="$1" -v least="$2" -v span="$3" \
        'BEGIN { srand(1); for (i = 0; i < n; i++) printf "%.0f\n", least + int(rand() * span) }'
}

for n in 0 1 31 32 33 2047 2049 20000; do
    whole $n 0 4294967296 >in.txt
    sort -n in.txt >want.txt
    sorted_as "$n numbers in text are sorted as by sort -n" want.txt --in in.txt
    sorted_as "$n numbers in chunks of one tile, merged by lab 04, too" want.txt --in in.txt \
        --merge reduce --device-memory 16K
done
sorted_as "several threads merge on the host to the same end" want.txt --in in.txt --workers 3
sorted_as "unchecked, the result is the same" want.txt --in in.txt --unchecked
for how in "--block oddeven" "--block bitonic" "--runs heap" "--runs scan" "--runs simd" "--runs bitonic" \
    "--block bitonic --runs bitonic"; do
    sorted_as "with $how the result is the same" want.txt --in in.txt $how --device-memory 48K
done

whole 5000 -2147483648 4294967296 >in.txt
sort -n in.txt >want.txt
sorted_as "i32 numbers are sorted as by sort -n" want.txt --in in.txt --type i32 --device-memory 32K
awk 'BEGIN { srand(2); for (i = 1; i <= 5000; i++) printf "%.9g\n", (i - 2500.5) / 4 * 2 ^ int(rand() * 20) }' >in.txt
printf 'inf\n-inf\n' >>in.txt
sort -g in.txt >want.txt
sorted_as "f32 numbers are sorted as by sort -g" want.txt --in in.txt --type f32
whole 1048576 0 4294967296 >in.txt
sort -n in.txt >want.txt
sorted_as "2^20 numbers in text are sorted as by sort -n" want.txt --in in.txt

# words FILE FORMAT: the words of a binary file, one a line.
words() {
    od -An -v -w4 -t "$2" --endian=little "$1" | tr -d ' '
}

head -c 40000 "$RUN" >in.bin
for type in u32/u4 i32/d4; do
    "$RUN" --in in.bin --out out.bin --type ${type%/*} --device-memory 64K >said 2>heard
    words out.bin ${type#*/} >got.txt
    words in.bin ${type#*/} | sort -n | cmp -s - got.txt
    ok "${type%/*} keys in a binary file are sorted as by od and sort -n" $?
done
cp in.bin bin.txt
"$RUN" --in bin.txt --out out.txt --format bin >said 2>heard && "$RUN" --in in.bin --out out.bin >said 2>&1 &&
    cmp -s out.bin out.txt
ok "--format goes before the names of the files" $?

# ---- More keys than the host is to hold ----

# What is spilled without a word about it goes here, so that `clean` would find it.
export TMPDIR="$work"
small="--host-memory 1M --device-memory 64K --block bitonic"

# rows WORD...: the report has these rows.
rows() {
    for row in "$@"; do grep -q "^$row  " said || return 1; done
}

sorted_as "2^20 numbers in text are spilled, and sorted as by sort -n" want.txt --in in.txt $small
rows read spill "merge spilled" write && [ "$(grep -c ' ok$' said)" = 5 ]
ok "and the report has rows for that" $?
for how in "--runs heap" "--runs scan" "--runs simd" "--runs bitonic" "--workers 3" "--unchecked"; do
    sorted_as "spilled, the result is the same with $how" want.txt --in in.txt $small $how
done
cat in.txt | "$RUN" --in /dev/stdin --format text --out /dev/stdout $small 2>heard | cmp -s - want.txt &&
    tail -n 1 heard | grep -q "^1048576 u32 keys sorted in .*; written to '/dev/stdout'$" && clean
ok "keys from a pipe of unknown length are spilled, and go to a pipe" $?
mkdir runs
for type in u32 i32 f32; do
    "$RUN" --n 200001 --type $type --dist floats --block bitonic --out want.bin --quiet &&
        "$RUN" --n 200001 --type $type --dist floats $small --out out.bin --spill runs >said 2>heard &&
        cmp -s out.bin want.bin && rows spill && clean
    ok "$type keys that are made are spilled, and sorted as in memory" $?
done
"$RUN" --n 200001 $small >said 2>heard && tail -n 1 said | grep -q 'not written: no --out$' && clean
ok "spilled without --out, the report says that nothing was written" $?
printf 'old' >there.bin
ln -s there.bin link.bin
"$RUN" --n 200001 --type f32 --dist floats $small --out link.bin --quiet && cmp -s there.bin want.bin && [ -L link.bin ]
ok "a link to OUT stays a link" $?
: | "$RUN" --in /dev/stdin $small --out out.bin >said 2>heard && [ -f out.bin ] && [ ! -s out.bin ] && rows spill
ok "a pipe without a key is sorted to an empty file" $?
"$RUN" --n 3000 $small --out out.bin >said 2>heard && ! rows spill && [ "$(wc -c <out.bin)" = 12000 ]
ok "keys that the host does hold are not spilled" $?

gcc -o peak "$kit/grader/tests/sort/peak.c"
export SIMT_THREADS=1 # another worker of the CPU runtime has stacks of its own
head -c 12000000 /dev/urandom >random.bin
"$RUN" --in random.bin --out want.bin --block bitonic --quiet
one=$(./peak "$RUN" --n 1 --out out.bin --block bitonic --quiet)
for try in 1 2 3; do # a launch that seems to be stuck gets another worker: on a machine with much to do
    many=$(./peak "$RUN" --in random.bin --out out.bin --block bitonic --quiet --device-memory 1M --host-memory 8M) || break
    [ "$many" -ge $((one + 9 * 1024)) ] || break
done
echo "# $one KiB with 1 key, $many KiB with 3000000" >heard
cmp -s out.bin want.bin && [ "$many" -lt $((one + 9 * 1024)) ]
ok "3000000 keys in 8M here and 1M on the device take less than 9M more than 1 key" $?
unset SIMT_THREADS
rm -f want.bin out.bin random.bin

# ---- What it says ----

"$RUN" --n 3000 --seed 5 --dist few --out out.bin >said 2>heard && [ "$(wc -c <out.bin)" = 12000 ] &&
    [ "$(grep -c ' ok$' said)" = 6 ] && grep -q '^merge lists .* 2 runs ' said &&
    tail -n 1 said | grep -q "^3000 u32 keys sorted in .*; written to 'out.bin'$" && [ ! -s heard ]
ok "keys are made, and the report has a row a stage, six verdicts, and a summary" $?
"$RUN" --n 3000 >said 2>heard && tail -n 1 said | grep -q 'not written: no --out$'
ok "without --out the report says that nothing was written" $?
"$RUN" --n 3000 --quiet --out out.bin >said 2>heard && [ ! -s said ] && [ ! -s heard ]
ok "--quiet prints nothing" $?
: >empty.bin
"$RUN" --in empty.bin --out out.bin >said 2>heard && [ ! -s out.bin ] && tail -n 1 said | grep -q '^0 u32 keys'
ok "an empty file is sorted to an empty file" $?
"$RUN" --n 100 --out /dev/stdout --format text >said 2>heard && sort -nc said && [ "$(wc -l <said)" = 100 ] &&
    grep -q '^100 u32 keys' heard
ok "keys that go to the standard output are not mixed with the report" $?
mkfifo out.pipe
cat out.pipe >got.bin &
"$RUN" --n 1000 --out out.pipe >said 2>heard && wait $! && [ "$(wc -c <got.bin)" = 4000 ]
ok "keys go to a pipe" $?
"$RUN" --in /dev/stdin --out out.bin <in.bin >said 2>heard && [ "$(wc -c <out.bin)" = 40000 ]
ok "keys come from the standard input" $?

"$RUN" --n 5000 --block oddeven >said 2>heard && rows "sort tiles" && ! rows "sort lists" && ! rows spill
ok "a report has no row for what was not done" $?
"$RUN" --n 9000 --block bitonic --unchecked --device-memory 48K >said 2>heard &&
    grep -q '^sort tiles .* - .* - *-$' said && [ "$(grep -c ' ok$' said)" = 0 ]
ok "unchecked, a stage that others overlap has no time of its own" $?
"$RUN" --n 5000 --dist zipf --compare >said 2>heard && [ "$(grep -c ' ok' said)" = 20 ] &&
    [ "$(wc -l <said)" = 21 ] && [ "$(grep -c ', the fastest$' said)" = 1 ] && [ "$(grep -c '^run: combination ' heard)" = 20 ]
ok "--compare tries 20 combinations, says so one by one, and marks the fastest" $?
"$RUN" --in in.bin --compare --quiet >said 2>heard && [ ! -s said ] && [ ! -s heard ]
ok "--compare of a file, --quiet, prints nothing" $?
"$RUN" --n 0 --compare >said 2>heard && [ "$(grep -c ' ok' said)" = 20 ]
ok "--compare of no keys is fine" $?

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
head -c 4000 in.bin >same.bin
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
refused "a folder is no input" "name a file, not a folder" --in folder --out kept.bin
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
refused "an unknown way to merge runs names those there are" "can be losertree, heap, scan, simd or bitonic" --n 1 --runs tree
for block in oddeven bitonic; do
    refused "--merge after --block $block is refused" "only after --block radix, not after $block" \
        --n 1 --block $block --merge reduce
done
for runs in heap scan simd bitonic; do
    refused "--workers for --runs $runs are refused" "--runs is $runs" --n 1 --workers 2 --runs $runs
done
refused "a folder to spill to, with no limit, is refused" "give --host-memory too" --n 1 --spill runs
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
refused "a file and a number of keys are one too many" "leave one out" --in same.bin --n 5
refused "a file and a distribution are one too many" "leave one out" --in same.bin --dist few
head -c 400002 /dev/zero >half.bin
refused "a binary file that is cut short is refused before it is spilled" "400002 bytes" --in half.bin $small --out kept.bin
cut_pipe() {
    cat half.bin | timeout 600 "$RUN" --in /dev/stdin $small --quiet --out kept.bin >said 2>heard
    [ $? = 2 ] && grep -q 'in the middle of a key, after 400002 bytes' heard && [ "$(cat kept.bin)" = "as it was" ] && clean
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
    refused "a disk too small for spilled runs is found, too" "cannot spill keys to 'disk'" --n 60000 $small --spill disk
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

# ---- Labs that are wrong ----

# A program whose lab 05 sorts nothing, and whose heap stops the program when OUT grows.
link_broken() {
    cat >broken.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int merge_runs_losertree(const void *runs, uint32_t *out, uint32_t *from);

int merge_runs_heap(const void *runs, uint32_t *out, uint32_t *from) {
    char link[32], file[4096];
    int growing = 0; // runs are in one file without a name, and OUT is the other
    for (int fd = 3; fd < 100; fd++) {
        snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
        ssize_t length = readlink(link, file, sizeof(file) - 1);
        file[length > 0 ? length : 0] = 0;
        growing += strstr(file, ".part") || strstr(file, "(deleted)");
    }
    if (growing > 1) exit(1);
    return merge_runs_losertree(runs, out, from);
}

void sort_tiles_oddeven(void *d_keys, size_t n, void *stream) {
    (void)d_keys, (void)n, (void)stream;
}
END
    build=${RUN%/*/run}
    gcc -O2 -c broken.c && mkdir labs && cp "${RUN%/run}"/*.o labs &&
        objcopy -W merge_runs_heap -W sort_tiles_oddeven labs/05_*.o && objcopy -W merge_runs_heap labs/07_*.o &&
        find "$build/grader/sort" "$build/grader/shared/options.o" "$build/common" "$build/external" -name '*.o' ! -path '*/ranks/*' ! -path '*/tests/*' -print0 |
        SIMTCC_READY=1 xargs -0 "$kit/common/simt/simtcc" -o broken broken.o labs/*.o -lpthread -lm
}

# breaks PROMISE WORDS ARGUMENT...: that program ends with exit code 1 and one sentence that holds WORDS.
breaks() {
    promise=$1 words=$2
    shift 2
    ./broken "$@" --out kept.bin >said 2>heard
    [ $? = 1 ] && [ "$(grep -c . heard)" = 1 ] && grep -qF -- "$words" heard && [ "$(cat kept.bin)" = "as it was" ] && clean
    ok "$promise" $?
}

printf 'as it was' >kept.bin
if [ "${RUN%/cpu/*}" != "$RUN" ]; then
    link_broken >said 2>heard
    ok "a program with labs that are wrong can be linked" $?
    breaks "a stage that breaks the sort is named, and nothing is written" "stage 'sort tiles' broke the sort" \
        --n 5000 --block oddeven
    grep -q '^sort tiles .* BROKEN$' said
    ok "and its row says so" $?
    breaks "a stage that breaks a spilled sort, too" "stage 'sort tiles' broke the sort" \
        --n 100000 --block oddeven --host-memory 1M
    ./broken --n 200000 $small --runs heap --out kept.bin >said 2>heard
    [ $? = 1 ] && [ "$(cat kept.bin)" = "as it was" ] && clean
    ok "a program that a lab ends while OUT grows leaves it as it was, and no other file" $?
    ./broken --n 5000 --compare >said 2>heard
    [ $? = 1 ] && [ "$(grep -c '^oddeven .* BROKEN$' said)" = 5 ] && [ "$(grep -c ' ok' said)" = 15 ] &&
        [ "$(grep -c "stage 'sort tiles' broke" heard)" = 5 ] && tail -n 1 heard | grep -q '^run: 5 of 20 combinations broke'
    ok "--compare names the combinations that break the sort, and tries the others" $?
else
    echo "skip - labs that are wrong are named (with nvcc no such program is linked)"
fi

# ---- Interruption ----

# interrupted SIGNAL DELAY KEYS ARGUMENT...: a signal after DELAY seconds leaves OUT complete or as it
# was, and nothing else.
interrupted() {
    signal=$1 delay=$2 keys=$3
    shift 3
    printf 'as it was' >kept.bin
    "$RUN" --n "$keys" --dist reversed --out kept.bin "$@" >said 2>heard &
    program=$!
    sleep "$delay"
    kill -s "$signal" $program
    wait $program
    code=$?
    { [ $code = 0 ] || [ $code -gt 128 ]; } && clean || return
    [ "$(wc -c <kept.bin)" = $((4 * keys)) ] || { [ "$(cat kept.bin)" = "as it was" ] && [ $code -gt 128 ]; }
}

result=0
for delay in 0 0.01 0.02 0.05 0.1 0.13 0.15 0.17 0.2; do
    interrupted TERM $delay 40000 2>/dev/null || result=1
done
ok "SIGTERM at any moment leaves OUT complete or as it was, and no other file" $result
interrupted HUP 0.05 40000 2>/dev/null
ok "SIGHUP too" $?
result=0
for delay in 0 0.01 0.03 0.06 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.5 0.6; do
    interrupted TERM $delay 400000 $small 2>/dev/null || result=1
done
ok "SIGTERM while keys are spilled, merged and written does so too" $result
interrupted INT 0.2 400000 $small 2>/dev/null || interrupted HUP 0.2 400000 $small 2>/dev/null
ok "SIGINT and SIGHUP too" $?
interrupted KILL 0.1 100000 --host-memory 1M 2>/dev/null
ok "SIGKILL while keys are spilled leaves nothing either" $?

# How far $program has read a file.
place_in() {
    for fd in "/proc/$program/fd/"*; do
        [ "$(readlink "$fd")" = "$PWD/$1" ] && awk '/^pos:/ { print $2 }' "/proc/$program/fdinfo/${fd##*/}" && return
    done
    echo 0
}

# A file that is cut while it is read: by the second run, its end has gone.
shrinks() {
    head -c 1200000 /dev/zero >zeros.bin
    "$RUN" --in zeros.bin --host-memory 1M --quiet --out kept.bin >said 2>heard &
    program=$!
    until [ "$(place_in zeros.bin)" -gt 0 ]; do # not in a library, which is read before its size is asked for
        case $(cat /proc/$program/stat) in '' | *') Z '*) return 1 ;; esac # ended, waited for or not
    done
    truncate -s 400000 zeros.bin
    wait $program
    [ $? = 2 ] && grep -q "'zeros.bin' ended after 400000 of its 1200000 bytes" heard && [ "$(wc -c <kept.bin)" != 1200000 ] && clean
}
if [ -d /proc/self/fdinfo ]; then
    shrinks 2>/dev/null
    ok "a file that shrinks while it is spilled is named" $?
else
    echo "skip - a file that shrinks while it is spilled is named (no /proc)"
fi

exit $failed
