#!/bin/sh
# What `make trace` promises: a page for every lab with kernels, one of a race, and pages that work in a browser.
set -u
. "$(dirname "$0")/promise.sh"
trace() { # LAB OUT [MORE OPTIONS]
    lab=$1 out=$2
    shift 2
    build/cpu/grade --folder build/cpu --lab "$lab" --ranks --trace "$out" "$@" >"$work/out" 2>&1
}

DEV=cpu WHO=solutions sh common/trace.sh all "$work" >"$work/out" 2>&1
promise "every lab with kernels or in C has a trace of its reference" $?
for page in "$work"/*.html; do
    bytes=$(wc -c <"$page") number=$(basename "$page" .html)
    grep -q 'Content-Security-Policy.*default-src .none.' "$page" && [ "$bytes" -lt 2000000 ] && ! grep -qE '(src|href)="?(https?:)?//' "$page"
    promise "the page of lab $number is one file, of less than 2 MB ($((bytes / 1000)) KB)" $?
done

# Lab 03 with the barrier behind the bids left out.
mkdir "$work/sub"
sed 's/    __syncthreads(); \/\/ all bids are in, and s_winner is set/    \/\/ nobody waits/' solutions/03_atomic_merge.cu >"$work/sub/03_atomic_merge.cu"
bid=$(grep -n 'atomicMin(&s_lowest' "$work/sub/03_atomic_merge.cu" | cut -d: -f1)
trace 03 "$work/race.html" --stage 3 --case 4 --n 300 --submission "$work/sub" --compare solutions &&
    grep -q '"tool": "racecheck", "severity": "error".*"line": '"$bid," "$work/race.html"
promise "a missing barrier is in the page, as a race with its lines" $?

sed 's/head < m ? d_tile\[head\] : 0/d_tile[head]/' solutions/03_atomic_merge.cu >"$work/sub/03_atomic_merge.cu"
trace 03 "$work/stray.html" --stage 1 --case 1 --submission "$work/sub" && grep -q '"tool": "memcheck".*Invalid __global__ read' "$work/stray.html"
promise "so is a read behind an array" $?

trace 05 "$work/large.html" --stage 4 --case 3 --n 2048 --submission solutions
n=''
[ -e "$work/large.html" ] && n=$(sed -n 's/.*With N=\([0-9]*\) all of it fits.*/\1/p' "$work/out") && [ "$n" ] &&
    trace 05 "$work/fits.html" --stage 4 --case 3 --n "$n" --submission solutions && [ "$(wc -c <"$work/fits.html")" -lt 2000000 ]
promise "of a run that is too large the page shows the beginning, and an N that fits is named (N=${n:-?})" $?

STAGE=2 DEV=cpu WHO=solutions sh common/trace.sh 05 "$work/sub" >"$work/out" 2>&1
grep -q 'a page shows the first [0-9]*[.]$' "$work/out" && grep -q 'It is as long with fewer keys' "$work/out" &&
    grep -q '"stage": 2, "case": 4, "n": 40,' "$work/sub/05.html" && [ "$(wc -c <"$work/sub/05.html")" -lt 2000000 ]
promise "a stage may have a trace of its own, and where no N makes it fit that is said" $?

WHO=labs sh common/trace.sh 08 "$work" >"$work/out" 2>&1
[ $? = 2 ] && grep -q 'no kernel of its own' "$work/out"
promise "a lab without kernels says so" $?

make -s --no-print-directory trace LAB=03 WHO=solutions N=40 >"$work/out" 2>&1 && [ "$(tail -n 1 "$work/out")" = build/trace/03.html ] &&
    grep -q '"stage": 3, "case": 4, "n": 40,' build/trace/03.html
promise "make trace LAB=03 writes a page, says where, and takes N=" $?
make -s --no-print-directory trace LAB=03 WHO=solutions STAGE=4 KEYS="5 4294967295 4294967295" >"$work/out" 2>&1 &&
    grep -q '"stage": 4, "case": 1, "n": 3,.*"ranks": false' build/trace/03.html
promise "and KEYS= as they are" $?

# What a check says to type, for two mistakes of lab 03.
see() { # SED: the mistake
    sed "$1" solutions/03_atomic_merge.cu >"$work/sub/03_atomic_merge.cu"
    build/cpu/grade --folder build/cpu --lab 03 --stage "$2" --submission "$work/sub" --explain --progress "$work/progress" >"$work/out" 2>&1
    typed=$(sed -n 's/^  see    make trace //p' "$work/out")
    eval "set -- $typed"
    [ $# -ge 4 ] || return
    for knob; do
        shift
        name=$(echo "${knob%%=*}" | tr '[:upper:]' '[:lower:]')
        set -- "$@" "--$name" "${knob#*=}"
    done
    build/cpu/grade --folder build/cpu --submission "$work/sub" --compare solutions "$@" --trace "$work/see.html" >>"$work/out" 2>&1
}
see 's/if (head < m) key = tile/if (head + 1 < m) key = tile/' 3 && grep -q '"right": false' "$work/see.html"
promise "a check says how to see a wrong answer: make trace $typed" $?
see 's/if (has_key) atomicMin(&s_lowest, key);/if (has_key \&\& key < s_lowest) s_lowest = key;/' 1 &&
    grep -q '"tool": "racecheck", "severity"' "$work/see.html"
promise "and how to see a race: make trace $typed" $?

have() { command -v "$1" >/dev/null 2>&1; }
if ! have node || ! have npm; then
    for what in "the committed template is what its sources give" "trace pages work in a browser"; do
        echo "skip - $what (there is no node or no npm)"
    done
    exit $failed
fi
if ! sh common/page/build.sh trace "$work/template.html" >"$work/out" 2>&1 && grep -qiE 'network|ENOTFOUND|EAI_AGAIN|ECONN|registry' "$work/out"; then
    echo "skip - the committed template is what its sources give (npm reaches no registry)"
    echo "skip - trace pages work in a browser (npm reaches no registry)"
    exit $failed
fi
cmp "$work/template.html" common/page/trace.html >>"$work/out" 2>&1
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
node common/page/tests/first.mjs "$work"/without-*.html >"$work/out" 2>&1
races=$(grep -cE ': Race: Thread [0-9]+ .* line [0-9]+, and thread [0-9]+ .* line [0-9]+' "$work/out")
[ "$races" = 5 ] && [ "$(grep -c 'no mistake' "$work/out")" = 2 ]
promise "a page opens on the race wherever a barrier that was needed is left out ($races of 5)" $?

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ ! "$chromium" ]; then
    echo "skip - trace pages work in a browser (there is no chromium)"
    exit $failed
fi
# Of the labs each fourth one, a host's among them: what differs between their pages is the data.
timeout 600 node common/page/tests/look.mjs build/web "$chromium" "$work/race.html" $(ls "$work"/[0-9]*.html | awk 'NR % 4 == 1') >"$work/looked" 2>&1
code=$?
cat "$work/looked"
[ $code = 0 ] || failed=1
exit $failed
