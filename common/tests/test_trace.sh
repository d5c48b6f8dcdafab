#!/bin/sh
# What `make trace` promises: a page for every lab with kernels, one of a race, and pages that work in a browser.
# Takes turn 12 of 12.
set -u
. "$(dirname "$0")/promise.sh"
trace() { # LAB OUT [MORE OPTIONS]
    lab=$1 out=$2
    shift 2
    build/cpu/grade --folder build/cpu --lab "$lab" --ranks --trace "$out" "$@" >"$work/out" 2>&1
}

if [ "${ALL:-}" ]; then labs=all; else labs=$(some 01 02 03 04 05 06 07 09 10 11 12 13 14); fi
for lab in $labs; do
    DEV=cpu WHO=solutions sh common/build/trace.sh "$lab" "$work" >"$work/out" 2>&1
    promise "lab $lab has a trace of its reference" $?
done
for page in "$work"/*.html; do
    bytes=$(wc -c <"$page") number=$(basename "$page" .html)
    grep -q 'Content-Security-Policy.*default-src .none.' "$page" && [ "$bytes" -lt 2000000 ] &&
        ! grep -qE '(src|href)="?(https?:)?//' "$page"
    promise "the page of lab $number is one file, of less than 2 MB ($((bytes / 1000)) KB)" $?
done

# Lab 03 with the barrier behind the bids left out.
mkdir "$work/sub"
sed 's/    __syncthreads(); \/\/ all bids are in, and s_winner is set/    \/\/ nobody waits/' \
    solutions/03_atomic_merge.cu >"$work/sub/03_atomic_merge.cu"
bid=$(grep -n 'atomicMin(&s_lowest' "$work/sub/03_atomic_merge.cu" | cut -d: -f1)
trace 03 "$work/race.html" --stage 3 --case 4 --n 300 --submission "$work/sub" --compare solutions &&
    grep -q '"tool": "racecheck", "severity": "error".*"line": '"$bid," "$work/race.html"
promise "a missing barrier is in the page, as a race with its lines" $?

sed 's/head < m ? d_tile\[head\] : 0/d_tile[head]/' solutions/03_atomic_merge.cu >"$work/sub/03_atomic_merge.cu"
trace 03 "$work/stray.html" --stage 1 --case 1 --submission "$work/sub" &&
    grep -q '"tool": "memcheck".*Invalid __global__ read' "$work/stray.html"
promise "so is a read behind an array" $?

trace 05 "$work/large.html" --stage 4 --case 3 --n 2048 --submission solutions
n=''
[ -e "$work/large.html" ] && n=$(sed -n 's/.*With N=\([0-9]*\) all of it fits.*/\1/p' "$work/out") && [ "$n" ] &&
    trace 05 "$work/fits.html" --stage 4 --case 3 --n "$n" --submission solutions &&
        [ "$(wc -c <"$work/fits.html")" -lt 2000000 ]
promise "of a run that is too large the page shows the beginning, and an N that fits is named (N=${n:-?})" $?

STAGE=2 DEV=cpu WHO=solutions sh common/build/trace.sh 05 "$work/sub" >"$work/out" 2>&1
grep -q 'A page shows the first [0-9]*[.]$' "$work/out" && grep -q 'It is as long with fewer keys' "$work/out" &&
    grep -q '"stage": 2, "case": 4, "n": 40,' "$work/sub/05.html" && [ "$(wc -c <"$work/sub/05.html")" -lt 2000000 ]
promise "a stage may have a trace of its own, and where no N makes it fit that is said" $?

WHO=labs sh common/build/trace.sh 08 "$work" >"$work/out" 2>&1
[ $? = 2 ] && grep -q 'no kernel of its own' "$work/out"
promise "a lab without kernels says so" $?

make -s --no-print-directory trace LAB=03 WHO=solutions N=40 >"$work/out" 2>&1 &&
    [ "$(tail -n 1 "$work/out")" = build/trace/03.html ] &&
    grep -q '"stage": 3, "case": 4, "n": 40,' build/trace/03.html
promise "make trace LAB=03 writes a page, says where, and takes N=" $?
make -s --no-print-directory trace LAB=3 WHO=solutions STAGE=4 KEYS="5 4294967295 4294967295" >"$work/out" 2>&1 &&
    grep -q '"stage": 4, "case": 1, "n": 3,.*"ranks": false' build/trace/03.html
promise "and KEYS= as they are" $?

# A learner's kit: stage 1 is solved, and in stage 3 the head goes on by one place. Nothing is chosen.
(
    . common/tests/copy.sh
    shown() { sed -n 's/.*"stage": \([0-9]*\), "case": [0-9]*, "n": \([0-9]*\),.*/\1 \2/p' build/trace/03.html; }
    solve 03 1
    $make trace LAB=03 >"$work/first" 2>&1
    shown >>"$work/first"
    sed 's/head += BLOCK_THREADS/head += 1/' solutions/03_atomic_merge.cu >labs/03_atomic_merge/atomic_merge.cu
    $make trace LAB=03 >"$work/third" 2>&1
    shown >>"$work/third"
    $make trace LAB=03 N=12 >"$work/chosen" 2>&1
    shown >>"$work/chosen"
    solve 03 5
    $make trace LAB=03 >"$work/none" 2>&1
    shown >>"$work/none"
)
cat "$work/first" "$work/third" >"$work/out"
grep -q '^  stage 2 fails now' "$work/first" && tail -n 1 "$work/first" | grep -q '^2 ' &&
    grep -q '^  stage 3 fails now' "$work/third" &&
    tail -n 1 "$work/third" | grep -q '^3 [1-9]$'
