#!/bin/sh
# A check build tries a simple kernel first (check/trial.c). Its reports, its results and its exit
# code are those of threads that run one by one, in right kernels and in wrong ones. A run takes a third of the cases,
# and one of the compilers: ALL=1 has all of both.
# Begins first: it takes a minute.
#     SEEDS="5 17" sh common/simt/tests/test_trials.sh     made-up kernels of these seeds alone, with both compilers
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
unset SIMT_LOOPS SIMT_ORDER SIMT_TOOL SIMT_OVERLAP SIMT_STREAMS
four=memcheck,racecheck,initcheck,synccheck
plainly_right='right steps written shared unset_variable of_a_fill of_three_streams dead_store store_over_store
    dead_load unused_load same_in_each_round same_in_no_round_beyond dead_in_shared one_of_two_barriers equal_rounds
    all_in_branch product rows one_writes doubles two_widths fewer_write up_to_fills one_block_of_halves scans sums
    no_row indexed matrices chained asserted asserted_of_memory
    one_block_of_wide first_members one_block_of_best asking neighbour_asked own_store_asked last_round_asked
    sheets sheets_of_blocks helped helped_apart inner hiding two_halves one_half guarded_late
    bytes_in_shared bytes bytes_in_place bytes_up_to_the_end bytes_of_written bytes_write_then_read woven shorts mixed
    as_bytes as_bytes_of_others pixels odd_shared two_channels channels_apart loads_again bytes_of_two_streams
    turned turned_at_an_edge led led_at_once set_by_some referring
    members_apart members_of_one one_member one_member_of_some three_widths whole_elements member_of_block
    members_of_two_streams declared_first declared_and_half_set gathered gathered_of_some scattered index_elsewhere
    managed managed_of_the_host pinned weighed variables to_a_variable
    sparse_rows sparse_some_rows move move_members swaps merge digits turns chunks letters_of_words twice relax'
as_loops='steps written dead_store store_over_store dead_load unused_load same_in_each_round product rows doubles
    two_widths fewer_write up_to_fills one_writes one_block_of_halves scans sums indexed matrices chained asserted
    one_block_of_wide first_members one_block_of_best asking neighbour_asked
    sheets sheets_of_blocks helped helped_apart inner hiding two_halves
    bytes_in_shared bytes bytes_in_place bytes_up_to_the_end bytes_of_written bytes_write_then_read woven shorts
    as_bytes as_bytes_of_others pixels odd_shared two_channels channels_apart loads_again bytes_of_two_streams
    turned turned_at_an_edge led referring
    members_apart members_of_one one_member one_member_of_some three_widths whole_elements member_of_block
    members_of_two_streams declared_first declared_and_half_set gathered gathered_of_some scattered
    managed managed_of_the_host pinned weighed variables to_a_variable
    sparse_rows sparse_some_rows move move_members swaps merge digits chunks letters_of_words twice relax'

# run LOOPS STREAMS PROGRAM CASE: the words, the report and the exit code; and to $log.kernels whose trial passes
run() {
    SIMT_LOOPS=$1 SIMT_STREAMS=$2 SIMT_REPORT=$log.json timeout 600 "$3" "$4" >"$log.out" 2>"$log.err"
    echo "exit $?" >>"$log.out"
    sed -n 's/^simt: kernel \(.*\) passes its trial\( as loops\)*$/\1/p' "$log.err" >"$log.kernels"
    grep -vE 'passes its trial( as loops)?$' "$log.err" | cat "$log.out" - "$log.json"
}

# same PROGRAM CASE: whether the two ways tell the same; counts cases with a trial that passes, and with a finding
same() {
    for streams in eager lazy; do
        run 0 $streams "$1" "$2" >"$log.threads"
        run show $streams "$1" "$2" >"$log.trial"
        cmp -s "$log.threads" "$log.trial" || return
    done
    [ ! -s "$log.kernels" ] || passed=$((passed + 1))
    if grep -q '"severity"' "$log.json"; then wrong=$((wrong + 1)); else without="$without $2"; fi
}

# same_plainly PROGRAM CASE: whether loops and threads of a plain build print the same
same_plainly() {
    SIMT_LOOPS=0 timeout 600 "$1" "$2" >"$log.threads" 2>"$log.err"
    SIMT_LOOPS=1 timeout 600 "$1" "$2" >"$log.loops" 2>"$log.err"
    cmp -s "$log.threads" "$log.loops"
}

builds_as_loops() { # CXX FILE [OPTION...]
    cxx=$1 file=$2
    shift 2
    CXX=$cxx common/simt/simtcc -v "$@" -O2 -w --extended-lambda -o "$program" "$file" -lcuda -lpthread >"$log" 2>&1
    status=$?
    grep -e 'no kernel runs as loops' -e 'error: ' "$log" >"$log.said"
    [ $status = 0 ] && [ ! -s "$log.said" ]
}

