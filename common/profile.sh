#!/bin/sh
# What a stage's kernels ask of memory, line by line, beside what the reference solution asks.
#     sh common/profile.sh GRADER FOLDER SUBMISSION LAB [STAGE [CASE]]
set -u
grade=$1 folder=$2 submission=$3 lab=$4 stage=${5:-1} case=${6:-}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

[ "$lab" ] || { echo "profile: which lab? Type make profile LAB=02 STAGE=2" >&2; exit 2; }

# A stage that is right is run once more with the profiler, which leaves a report.
run() { # SUBMISSION NAME
    SORTLAB_REPORT=$work/$2.json "$grade" --sandbox none --tool profile --folder "$folder" --submission "$1" --order forward \
        --lab "$lab" --stage "$stage" ${case:+--case "$case"} >"$work/$2.log" 2>&1 &&
        [ -s "$work/$2.json" ] && return
    cat "$work/$2.log"
    echo "profile: counts are for answers that are right; there are none of $1 in lab $lab, stage $stage"
    exit 1
}
run "$submission" yours
run solutions reference

# The file whose lines are shown, in either of the two layouts that a submission may have.
source=$(ls "$submission"/*"$lab"*/*.cu "$submission"/*"$lab"*.cu 2>/dev/null | head -n 1)
awk -v source="$source" -f common/profile.awk "$work/reference.json" "$work/yours.json"
