#!/bin/sh
# What `make debug` promises: gdb stops at the mistake, and knows the threads of a block, which are fibers.
# Takes turn 8 of 12.
set -u
. "$(dirname "$0")/promise.sh"

# What is refused needs no gdb.
make -s --no-print-directory debug LAB=03 DEV=gpu >"$work/out" 2>&1
[ $? = 2 ] && grep -q 'On a GPU the debugger is cuda-gdb' "$work/out"
promise "on a GPU make debug names cuda-gdb" $?
mkdir "$work/none"
PATH=$work/none /bin/sh common/build/deps.sh debug >"$work/out" 2>&1
[ $? = 2 ] && grep -q 'packages are missing: gdb' "$work/out" && [ "$(wc -l <"$work/out")" = 1 ]
promise "where gdb is missing and cannot be installed, one sentence says so" $?
THREAD=five sh common/build/debug.sh "$work" >"$work/out" 2>&1
[ $? = 2 ] && grep -q "THREAD is 'five'" "$work/out"
promise "a thread that is none is refused" $?

elsewhere="a case is laid out on another disk too"
if place=$(mktemp -d -p /dev/shm 2>/dev/null) && [ "$(stat -c %d "$place")" != "$(stat -c %d build)" ] &&
    cp /bin/sh "$place/program" && [ -x "$place/program" ]; then
    build/cpu/grade --folder build/cpu --lab 01 --stage 1 --submission labs --debug "$place/debug" >"$work/out" 2>&1 &&
        [ -x "$place/debug/child" ]
    promise "$elsewhere" $?
else
    echo "skip - $elsewhere (/dev/shm is none, or runs no program)"
fi
[ ! "$place" ] || rm -rf "$place"

stops="a missing barrier: gdb stops in the learner's file at the race, and names both lines"
threads="simt threads lists who runs and who waits, with lines"
shared="simt shared shows a word, and who wrote it last"
waits="simt thread 5 selects a thread that waits: its backtrace, its threadIdx, its variables"
first="without a finding gdb stops at a kernel's first line, in the thread that THREAD= names"
alone="a breakpoint stops for that thread alone, and next stays in it across barriers"
into="step goes into the learner's functions and no others, and finish comes back"
turn="next after simt thread goes on in that thread, of another block too"
safe="after many looks and steps the outputs are those of a run without gdb"
write="a write behind an array stops at its line, and the kernel ends by it"
stuck="where nothing can move gdb stops, and shows a thread that waits"
host="a lab in C stops at the sanitizer's report, or at the learner's first line"
editor="in an editor it stops at the finding, and a look changes nothing"
target="make debug opens all that in gdb"
needs debugger "$stops" "$threads" "$shared" "$waits" "$first" "$alone" "$into" "$turn" "$safe" "$write" "$stuck" \
    "$host" "$editor" "$target" ||
    exit $failed

case_of() { # LAB [OPTION...]: of $work/sub, for gdb
    lab=$1 && shift
    rm -rf "$work/debug"
    build/cpu/grade --folder build/cpu --lab "$lab" --submission "$work/sub" --debug "$work/debug" "$@" \
        >"$work/grade" 2>&1
}
session() { # COMMAND...: to gdb
    printf '%s\n' "$@" >"$work/commands"
    DEBUGINFOD_URLS='' gdb -q -nx -batch -x "$work/debug/case.gdb" -x "$work/commands" "$work/debug/child" \
        >"$work/out" 2>&1
}
says() { tr -s ' \n\t' '   ' <"$work/out" | grep -qE -- "$1"; }
change() { # SOLUTION SED
    rm -rf "$work/sub" && mkdir "$work/sub" && sed "$2" "solutions/$1" >"$work/sub/$1"
    ! cmp -s "solutions/$1" "$work/sub/$1" || [ ! "$2" ]
}
line() { grep -n -m 1 -F -- "$1" "$work/sub/$file" | cut -d: -f1; }

