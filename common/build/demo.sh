#!/bin/sh
# The main job: grade the reference solutions stage by stage, then sort the sizes of all files under
# /usr through the full pipeline, and hold the result against `sort -n`.
#     sh common/build/demo.sh cpu|gpu
set -u
device=$1 build=build/$1
case $device in gpu) where="the GPU" by="make DEV=gpu" ;; *) where="the CPU runtime" by=make ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

echo "1. The reference solutions, graded stage by stage on $where:"
"$build/grade" --device "$device" --folder "$build" --submission solutions \
    --repeat-by "$by grade SUBMISSION=solutions" ||
    exit

echo
echo "2. The sizes of all files under /usr, sorted through the pipeline on $where:"
find /usr -type f -printf '%s\n' 2>/dev/null | awk '$1 < 4294967296' >"$work/sizes.txt"
"$build/solutions/run" --in "$work/sizes.txt" --out "$work/sorted.txt" --format text || exit

echo
echo "3. The same by sort -n:"
LC_ALL=C sort -n "$work/sizes.txt" >"$work/wanted.txt"
if ! cmp "$work/sorted.txt" "$work/wanted.txt"; then
    echo "demo: the pipeline and sort -n differ"
    exit 1
fi
echo "$(wc -l <"$work/wanted.txt") lines, no difference."
