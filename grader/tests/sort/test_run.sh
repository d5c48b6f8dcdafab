#!/bin/sh
# The program `run` sorts files as sort(1) does, spills what the host is not to hold, and says what it did.
#     RUN=build/cpu/solutions/run sh grader/tests/sort/test_run.sh
set -u
export LC_ALL=C
unset SIMT_DEVICE_MEMORY
. "$(dirname "$0")/../program.sh"
# What is spilled without a word about it goes here, so that `clean` would find it.
export TMPDIR="$work"

# ---- Sorting ----

# sorted_as PROMISE WANTED ARGUMENT...: the program turns its input into WANTED.
sorted_as() {
    promise=$1 wanted=$2
    shift 2
    "$RUN" "$@" --out out.txt >said 2>heard && cmp -s out.txt "$wanted" && clean
    ok "$promise" $?
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
    many=$(./peak "$RUN" --in random.bin --out out.bin --block bitonic --quiet --device-memory 1M --host-memory 8M) ||
        break
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
    [ "$(wc -l <said)" = 21 ] && [ "$(grep -c ', the fastest$' said)" = 1 ] &&
    [ "$(grep -c '^run: combination ' heard)" = 20 ]
ok "--compare tries 20 combinations, says so one by one, and marks the fastest" $?
"$RUN" --in in.bin --compare --quiet >said 2>heard && [ ! -s said ] && [ ! -s heard ]
ok "--compare of a file, --quiet, prints nothing" $?
"$RUN" --n 0 --compare >said 2>heard && [ "$(grep -c ' ok' said)" = 20 ]
ok "--compare of no keys is fine" $?

exit $failed
