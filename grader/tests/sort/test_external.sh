#!/bin/sh
# The program `run` past the labs: sorts files larger than its memory as sort(1) does, within that
# memory, and goes on where an interrupted sort has stopped.
#     RUN=build/cpu/solutions/run sh grader/tests/sort/test_external.sh
set -u
export LC_ALL=C
. "$(dirname "$0")/../program.sh"
fast() { # ARGUMENT...: in as little memory as there can be, unless they say
    "$RUN" --engine fast --resume 1 --host-memory 16M "$@" >said 2>heard
}
# Nothing is left in any folder of the tests that is not to be there.
clean() {
    [ -z "$(find . -name '.sortlab-*' -o -name '*.runs')" ]
}
as_it_was() {
    [ "$(cat kept.bin)" = "as it was" ]
}
gcc -o peak "$kit/grader/tests/sort/peak.c"

# The program that sorts binary words, by the library's qsort; with a type it writes them as text.
cat >by_qsort.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_i32;

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b, sign = is_i32 ? 1u << 31 : 0;
    return ((x ^ sign) > (y ^ sign)) - ((x ^ sign) < (y ^ sign));
}

int main(int n, char **arguments) {
    static uint32_t words[1 << 23];
    size_t count = fread(words, 4, 1 << 23, stdin);
    is_i32 = n > 1 && strcmp(arguments[1], "i32") == 0;
    qsort(words, count, 4, compare);
    if (n == 1) return fwrite(words, 4, count, stdout) != count;
    for (size_t i = 0; i < count; i++)
        printf(is_i32 ? "%d\n" : "%u\n", words[i]);
    return 0;
}
END
gcc -O2 -w -o by_qsort by_qsort.c

# ---- Sorting ----

# within BUDGET_IN_MB ARGUMENT...: the process never has more in memory than that.
within() {
    mb=$1
    shift
    kib=$(./peak "$RUN" --engine fast --host-memory "${mb}M" --quiet "$@" 2>heard) || return
    echo "# $kib KiB of $((mb * 1024))" >said
    [ "$kib" -le $((mb * 1024)) ]
}

head -c 17000000 /dev/urandom >in.bin
head -c 800000 in.bin >some.bin
./by_qsort <in.bin >want.bin
od -An -v -tu4 -w4 in.bin | tr -d ' ' >in.txt
od -An -v -tu4 -w4 want.bin | tr -d ' ' >want.txt

fast --in in.bin --out out.bin && cmp -s out.bin want.bin && grep -q '^4250000 u32 keys sorted' said && clean
ok "a binary file of 17 MB is sorted in 16 MB, and nothing else is left" $?
within 16 --in in.txt --out out.txt && cmp -s out.txt want.txt && [ ! -s heard ] && clean
ok "and so is a text file, quietly, program and threads included" $?
od -An -v -tu4 -w4 some.bin | tr -d ' ' >some.txt
sort -n some.txt >some.want
fast --in some.txt --out out.txt && cmp -s out.txt some.want
ok "as by sort -n" $?
./by_qsort i32 <some.bin >some.want
fast --in some.bin --out out.txt --type i32 && cmp -s out.txt some.want
ok "i32, from binary to text" $?
"$RUN" --in some.bin --out want.f32 --type f32 --quiet --block bitonic
fast --in some.bin --out out.f32 --type f32 && cmp -s out.f32 want.f32
ok "f32, with all its NaNs, as by the labs" $?
result=0
for n in 0 1 2 1023 16384 16385 40001; do
    "$RUN" --n $n --dist zipf --out small.want --block bitonic --quiet
    fast --n $n --dist zipf --out small.bin && cmp -s small.bin small.want || result=1
done
ok "few keys, and none" $result
result=0
for dist in sorted reversed equal few max organ; do
    fast --n 300000 --dist $dist --out small.bin && ./by_qsort <small.bin | cmp -s - small.bin || result=1
    [ "$(wc -c <small.bin)" = 1200000 ] || result=1
