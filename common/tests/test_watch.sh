#!/bin/sh
# make watch: a verdict after each save, whatever becomes of the file; and its end by Ctrl-C. Then
# what a learner sees on a terminal, wide and narrow, in colour and not.
# Takes turn 9 of 12.
set -u
. "$(dirname "$0")/promise.sh"
. common/tests/copy.sh
says() { tr -s ' \n' '  ' <"$work/out" | grep -qE -- "$1"; }
file=labs/03_atomic_merge/atomic_merge.cu
$make grade-program >"$work/out" 2>&1
promise "it is built" $?

# Waits for a pattern in what the watch has said since the last call.
until_said() {
    for i in $(seq 6000); do
        tail -n +$((heard + 1)) "$work/said" >"$work/out"
        says "$1" && heard=$((heard + $(wc -l <"$work/out"))) && return
        sleep 0.1
    done
    return 1
}
heard=0
$make watch >"$work/said" 2>&1 </dev/null &
maker=$!
trap 'kill $maker 2>/dev/null; rm -rf "$work"' EXIT
until_said 'Step 1, a stable split .* waiting for the next save'
promise "a watch begins with what make says" $?

solve 03 2
until_said "atomic_merge.cu .*Step 3, rounds of the merge: wrong answer .* waiting" && solve 03 1 &&
    until_said "^ ?[0-9:]+ $file 03 atomic merge [^:]*Step 2, [^:]*: wrong answer .* waiting for the next save"
promise "a save is followed by a verdict on its lab, with time and file" $?
echo 'int x = ;' >>$file
until_said 'Step 2, .*: does not compile .* waiting'
promise "a file that does not compile does not end it" $?
rm $file && sleep 0.5 && solve 03 3
until_said 'Step 4, .*: wrong answer .* waiting'
promise "nor does a file that is gone for a while" $?
for try in 1 2 3 4 5 6 7 8 9 10; do # a check may be over before the second save
    solve 03 5 && until_said "$file" && solve 03 4 && cp "$work/out" "$work/first" &&
        until_said 'waiting for the next save'
    cat "$work/first" "$work/out" >"$work/both" && mv "$work/both" "$work/out"
    ! says "$file .*waiting .*$file" && says "$file .*$file .* Step 5, every tile" && break
done
says "$file .*$file .* Step 5, every tile" && ! says "$file .*waiting .*$file"
promise "a save during a check begins it again" $?
printf '\n' >>labs/03_atomic_merge/stages.c
until_said 'the kit has changed, and is built .* Step 5, every tile .* waiting for the next save'
promise "an update of the kit is built" $?
interrupt() { kill -INT \
    "$(for pid in $(running build/cpu/grade grade); do [ "$(readlink /proc/$pid/cwd)" != "$(pwd -P)" ] ||
        echo $pid; done | head -n 1)"; }
interrupt && wait $maker && grep -q 'the watch is over' "$work/said" && [ -z "$(find build/cpu -name 'work-*')" ]
promise "an interrupt ends it, and leaves nothing behind" $?

heard=0
: >"$work/said"
$make watch LAB=03 FORMAT=gcc >"$work/said" 2>&1 </dev/null &
maker=$!
until_said "^ ?03 atomic merge .* Step 5, every tile.* $file:[0-9]+: error: stage [0-9]+, wrong answer: .* \
waiting for the next save" &&
    printf '\nnothing\n' >>$file && until_said "Step 5, [^:]*: does not compile .*$file:[0-9]+: error: .* waiting" &&
        interrupt && wait $maker
promise "with FORMAT=gcc a failure is also said as a compiler would say it" $?
$make watch FORMAT=x >"$work/out" 2>&1
[ $? = 2 ] && says "grade: FORMAT is 'x'. It can be gcc"
promise "and no other format is taken" $?
solve 03 4

# ---- A terminal ----

if ! command -v script >/dev/null; then
    echo "skip - colours and widths on a terminal (there is no script here)"
    exit $failed
fi
terminal() { # COLUMNS COMMAND: with $keys as what is typed
    env -u NO_COLOR TERM=xterm ${settings:-} script -qec "stty cols $1; $2" "$work/typed" >/dev/null 2>&1 </dev/null
    sed '1d; /^Script done/d' "$work/typed" | tr -d '\r' >"$work/out"
    plain <"$work/out" >"$work/plain"
}
coloured() { grep -q "$(printf '\033')\[3[12]m" "$work/out"; }
plain() { sed "s/$(printf '\033')\[[0-9;]*m//g; s/.*$(printf '\033')\[K//"; }
widest() { plain <"$work/out" | awk '{ if (length($0) > most) most = length($0) } END { print most + 0 }'; }

terminal 80 "$make" && coloured && grep -q 'wrong answer' "$work/out"
promise "on a terminal make has colours" $?
terminal 80 "$make progress" && coloured && grep -q '####' "$work/out" && [ "$(widest)" -le 80 ]
promise "and make progress has bars, within 80 columns" $?
settings="NO_COLOR=1"
terminal 80 "$make; $make progress; $make check LAB=01" && ! coloured &&
    ! grep -q "$(printf '\033')\[[0-9]" "$work/out" && grep -q '####' "$work/out"
promise "with NO_COLOR there is none, and bars there are" $?
settings="TERM=dumb"
terminal 80 "$make; $make progress" && ! grep -q "$(printf '\033')" "$work/out"
promise "a terminal that knows nothing gets plain text" $?
settings=
terminal 40 "$make progress" && [ "$(widest)" -le 40 ] && grep -qE '^03 atomic merge +85/100' "$work/plain"
promise "at 40 columns the map fits" $?
terminal 40 "$make; $make help; $make check LAB=01"
grep -vE 'labs/|again|make trace|: \*\*\* | \\$|^ {12,}' "$work/plain" >"$work/out" && [ "$(widest)" -le 40 ]
promise "and so does all text but paths and commands" $?
{ $make; $make progress; $make check LAB=03; $make help; } >"$work/out" 2>&1
! grep -q "$(printf '\033')" "$work/out" && ! grep -q '##' "$work/out" && [ "$(widest)" -le 80 ]
promise "in a file there are no colours and no bars, and 80 columns are enough" $?

: >"$work/said"
{
    heard=0 && until_said 'waiting for the next save' && printf '\003' && until_said 'code [0-9]'
} | TERM=xterm script -qefc "$make watch; echo code \$?" "$work/said" >/dev/null 2>&1
cp "$work/said" "$work/out"
says 'the watch is over' && says 'code 0' && ! grep -q 'Interrupt' "$work/out" &&
    [ -z "$(find build/cpu -name 'work-*')" ]
promise "Ctrl-C ends a watch in peace" $?
exit $failed