# at_its_line PROGRAM CASE: a line that has the case behind it, as in // at: CASE, is the one that the report names
at_its_line() {
    for place in $(grep -nE "// at:.* $2( |\$)" common/simt/tests/check/trials_*.h | cut -d: -f1,2); do
        run show eager "$1" "$2" >"$log.trial"
        grep -q "\"file\": \"${place%:*}\", \"line\": ${place#*:}," "$log.json" || return
    done
}

are_among() { # PROMISE WANTED NAMES: of what was tried
    missing=''
    for name in $2; do
        case " $3 " in *" $name "*) continue ;; esac
        case " $tried " in *" $name "*) missing="$missing $name" ;; esac
    done
    echo "these do not pass:$missing" >"$log"
    [ ! "$missing" ]
    report "$1" $? "$log"
}

listed() { # CXX
    program=$work/$1-trials log=$work/$1-trials.log passed=0 wrong=0 without='' right='' loops=''
    builds_as_loops "$1" common/simt/tests/check/trials.cu --tool=$four
    report "kernels for trials build, also as loops, with $1" $? "$log.said"
    tried=$("$program" 2>/dev/null | tr '\n' ' ')
    # shellcheck disable=SC2086 # a word each
    tried=$(some $tried | tr '\n' ' ')
    for name in $tried; do
        same "$program" "$name"
        status=$?
        ! grep -qvx count "$log.kernels" || right="$right $name"
        grep 'passes its trial' "$log.err" | grep -q -v 'trial as loops$' || loops="$loops $name"
        diff "$log.threads" "$log.trial" >"$log"
        report "a trial tells the same of $name as threads, with $1" $status "$log"
        at_its_line "$program" "$name"
        status=$?
        [ $status = 0 ] || report "$name is found at its line, with $1" $status "$log.trial"
    done
    are_among "kernels that are plainly right pass their trials, with $1" "$plainly_right" "$right"
    are_among "those whose accesses are known beforehand pass them as loops, with $1" "$as_loops" "$loops"
    run show eager "$program" right >"$log"
    sort "$log.kernels" | tr '\n' ' ' | grep -qx 'copy count late '
    report "three kernels without a mistake pass their trials, with $1" $? "$log.kernels"
    run show eager "$program" beside_signals >"$log"
    grep -qx 'no tick is lost' "$log" && grep -qx slow "$log.kernels"
    report "a signal's handler runs to its end in a trial, with $1" $? "$log"
    SIMT_ORDER=reverse run show eager "$program" right >"$log"
    [ ! -s "$log.kernels" ]
    report "and in another order they are not tried, with $1" $? "$log.kernels"
}

made_up() { # CXX SEED
    program=$work/$1-made_up log=$work/$1-made_up.log passed=0 wrong=0 different='' without=''
    awk -v seed="$2" -f common/simt/tests/check/trials.awk >"$program.cu" &&
        builds_as_loops "$1" "$program.cu" --tool=$four
    report "made-up kernels of seed $2 build, also as loops, with $1" $? "$log.said"
    names=$("$program" 2>/dev/null)
    for name in $names; do
        same "$program" "$name" || different="$different $name"
    done
    echo "other findings in a trial: kernels$different" >"$log"
    [ ! "$different" ]
    report "made-up kernels of seed $2 give the same reports, with $1" $? "$log"
    echo "passed: $passed, with findings: $wrong" >"$log"
    [ $passed -gt 0 ] && [ $wrong -gt 0 ]
    report "some of them pass a trial, and some are wrong, with $1" $? "$log"

    sed 's/int x = i, y;/int x = i, y = 3;/' "$program.cu" >"$program.set.cu" # what is not set may differ
    program=$program.set different=''
    builds_as_loops "$1" "$program.cu"
    report "plain builds of made-up kernels of seed $2 are loops, with $1" $? "$log.said"
    for name in $without; do
        same_plainly "$program" "$name" || different="$different $name"
    done
    echo "other results as loops: kernels$different" >"$log"
    [ ! "$different" ]
    report "those without findings give the same results as loops, with $1" $? "$log"
}

compilers='g++ clang++'
if ! command -v clang++ >/dev/null; then
    compilers=g++
    echo "skip - trials with clang++ (it is not installed)"
elif [ ! "${ALL:-}${SEEDS:-}" ]; then
    [ $((${DRAW:-1} % 2)) = 0 ] && compilers=g++ || compilers=clang++
fi
for compiler in $compilers; do
    listed $compiler
    for seed in ${SEEDS:-${DRAW:-1}}; do made_up $compiler "$seed"; done
done
exit "$failed"