promise "make trace LAB=03 shows the stage that fails now, with its smallest input, and says which" $?
cat "$work/chosen" "$work/none" >"$work/out"
grep -q '^  stage 3 fails now. The page shows it with the input that was chosen' "$work/chosen" &&
    [ "$(tail -n 1 "$work/chosen")" = "3 12" ] &&
    ! grep -q 'fails now' "$work/none" && [ "$(tail -n 1 "$work/none")" = "3 300" ]
promise "with N= it takes that input; where nothing fails it shows what the lab shows" $?

# What a check says to type, for two mistakes of lab 03.
see() { # SED: the mistake
    sed "$1" solutions/03_atomic_merge.cu >"$work/sub/03_atomic_merge.cu"
    build/cpu/grade --folder build/cpu --lab 03 --stage "$2" --submission "$work/sub" \
        --explain --progress "$work/progress" >"$work/out" 2>&1
    typed=$(sed -n 's/^  see    make trace //p' "$work/out")
    eval "set -- $typed"
    [ $# -ge 4 ] || return
    for knob; do
        shift
        name=$(echo "${knob%%=*}" | tr '[:upper:]' '[:lower:]')
        set -- "$@" "--$name" "${knob#*=}"
    done
    build/cpu/grade --folder build/cpu --submission "$work/sub" --compare solutions "$@" --trace "$work/see.html" \
        >>"$work/out" 2>&1
}
see 's/if (head < m) key = tile/if (head + 1 < m) key = tile/' 3 && grep -q '"right": false' "$work/see.html"
promise "a check says how to see a wrong answer: make trace $typed" $?
see 's/if (has_key) atomicMin(&s_lowest, key);/if (has_key \&\& key < s_lowest) s_lowest = key;/' 1 &&
    grep -q '"tool": "racecheck", "severity"' "$work/see.html"
promise "and how to see a race: make trace $typed" $?

have() { command -v "$1" >/dev/null 2>&1; }

# told SOLUTION SED LAB OPTIONS...: the solution, changed by SED, as a page beside the solution, and what that page
# tells.
told() {
    in_turn && tried=yes || { tried='' && return; }
    name=$1 change=$2 lab=$3
    shift 3
    mkdir -p "$work/told"
    rm -f "$work"/told/*
    sed "$change" "solutions/$name" >"$work/told/$name"
    ! cmp -s "solutions/$name" "$work/told/$name" || [ ! "$change" ] || return
    trace "$lab" "$work/told.html" --submission "$work/told" --compare solutions "$@" &&
        node common/web/tests/facts.mjs "$work/told.html" >"$work/out" 2>&1
}
line_of() { grep -n "$1" "$work"/told/* | head -n 1 | cut -d: -f1; }
mistakes() { grep -c ': mistake ' "$work/out"; }
barrier_marked() { # in the line with the call and a brace behind it, once
    [ "$(mistakes)" = 1 ] &&
        grep -q "A barrier that not all reach: Thread 0 waits in line $(line_of '__syncthreads(); }'), \
and thread 1 at another" "$work/out"
}
merge=03_atomic_merge.cu buckets=02_strided_buckets.cu
so() { [ ! "$tried" ] || promise "$@"; }
promises_of_facts() {
    told $merge '/if (threadIdx.x == 0) s_winner/d;
        s/\(if (threadIdx.x == 0) \)\(s_lowest = UINT32_MAX;\).*/\1{ \2 s_winner = BLOCK_THREADS; __syncthreads(); }/
        /no bid comes before/d' 03 --stage 3 --keys "1 0 0 0" &&
        barrier_marked
    so "a barrier in a branch is marked, and not the races behind it" $?
    told $merge 's/\(if (has_key) \)\(atomicMin(&s_lowest, key);\)/\1{ \2 __syncthreads(); }/
        /all bids are in/d' 03 --stage 3 --keys "1 0 0 0" &&
        barrier_marked
    so "also where only threads with a key come to it" $?
    told $buckets 's/CU(cudaMemcpy(d_keys, keys.*/for (size_t i = 0; i < n; i++) d_keys[i] = keys[i];/' 02 --stage 1 \
        --keys "7 11" &&
        [ "$(mistakes)" = 1 ] &&
            grep -q "Host code touches memory of the device: Line $(line_of 'd_keys\[i\] = keys') " "$work/out"
    so "host code that touches memory of the device is marked" $?
    told $buckets 's/BLOCK_THREADS>>>(d_keys, n)/BLOCK_THREADS>>>(out, n)/' 02 --stage 1 --keys "7 11" &&
        [ "$(mistakes)" = 1 ] &&
            grep -q 'A kernel touches memory of the host: Thread 0 reads memory of the host in line' "$work/out"
    so "and so is a kernel that gets a pointer of the host" $?
    told $buckets 's/d_list\[r \* BLOCK_THREADS\] += /*(uint32_t *)8 += /' 02 --stage 1 --keys "7 11" &&
        grep -q 'Outside of every array: Thread 0 reads memory of no array in line' "$work/out"
    so "an address that is nobody's is not called the host's" $?
    told $merge '' 03 --stage 3 --keys "1 0 0 0" && grep -q 'array d_heads 128$' "$work/out" &&
        grep -q 'array d_tile 4$' "$work/out" && grep -q 'array d_run 1$' "$work/out"
    so "guard words are no places of an array" $?
    told $merge '' 03 --stage 1 --case 8 --n 40 && grep -q 'array d_tile 40$' "$work/out"
    so "nor is the word by which an array begins later, or the last place left out" $?
    told 01_serial_radix.c '' 01 --stage 2 --case 4 --n 16 && grep -q 'array keys 16$' "$work/out" &&
        grep -q 'array scratch 16$' "$work/out"
    so "and of host code neither" $?
    told $merge 's/^    if (threadIdx.x == 0) s_winner/    __syncthreads();\n&/' 03 --stage 3 --case 4 --n 40 &&
        grep -q 'compare 73 of 73, ' "$work/out"
    so "a comparison pairs steps in which both runs hold the same, though one has more barriers" $?
    told $merge 's/head += BLOCK_THREADS/head += 1/' 03 --stage 3 --case 4 --n 300 &&
        grep -q 'compare 28 of 100, 100 in step$' "$work/out"
    so "and in a wrong run the same rounds, though other ones hold more alike" $?
}
if have node; then
    promises_of_facts
    node common/web/tests/facts.mjs "$work"/[0-9]*.html >"$work/out" 2>&1
    [ "$(grep -c ': costs ' "$work/out")" -gt 1 ] && ! grep ': costs ' "$work/out" | sed 's/.*: costs //; s/ and / /' |
        grep -vqE '^(.*) \1$'
    promise "what memory is asked for does not depend on where a page cuts its steps" $?
else
    echo "skip - pages mark mistakes, show arrays and compare runs as they are (there is no node)"
fi

if ! have node || ! have npm; then
    for what in "the committed template is what its sources give" "trace pages work in a browser"; do
        echo "skip - $what (there is no node or no npm)"
    done
    exit $failed
fi
if ! sh common/web/build.sh trace "$work/template.html" >"$work/out" 2>&1 &&
    grep -qiE 'network|ENOTFOUND|EAI_AGAIN|ECONN|registry' "$work/out"; then
    echo "skip - the committed template is what its sources give (npm reaches no registry)"
    echo "skip - trace pages work in a browser (npm reaches no registry)"
    exit $failed
fi
cmp "$work/template.html" common/web/trace.html >>"$work/out" 2>&1
promise "the committed template is what its sources give" $?

# Each barrier of lab 03, and those around the passes of lab 05, left out in turn.
leave_out() { # SOLUTION LAB OPTIONS...
    solution=$1 lab=$2
    shift 2
    for n in $(grep -n '__syncthreads(); //' "$solution" | cut -d: -f1); do
        sed "${n}s/__syncthreads();//" "$solution" >"$work/sub/${solution##*/}"
        trace "$lab" "$work/without-$lab-$n.html" --submission "$work/sub" "$@"
    done
}
leave_out solutions/03_atomic_merge.cu 03 --stage 3 --case 4 --n 300
leave_out solutions/05_odd_even_sort.cu 05 --stage 4 --case 3 --n 9
node common/web/tests/first.mjs "$work"/without-*.html >"$work/out" 2>&1
races=$(grep -cE ': Race: Thread [0-9]+ .* line [0-9]+, and thread [0-9]+ .* line [0-9]+' "$work/out")
[ "$races" = 5 ] && [ "$(grep -c 'no mistake' "$work/out")" = 2 ]
promise "a page opens on the race wherever a barrier that was needed is left out ($races of 5)" $?

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ ! "$chromium" ]; then
    echo "skip - trace pages work in a browser (there is no chromium)"
    exit $failed
fi
# Of these each third one, the host's of lab 01 among them: what differs between their pages is the data. And numbers as
# long as
# they come.
trace 03 "$work/long.html" --stage 4 --keys "$(seq -s ' ' 2147483647 2147483678)" --submission solutions
timeout 600 node common/web/tests/look.mjs build/web "$chromium" "$work/race.html" "$work/long.html" $(ls \
    "$work"/[0-9]*.html |
    awk 'NR % 3 == 1') >"$work/looked" 2>&1
code=$?
cat "$work/looked"
[ $code = 0 ] || failed=1
exit $failed