done
ok "keys in order, against it, all the same, few, the greatest of all, and up and down" $result
mkfifo in.pipe out.pipe
cat in.bin >in.pipe &
cat out.pipe >got.bin &
reader=$!
fast --in in.pipe --out out.pipe && wait $reader && cmp -s got.bin want.bin && clean
ok "from a pipe to a pipe" $?
fast --in /dev/stdin --out out.bin <in.bin && cmp -s out.bin want.bin && clean
ok "from the standard input" $?
fast --in in.bin && grep -q 'not written: no --out$' said && clean
ok "without --out nothing is written" $?
mkdir spill
fast --in in.bin --out out.bin --spill spill && cmp -s out.bin want.bin && clean && [ -z "$(ls spill)" ]
ok "runs can go to another folder" $?
ln -s out.bin link.bin && chmod 640 out.bin
fast --in in.bin --out link.bin && [ -L link.bin ] && [ "$(stat -c %a out.bin)" = 640 ] && cmp -s out.bin want.bin
ok "links and permissions of an old OUT survive" $?

# ---- Memory ----

result=0
for workers in 1 2 64; do within 16 --in in.bin --out out.bin --workers $workers && cmp -s out.bin want.bin ||
    result=1; done
ok "17 MB are sorted in 16 MB, program and threads included" $result
export RUN
command="./peak \"\$RUN\" --engine fast --host-memory 256M --n 70000000 --out large.bin"
script -qec "$command" /dev/null >heard 2>&1 || sh -c "$command" >heard 2>&1
[ "$(tail -n 1 heard | tr -dc 0-9)" -le 262144 ] && [ "$(wc -c <large.bin)" = 280000000 ]
ok "280 MB are sorted in 256 MB" $?
if script -qec true /dev/null >/dev/null 2>&1; then
    grep -q 'sorting runs .* MB/s .* Mkeys/s' heard && grep -q 'left' heard &&
        ! tail -n 3 heard | grep -q 'merging .* %'
    ok "and a terminal is told share, rate and time left, and the line goes in the end" $?
else
    echo "skip - a terminal is told how far it is (there is no script(1))"
fi
rm -f large.bin out.txt

# ---- Interruption ----

# ended PROGRAM: it has, whether or not it has been waited for.
ended() {
    case $(cat "/proc/$1/stat" 2>/dev/null) in '' | *') Z '*) return 0 ;; esac
    return 1
}
# until_runs N: that many runs are in the journal of the program, or it has ended.
until_runs() {
    until [ "$(wc -l <kept.bin.runs/journal)" -gt "$1" ]; do
        ended $program && return 1
    done 2>/dev/null
    return 0
}
# stopped_at RUNS SIGNAL: a signal when so many runs are in the journal; again, where it came too late.
stopped_at() {
    for try in 1 2 3 4 5 6 7 8; do
        printf 'as it was' >kept.bin
        env --default-signal=INT "$RUN" --engine fast --host-memory 16M --in in.bin --out kept.bin >said 2>heard &
        program=$!
        until_runs "$1" && kill -s "$2" $program
        wait $program
        [ $? -gt 128 ] && return
    done 2>/dev/null
}
again() { # the same command goes on, and the result is right
    fast --in in.bin --out kept.bin "$@" && cmp -s kept.bin want.bin && clean
}

stopped_at 2 INT && as_it_was && grep -q "^run: stopped; .* sorted runs are kept in 'kept.bin.runs'" heard
ok "Ctrl-C leaves OUT as it was, and says which runs are kept and where" $?
again && grep -q 'runs were there already, and are whole' said
ok "the same command goes on from there" $?
stopped_at 2 INT && again --host-memory 32M --workers 1 && grep -q 'were there already' said
ok "with more memory and fewer threads, too" $?
result=0 kept=0
for delay in 0.01 0.03 0.05 0.07 0.09 0.12 0.15 0.2; do
    printf 'as it was' >kept.bin
    "$RUN" --engine fast --host-memory 16M --in in.bin --out kept.bin >said 2>heard &
    program=$!
    sleep $delay
    kill -s KILL $program
    wait $program
    as_it_was || cmp -s kept.bin want.bin || result=1