file=03_atomic_merge.cu
change $file 's/    __syncthreads(); \/\/ all bids are in, and s_winner is set/    \/\/ nobody waits/'
bid=$(line 'atomicMin(&s_lowest') choice=$(line 'choice.key = s_lowest;') barrier=$(line '__syncthreads(); // no bid')
case_of 03 && session 'simt start' 'simt threads' 'simt shared s_lowest' 'simt thread 5' 'bt' 'print threadIdx.x' \
    'print has_key' \
    'simt threads' 'continue' 'continue'
says "Race on s_lowest in shared memory: nothing orders these two. atomic by thread .0,0,0. of block .0,0,0. \
at $file:$bid read by thread .1,0,0. of block .0,0,0. at $file:$choice" &&
    says "thread .1,0,0. of block .0,0,0.. choose \(\) at $file:$choice $choice choice.key = s_lowest;"
promise "$stops" $?
says "kernel choose_head_kernel, block .0,0,0., 128 threads at barrier $file:[0-9]+ .0,0,0. \
\* runs $file:$choice .1,0,0. ready $file:$barrier .2,0,0.-.127,0,0. "
promise "$threads" $?
says "s_lowest = [0-9]+ last written by thread .0,0,0. at line $bid .atomic."
promise "$shared" $?
says "thread .5,0,0. of block .0,0,0.. choose \(\) at $file:$barrier " &&
    says "choose \(has_key=false, key=0\) at $file:$barrier #2 choose_head_kernel<<<.1,1,1.,.128,1,1.>>>" &&
    says '\$1 = 5 \$2 = false' && says "\* ready $file:$barrier .2,0,0.-.127,0,0." &&
        says 'RACECHECK SUMMARY: 2 hazards' && says 'exited with code 01'
promise "$waits" $?

change $file ''
entry=$(line 'size_t start = (size_t)blockIdx.x') bid=$(line 'atomicMin(&s_lowest') \
    winner=$(line 's_winner = BLOCK_THREADS;')
call=$(line 'struct choice choice = choose(head < m, key);') barrier=$(line '__syncthreads(); // no bid') \
    take=$(line 'run[i] = key;')
shared_line=$(line '__shared__ uint32_t s_lowest') begin=$(line 'struct choice choice = {UINT32_MAX')
case_of 03 --stage 5 --case 4 && echo 'simt only 5 block 1' >>"$work/debug/case.gdb"
session 'simt start' "break $winner" 'continue' 'print threadIdx.x' 'print blockIdx.x' 'next' 'next' 'next' \
    'print threadIdx.x' 'print blockIdx.x' \
    'delete' "tbreak $call" 'continue' 'step' 'bt 1' 'finish' 'print threadIdx.x'
says "The checkers find nothing.* stops at a kernel's first line.* .thread .5,0,0. of block .1,0,0.. \
merge_lists_atomic_kernel \(\) at $file:$entry "
promise "$first" $?
says "at $file:$winner $winner .*\\\$1 = 5 \\\$2 = 1 $bid .* $((bid + 1)) __syncthreads\(\); .* \
$((bid + 2)) choice.key = s_lowest; \\\$3 = 5 \\\$4 = 1 "
promise "$alone" $?
says "at $file:$call .* choose \(has_key=true.*\) at $file:$begin .*#0 choose .*Value returned .*\\\$[0-9]+ = 5"
promise "$into" $?

# The last 8 bytes say how long it took.
case_of 03 --stage 5 --case 4
DEBUGINFOD_URLS='' gdb -q -nx -batch -x "$work/debug/case.gdb" -ex run "$work/debug/child" >"$work/out" 2>&1 &&
    head -c -8 "$work/debug/outputs" >"$work/plain"
# Some gdb cannot write all registers of a new processor; then it calls no function of any program.
count='print tile_count(4097)'
printf 'int more(int x) { return x + 1; }\nint main(void) { return more(1); }\n' | gcc -g -x c -o "$work/calls" - &&
    ! gdb -q -nx -batch -ex 'break main' -ex run -ex 'print more(41)' "$work/calls" 2>&1 | grep -q '= 42$' &&
    count='print 3' && echo "skip - gdb calls a function in a thread that waits (gdb calls none here, of any program)"
