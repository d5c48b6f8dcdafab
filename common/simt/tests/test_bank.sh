#!/bin/sh
# The finding bank: each faulty kernel is told by the tools that bank/expected.tsv names, with its lines,
# and its right twin by none. With g++ all of them, with clang++ every fourth.
# Begins first: it takes a minute.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
bank=common/simt/tests/bank
export SIMT_TOOL=memcheck,racecheck,initcheck,synccheck

# found CXX FILE NAME wrong|right: what the tools say, sorted, to $work/CXX.found
found() {
    SIMT_REPORT=$work/$1.json timeout 600 "$work/$2-$1" "$3" "$4" >"$work/$1.log" 2>&1
    [ $? -le 1 ] || echo "it ends with another code than 0 and 1"
    awk -v name="$3" -f $bank/lines.awk $bank/$2.cu "$work/$1.json"
    rm -f "$work/$1.json"
}

# pair CXX FILE NAME: says what differs, if anything does
pair() {
    awk -F '\t' -v OFS='\t' -v name="$3" '$1 == name && $2 !~ /^(none|until .*)$/ { print $2, $3, $4, $5 }' \
        $bank/expected.tsv |
        sort >"$work/$1.want"
    found "$1" "$2" "$3" wrong | grep -v "API error" | sort >"$work/$1.got" # which only follows from the fault
    diff "$work/$1.want" "$work/$1.got"
    found "$1" "$2" "$3" right | grep . && echo "in its right twin"
}

# all CXX FILE EVERY: of each EVERY pairs of the file one
all() {
    CXX=$1 common/simt/simtcc --tool=$SIMT_TOOL -O2 -w -o "$work/$2-$1" $bank/$2.cu >"$work/$1.log" 2>&1 || {
        report "$2.cu of the bank builds, with $1" 1 "$work/$1.log"
        return
    }
    SIMT_TOOL=none "$work/$2-$1" | awk "NR % $3 == 0" >"$work/$1.names"
    while read -r name; do
        echo "$name" >>"$work/$1.done"
        pair "$1" "$2" "$name" >"$work/$1.diff"
        [ ! -s "$work/$1.diff" ]
        report "bank: $name, with $1" $? "$work/$1.diff"
    done <"$work/$1.names"
}

job() { # CXX EVERY
    if ! command -v "$1" >/dev/null; then
        echo "skip - the finding bank with $1 (it is not installed)"
        return
    fi
    for source in $bank/*.cu; do
        file=${source##*/}
        all "$1" "${file%.cu}" "$2"
    done
}

[ ! "${ONLY:-}" ] || { job "$ONLY" 1; exit; }
job clang++ 4 >"$work/out" 2>&1 &
job g++ 1 | tee "$work/out.too"
wait
cat "$work/out"
sort "$work/g++.done" >"$work/pairs"
grep -v '^#' $bank/expected.tsv | cut -f 1 | sort -u | diff "$work/pairs" - >"$work/unknown"
report "expected.tsv names all pairs of the bank, and no other" $? "$work/unknown" | tee "$work/last"
awk -f $bank/compare.awk $bank/compute-sanitizer.tsv $bank/expected.tsv | sort >"$work/differ"
grep -v '^#' $bank/differences.tsv | cut -f 1-3 | sort | diff - "$work/differ" >"$work/unexplained"
report "where compute-sanitizer on a GPU says otherwise, differences.tsv says why" $? "$work/unexplained" |
    tee -a "$work/last"
! grep -q '^not ok' "$work/out" "$work/out.too" "$work/last"