done 2>/dev/null
again || result=1
ok "killed at many moments, each time taken up, the result is right and nothing else is left" $result
stopped_at 3 KILL && fast --in in.bin --out kept.bin --resume 0 && cmp -s kept.bin want.bin && clean
ok "--resume 0 throws away what was kept" $?
result=0
for signal in INT TERM HUP KILL; do
    printf 'as it was' >kept.bin
    "$RUN" --engine fast --host-memory 16M --in in.bin --out kept.bin --resume 0 >said 2>heard &
    program=$!
    sleep 0.05
    kill -s $signal $program
    wait $program
    clean || result=1
done 2>/dev/null
ok "and leaves nothing itself" $result

# ---- What is kept does not fit ----

stopped_at 3 KILL
dd if=/dev/urandom of=kept.bin.runs/runs bs=4 count=1 seek=50000 conv=notrunc 2>/dev/null
again && grep -q "^run: run 1 of .* in 'kept.bin.runs' is damaged; it and those behind it are sorted again" heard
ok "a run with four wrong bytes is found, and sorted again" $?
stopped_at 3 KILL
truncate -s 3000000 kept.bin.runs/runs
again && grep -q "is damaged" heard
ok "and so is a run that is cut short" $?
stopped_at 3 KILL
sed -i '3s/^./9/' kept.bin.runs/journal
printf 'fff 16' >>kept.bin.runs/journal
again
ok "a journal ends before a line that is not whole" $?
stopped_at 3 KILL
cp in.bin other.bin && printf 1234 | dd of=in.bin bs=4 seek=4000000 conv=notrunc 2>/dev/null
fast --in in.bin --out out.bin --resume 0
fast --in in.bin --out kept.bin && cmp -s out.bin kept.bin && grep -q 'are of another input; begun anew' heard && clean
ok "runs of what IN once was are not taken" $?
mv other.bin in.bin
stopped_at 3 KILL
fast --in in.bin --out kept.bin --type i32 && grep -q 'of another input' heard && cp kept.bin out.bin &&
    fast --in in.bin --out kept.bin --type i32 --resume 0 && cmp -s kept.bin out.bin && clean
