#!/bin/sh
# The program `run` past the labs goes on where an interrupted sort has stopped, if what is kept is whole and its own.
#     RUN=build/cpu/solutions/run sh grader/tests/sort/test_resumed.sh
set -u
export LC_ALL=C
unset SIMT_DEVICE_MEMORY
. "$(dirname "$0")/../program.sh"
large_files
mkdir spill

# ---- Interruption ----

# stopped_at RUNS SIGNAL: a signal when so many runs are in the journal.
stopped_at() {
    printf 'as it was' >kept.bin
    stopped journal $(($1 + 1)) env --default-signal=INT "$RUN" --engine fast --host-memory 16M --in in.bin \
        --out kept.bin || return
    kill -s "$2" $program
    kill -s CONT $program
    wait $program
    [ $? -gt 128 ]
} 2>/dev/null

stopped_at 2 INT && as_it_was && grep -q "^run: stopped. .* sorted runs are kept in 'kept.bin.runs'" heard
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
again && grep -q "^run: run 1 of .* in 'kept.bin.runs' is damaged. It and those behind it are sorted again" heard
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
fast --in in.bin --out kept.bin && cmp -s out.bin kept.bin &&
    grep -q 'are of another input. The sort begins again' heard && clean
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
stopped journal 2 "$RUN" --engine fast --host-memory 16M --in in.bin --out kept.bin
fast --in in.bin --out kept.bin
[ $? = 2 ] && grep -q "another sort is at work in 'kept.bin.runs'. Wait for it" heard
ok "two sorts at once to one OUT are one too many" $?
kill -CONT $program
wait $program && cmp -s kept.bin want.bin && clean
ok "and the first of them does not notice" $?

exit $failed
