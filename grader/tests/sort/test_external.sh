#!/bin/sh
# The program `run` past the labs sorts files larger than its memory as sort(1) does, within that memory.
#     RUN=build/cpu/solutions/run sh grader/tests/sort/test_external.sh
set -u
export LC_ALL=C
unset SIMT_DEVICE_MEMORY
. "$(dirname "$0")/../program.sh"
gcc -o peak "$kit/grader/tests/sort/peak.c"
large_files

# ---- Sorting ----

# within BUDGET_IN_MB ARGUMENT...: the process never has more in memory than that.
within() {
    mb=$1
    shift
    kib=$(./peak "$RUN" --engine fast --host-memory "${mb}M" --quiet "$@" 2>heard) || return
    echo "# $kib KiB of $((mb * 1024))" >said
    [ "$kib" -le $((mb * 1024)) ]
}

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
refused "an unknown engine names those there are" "--engine is 'slow'. It can be labs, fast, host or device" --n 1 \
    --engine slow
refused "--resume is 0 or 1" "--resume is 'yes'. It can be 0 or 1" --n 1 --engine fast --resume yes
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
    [ "$(cat heard)" = "run: ROAD (--road) is called ENGINE (--engine) now. Give ENGINE=fast" ]
ok "the old name of the engine is understood, and one line says the new one" $?
refused "too little host memory is named" "bytes of host memory are too few" --n 1 --engine fast --host-memory 8M
large="a file too large for the memory is named before it is sorted"
if [ "$(df -Pk . | awk 'NR == 2 { print $4 }')" -gt 9000000 ]; then
    truncate -s 4G huge.bin
    refused "$large" "Give more host memory" --in huge.bin --engine fast --host-memory 16M --out out.bin
    rm huge.bin
else
    echo "skip - $large (the disk has less than 9 GB free)"
fi

exit $failed