ok "nor runs of another type" $?
stopped_at 3 KILL
mkdir elsewhere spill/kept.bin.runs && mv kept.bin.runs/* spill/kept.bin.runs && rmdir kept.bin.runs
fast --in in.bin --out elsewhere/kept.bin --spill spill
[ $? = 2 ] && grep -q "'spill/kept.bin.runs' keeps the runs of a sort to another file" heard
ok "nor those of another OUT, and they are left alone" $?
fast --in in.bin --out kept.bin --spill spill && grep -q 'were there already' said && clean
ok "but its own are found there" $?
mkdir kept.bin.runs && echo dear >kept.bin.runs/runs
fast --in in.bin --out kept.bin
[ $? = 2 ] && grep -q "has files that no sort has put there" heard && [ "$(cat kept.bin.runs/runs)" = dear ]
ok "a folder with files of somebody else is left alone" $?
rm -r kept.bin.runs
"$RUN" --engine fast --host-memory 16M --in in.bin --out kept.bin >first 2>&1 &
program=$!
until_runs 1
kill -STOP $program
fast --in in.bin --out kept.bin
[ $? = 2 ] && grep -q "another sort is at work in 'kept.bin.runs'; wait for it" heard
ok "two sorts at once to one OUT are one too many" $?
kill -CONT $program
wait $program && cmp -s kept.bin want.bin && clean
ok "and the first of them does not notice" $?

# ---- An IN that is not what it was ----

# meanwhile COMMAND: while IN is read it happens; then the program says so, and keeps nothing.
meanwhile() {
    cp in.bin moving.bin
    "$RUN" --engine fast --host-memory 16M --in moving.bin --out kept.bin >said 2>heard &
    program=$!
    until_runs 1
    kill -STOP $program
    sh -c "$1"
    kill -CONT $program
    wait $program
    [ $? = 2 ] && as_it_was && clean
}
printf 'as it was' >kept.bin
meanwhile 'truncate -s 14000000 moving.bin' &&
    grep -qE "'moving.bin' (ended after 14000000 of its 17000000 bytes|changed while it was read .it had 17000000 \
bytes and has 14000000)" heard
ok "IN that shrinks while it is read is named" $?
meanwhile 'cat some.bin >>moving.bin' &&
    grep -q "'moving.bin' changed while it was read (it had 17000000 bytes and has 17800000)" heard
ok "and so is IN that grows" $?
meanwhile 'printf 1234 | dd of=moving.bin conv=notrunc 2>/dev/null' &&
    grep -q "'moving.bin' changed while it was read" heard
ok "and IN that is written to" $?
rm moving.bin
printf '1\n2\nthree\n' >word.txt
fast --in word.txt --out kept.bin
[ $? = 2 ] && grep -q "'word.txt', line 3" heard && as_it_was && clean
ok "a line that is no number is named" $?

# ---- Disks that are full or cannot be written ----

if mkdir disk && [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=14m tmpfs disk 2>/dev/null; then
    cat in.bin >in.pipe &
    fast --in in.pipe --out out.bin --spill disk
    [ $? = 2 ] && grep -q "cannot spill keys to 'disk': No space left on device; free some space" heard &&
        [ -z "$(ls -A disk)" ]
    ok "a disk that fills while runs are spilled is named" $?
    cp in.txt other.txt
    fast --in other.txt --out kept.bin --spill disk
    [ $? = 2 ] && grep -q "cannot spill keys to 'disk': No space left" heard &&
        grep -q "sorted runs are kept in 'disk/kept.bin.runs'" heard && as_it_was
    ok "and what has been sorted is kept" $?
    mount -o remount,size=40m disk
    fast --in other.txt --out kept.bin --spill disk && grep -q 'were there already' said &&
        cmp -s kept.bin want.bin && clean
    ok "so with more room on the disk it goes on" $?
    mount -o remount,size=10m disk && printf 'as it was' >disk/kept.bin
    fast --in other.txt --out disk/kept.bin --spill .
    [ $? = 2 ] && grep -q "cannot write 'disk/kept.bin': No space left" heard &&
        [ "$(cat disk/kept.bin)" = "as it was" ] &&
        [ "$(ls -A disk)" = kept.bin ]
    ok "a disk that fills while OUT is written is named, and OUT is as it was" $?
    fast --in other.txt --out disk/kept.bin --spill . --resume 0
    fast --in in.bin --out disk/new.bin
    [ $? = 2 ] && grep -q "bytes free" heard && [ "$(ls -A disk)" = kept.bin ]
    ok "a disk that is too small is found before keys are sorted" $?
    mount -o remount,ro disk
    fast --in in.bin --out out.bin --spill disk
    [ $? = 2 ] && grep -q "cannot spill keys to 'disk': Read-only" heard
    ok "a disk that cannot be written is named" $?
    umount disk
else
    echo "skip - full and read-only disks are named (no tmpfs can be mounted here)"
fi
printf 'as it was' >kept.bin
(
    ulimit -f 12000 # of 512 bytes
    fast --in in.bin --out kept.bin
)
[ $? = 2 ] && grep -q "cannot spill keys to '.*': File too large; raise the limit on file sizes (ulimit -f)" heard &&
    as_it_was
ok "a limit on file sizes is named" $?
again
ok "and without it the sort goes on" $?
fast --in in.bin --out out.bin --spill nowhere
[ $? = 2 ] && grep -q "cannot spill keys to 'nowhere': No such file" heard
ok "a missing folder for runs is named" $?

# ---- What it says ----

fast --in in.bin --out out.bin --progress && grep -q '^run: sorting runs   0 %' heard &&
    grep -q '^run: merging  50 %' heard
ok "--progress says how far it is" $?
# refused PROMISE WORDS ARGUMENT...: exit code 2 and one sentence that holds WORDS.
refused() {
    promise=$1 words=$2
    shift 2
    timeout 600 "$RUN" "$@" >said 2>heard
    [ $? = 2 ] && [ ! -s said ] && [ "$(wc -l <heard)" = 1 ] && grep -qF -- "$words" heard && clean
    ok "$promise" $?
}
# What fits the memory is not spilled, whoever sorts, and comes out as from runs.
head -c 4000004 /dev/urandom >fits.bin
good=0
for type in u32 i32 f32; do
    fast --in fits.bin --out runs.bin --type $type && grep -q 'and spilled' said || good=1
    "$RUN" --engine host --host-memory 64M --in fits.bin --out fits.out --type $type >said 2>heard &&
        grep -q "^engine 'host', nothing spilled" said && cmp -s runs.bin fits.out || good=1
done
clean || good=1
ok "what fits the memory is not spilled, and comes out as from runs" $good
fast --in fits.bin --out runs.bin
"$RUN" --engine fast --host-memory 64M --in fits.bin --out /dev/stdout 2>heard >piped.bin && cmp -s piped.bin runs.bin
ok "and may go to a pipe" $?
"$RUN" --engine fast --host-memory 64M --n 300001 --dist zipf --out made.txt >said 2>heard &&
    "$RUN" --engine fast --host-memory 64M --in made.txt --out again.txt >said 2>heard &&
    sort -n made.txt | cmp -s - again.txt && clean
ok "text and made keys too" $?
(ulimit -f 2000; "$RUN" --engine fast --host-memory 64M --in fits.bin --out full.bin >said 2>heard)
[ $? = 2 ] && [ "$(wc -l <heard)" = 1 ] && [ ! -e full.bin ] && clean
ok "a limit on files is told, and OUT is not there" $?
"$RUN" --engine device --host-memory 1100M --device-memory 16M --resume 1 --in fits.bin --out device.bin \
    >said 2>heard && cmp -s device.bin runs.bin &&
    grep -qE "^([2-9]|[1-9][0-9]) runs sorted by engine 'device' and spilled" said && clean
ok "the device sorts chunk by chunk, where it is asked to, and the runs are spilled" $?
refused "an unknown engine names those there are" "--engine is 'slow'; it can be labs, fast, host or device" --n 1 \
    --engine slow
refused "--resume is 0 or 1" "--resume is 'yes'; it can be 0 or 1" --n 1 --engine fast --resume yes
for option in "--block radix" "--runs heap" --compare; do
    refused "$option is not for the fast engine" "${option% *} is for the labs" --n 1 --engine fast $option
done
refused "--device-memory is not for the host" "--device-memory is for the device, and the host sorts" --n 1 \
    --engine host --device-memory 1M
refused "--unchecked is not for keys that are spilled" "--unchecked is for keys that fit the memory" --n 9000000 \
    --engine fast --host-memory 64M --unchecked
for option in "--resume 1" --progress; do
    refused "$option is not for the labs" "${option% *} is for the fast engine" --n 1 $option
done
"$RUN" --in fits.bin --out old.bin --road fast >said 2>heard && cmp -s old.bin runs.bin &&
    [ "$(cat heard)" = "run: ROAD (--road) is called ENGINE (--engine) now; give ENGINE=fast" ]
ok "the old name of the engine is understood, and one line says the new one" $?
refused "too little host memory is named" "bytes of host memory are too few" --n 1 --engine fast --host-memory 8M
large="a file too large for the memory is named before it is sorted"
if [ "$(df -Pk . | awk 'NR == 2 { print $4 }')" -gt 9000000 ]; then
    truncate -s 4G huge.bin
    refused "$large" "give more host memory" --in huge.bin --engine fast --host-memory 16M --out out.bin
    rm huge.bin
else
    echo "skip - $large (the disk has less than 9 GB free)"
fi

exit $failed
