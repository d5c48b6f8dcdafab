#!/bin/sh
# The program `run`: sorts files as sort(1) does, refuses bad requests in one sentence before any time
# is spent, and leaves OUT complete or as it was.
#     RUN=build/cpu/solutions/run sh grader/tests/test_run.sh
set -u
export LC_ALL=C
unset SIMT_DEVICE_MEMORY
RUN=$(readlink -f "${RUN:-build/cpu/solutions/run}") && [ -x "$RUN" ] || {
    echo "not ok - the program is built"
    exit 1
}
work=$(mktemp -d) || exit 2
trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 2
failed=0

# ok PROMISE CODE: says how a test went, with the program's words when it went wrong.
ok() {
    if [ "$2" = 0 ]; then
        echo "ok - $1"
    else
        failed=1
        echo "not ok - $1"
        head -n 5 said heard 2>/dev/null | sed 's/^/#   /'
    fi
}

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
cp in.bin in.txt
"$RUN" --in in.txt --out out.txt --format bin >said 2>heard && "$RUN" --in in.bin --out out.bin >said 2>&1 &&
    cmp -s out.bin out.txt
ok "--format goes before the names of the files" $?

# ---- What it says ----

"$RUN" --n 3000 --seed 5 --dist few --out out.bin >said 2>heard && [ "$(wc -c <out.bin)" = 12000 ] &&
    [ "$(grep -c ' ok$' said)" = 6 ] && grep -q '^merge lists .* 2 runs ' said &&
    tail -n 1 said | grep -q "^3000 u32 keys sorted in .*; written to 'out.bin'$" && [ ! -s heard ]
ok "keys are made, and the report has a row a stage, five verdicts, and a summary" $?
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

# ---- What it refuses ----

# refused PROMISE WORDS ARGUMENT...: exit code 2, one sentence that holds WORDS, nothing else, and soon.
refused() {
    promise=$1 words=$2
    shift 2
    timeout 20 "$RUN" "$@" >said 2>heard
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
refused "a seed that is no number is refused" "--seed is 'x'" --n 1 --seed x
refused "too many threads are refused" "--workers is '65'" --n 1 --workers 65
refused "a file and a number of keys are one too many" "leave one out" --in same.bin --n 5
refused "a file and a distribution are one too many" "leave one out" --in same.bin --dist few
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
    mount -o remount,ro disk
    refused "a disk that is read-only is found before IN is read" "Read-only" --in pipe.txt --out disk/new.bin
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

# ---- Interruption ----

# interrupted SIGNAL DELAY: a signal after DELAY seconds leaves OUT complete or as it was, and nothing else.
interrupted() {
    printf 'as it was' >kept.bin
    "$RUN" --n 40000 --dist reversed --out kept.bin >said 2>heard &
    program=$!
    sleep "$2"
    kill -s "$1" $program
    wait $program
    code=$?
    { [ $code = 0 ] || [ $code -gt 128 ]; } && clean || return
    [ "$(wc -c <kept.bin)" = 160000 ] || { [ "$(cat kept.bin)" = "as it was" ] && [ $code -gt 128 ]; }
}

result=0
for delay in 0 0.01 0.02 0.05 0.1 0.13 0.15 0.17 0.2; do
    interrupted TERM $delay 2>/dev/null || result=1
done
ok "SIGTERM at any moment leaves OUT complete or as it was, and no other file" $result
interrupted HUP 0.05 2>/dev/null
ok "SIGHUP too" $?

exit $failed