session 'simt start' "break $take if threadIdx.x == 7 && blockIdx.x == 1" 'continue' 'print threadIdx.x' \
    'simt thread 9 block 0' 'bt' 'print key' "$count" 'n' \
    'print threadIdx.x' 'print blockIdx.x' 's' 'simt thread 3 block 2' 'up' 'print m' 'finish' 'print blockIdx.x' \
        'simt thread 126' 'c' 'simt threads' 'simt thread 8' 'c' 'delete' 'c'
says "\\\$1 = 7 .thread .9,0,0. of block .0,0,0.. .*\\\$3 = 3 .*\\\$4 = 9 \\\$5 = 0 .*thread .3,0,0. \
of block .2,0,0.. .*\\\$[0-9]+ = 2048 .*\\\$7 = 2 "
promise "$turn" $?
says 'RACECHECK SUMMARY: 0 hazards .*exited normally' && [ -s "$work/plain" ] && head -c -8 "$work/debug/outputs" |
    cmp - "$work/plain" >>"$work/out" 2>&1
promise "$safe" $?

change $file 's/run\[i\] = key;/run[i + 5000] = key;/'
case_of 03 --stage 4 --case 2 && session 'simt start' 'print i' 'continue'
says "Invalid __global__ write of size 4 bytes by thread .* at $file:$take .*The kernel ends by this..*$take run.i . \
5000. = key; .1 = [0-9]+ " &&
    says 'cudaErrorIllegalAddress'
promise "$write" $?

file=04_reduce_merge.cu
change $file 's/\(__shfl_down_sync([^)]*)\)/(threadIdx.x % 2 ? \1 : 0)/'
case_of 04 && session 'simt start' 'simt threads' 'bt' 'continue'
says '(nothing can move|Barrier error detected).*\[thread .[0-9,]+. of block .0,0,0..' &&
    says '\* in warp op 04_reduce_merge.cu:[0-9]+ .1,0,0. .3,0,0. .* and more, 64 in all' &&
    says '#[0-9]+ merge_lists_reduce_kernel<<<.1,1,1.,.128,1,1.>>>'
promise "$stuck" $?

file=01_serial_radix.c
change $file 's/out\[next\[in\[i\] >> bit \& 1\]++\]/out[next[in[i] >> bit \& 1]++ + n]/'
store=$(line '++ + n]')
case_of 01 && session 'simt start' 'print n' 'continue' &&
    says "sanitizer finds a mistake.*split_by_bit \(\) at $file:$store .*= [0-9]+ .*AddressSanitizer" &&
    change $file '' && case_of 01 && session 'simt start' 'next' 'continue' &&
        says "split_by_bit \(\) at $file:[0-9]+ .*exited normally"
promise "$host" $?

file=03_atomic_merge.cu
change $file 's/    __syncthreads(); \/\/ all bids are in, and s_winner is set/    \/\/ nobody waits/'
case_of 03
{
    printf '%s\n' "-interpreter-exec console \"source $work/debug/case.gdb\"" \
        -exec-run '-interpreter-exec console "simt threads"' \
        '-interpreter-exec console "simt thread 5"' '-data-evaluate-expression threadIdx.x' \
            -exec-continue -exec-continue
} >"$work/commands"
DEBUGINFOD_URLS='' gdb -q -nx --interpreter=mi2 "$work/debug/child" <"$work/commands" >"$work/out" 2>&1
says "stopped,reason=.breakpoint-hit.*line=.$choice..*Race on s_lowest" && says 'thread .5,0,0. of block' &&
    says 'done,value=.1.' && says 'exit-code=.01.'
promise "$editor" $?

printf 'simt threads\nquit\n' |
    make -s --no-print-directory debug LAB=03 SUBMISSION="$work/sub" THREAD=5 >"$work/out" 2>&1
says "wrong answer .*Race on s_lowest .*thread .5,0,0. of block .0,0,0.. .*\* ready +03_atomic_merge.cu:$barrier \
.2,0,0.-.127,0,0." &&
    [ "$(ls build/debug)" ]
promise "$target" $?
exit $failed
