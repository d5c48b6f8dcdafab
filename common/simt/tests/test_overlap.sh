#!/bin/sh
# Blocks that overlap, in a check build: what is wrong where one overtakes another shows, and each time alike.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
unset SIMT_OVERLAP SIMT_ORDER SIMT_TOOL
tests=common/simt/tests/check

# run NAME OVERLAP: what the program prints, with its report beside it
run() { SIMT_REPORT=$program.$2.json SIMT_OVERLAP=$2 timeout 600 "$program" "$1" 2>"$program.$2.log"; }

job() { # CXX
    program=$work/$1-overtaken
    CXX=$1 common/simt/simtcc --tool=racecheck,initcheck -O2 -w -o "$program" $tests/overtaken.cu >"$work/out" 2>&1
    report "programs for overlap build, with $1" $? "$work/out"
    run hasty 1 >"$work/out" && grep -qx "right: $(seq -s ' ' 0 23)" "$work/out"
    promise "one block after the other hides who goes on without the block before, with $1" $?
    run hasty 4 >"$work/out"
    [ $? = 1 ] && grep -q '^wrong:' "$work/out" &&
        grep -q 'Race reported between Write access at .* and Read access' "$program.4.log"
    promise "with four under way it shows, and racecheck names it, with $1" $?
    for n in 2 4 32; do run patient $n; done >"$work/out"
    [ "$(grep -c '^right:' "$work/out")" = 3 ] && [ "$(sort -u "$work/out" | wc -l)" = 3 ]
    promise "who waits for the block before is right with any number of them, with $1" $?
    for again in 1 2 3 4 5 6 7 8; do run hasty 4; done | sort -u >"$work/out"
    [ "$(wc -l <"$work/out")" = 1 ]
    promise "they overtake each other in the same way each time, with $1" $?
    SIMT_ORDER=random:5 run patient 4 >"$work/out" && ! grep -qxF "$(run patient 4)" "$work/out"
    promise "and in another way with another seed, with $1" $?
    races "$1"
    promise "a race between blocks that overlap is found, and told alike each time, with $1" $?
}

# A race between blocks is found and told, in the same words each time.
races() { # CXX
    program=$work/$1-races
    CXX=$1 common/simt/simtcc --tool=racecheck -O2 -w -o "$program" $tests/races.cu >"$work/out" 2>&1
    for again in 1 2 3 4; do
        run last_block 4 >"$work/out"
        mv "$program.4.json" "$work/report.$again" && grep -q '"severity": "ERROR"' "$work/report.$again" &&
            cmp "$work/report.1" "$work/report.$again" || return 1
    done
}

for cxx in g++ clang++; do
    if command -v $cxx >/dev/null; then
        job $cxx; else echo "skip - blocks that overlap, with $cxx (it is not installed)"; fi
done
program=$work/g++-overtaken refused=0
for wrong in 0 33 many; do
    ! SIMT_OVERLAP=$wrong "$program" patient >"$work/out" 2>&1 &&
        grep -q "SIMT_OVERLAP is '$wrong'. It must be a number from 1 to 32" "$work/out" && refused=$((refused + 1))
done
[ $refused = 3 ]
promise "a number of blocks that cannot be is refused, with what it can be" $?
exit $failed
