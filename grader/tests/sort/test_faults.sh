#!/bin/sh
# The program `run` past the labs names an IN that changes and a disk that is full, and leaves OUT as it was.
#     RUN=build/cpu/solutions/run sh grader/tests/sort/test_faults.sh
set -u
export LC_ALL=C
unset SIMT_DEVICE_MEMORY
. "$(dirname "$0")/../program.sh"
large_files
mkfifo in.pipe

# ---- An IN that is not what it was ----

# meanwhile COMMAND: while IN is read it happens; then the program says so, and keeps nothing.
meanwhile() {
    cp in.bin moving.bin
    stopped journal 2 "$RUN" --engine fast --host-memory 16M --in moving.bin --out kept.bin || return
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
    [ $? = 2 ] && grep -q "cannot spill keys to 'disk': No space left on device. Free some space" heard &&
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
[ $? = 2 ] && grep -q "cannot spill keys to '.*': File too large. Raise the limit on file sizes (ulimit -f)" heard &&
    as_it_was
ok "a limit on file sizes is named" $?
again
ok "and without it the sort goes on" $?
fast --in in.bin --out out.bin --spill nowhere
[ $? = 2 ] && grep -q "cannot spill keys to 'nowhere': No such file" heard
ok "a missing folder for runs is named" $?

exit $failed
