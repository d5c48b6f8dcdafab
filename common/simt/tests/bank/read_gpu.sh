#!/bin/sh
# Reads the finding bank on a GPU: builds it with nvcc, runs compute-sanitizer's four tools over each faulty
# kernel and over all right ones, and leaves what they say in FOLDER; read_gpu.awk makes the table of it.
#     read_gpu.sh FOLDER [SECONDS]      SECONDS: all runs together may take so long
set -u
bank=$(dirname "$0") folder=$1 seconds=${2:-600}
PATH=$PATH:/usr/local/cuda/bin
mkdir -p "$folder/logs" && folder=$(cd "$folder" && pwd) || exit 2
cd "$bank" || exit 2

{
    echo "# device: $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader)"
    echo "# date: $(date -u +%F)"
    echo "# compiler: nvcc $(nvcc --version |
            sed -n 's/.*release \([0-9.]*\).*/\1/p') -std=c++17 -arch=native -O2 -lineinfo"
    echo "# tool: $(compute-sanitizer --version | tail -n 1)"
    echo "# command: compute-sanitizer --tool TOOL --show-backtrace device --racecheck-detect-level info FILE NAME \
wrong"
} >"$folder/about"

for source in *.cu; do
    nvcc -std=c++17 -arch=native -O2 -lineinfo -w -o "$folder/${source%.cu}" "$source" &
done
wait

for tool in synccheck racecheck memcheck initcheck; do
    for source in *.cu; do
        file=${source%.cu}
        echo "$tool $file all right"
        "$folder/$file" | sed "s/.*/$tool $file & wrong/"
    done
done >"$folder/jobs"

# A kernel that hangs is given 10 seconds.
export folder
timeout "$seconds" xargs -P 16 -L 1 sh -c '
    level=
    [ "$0" = racecheck ] && level="--racecheck-detect-level info"
    timeout -k 2 10 compute-sanitizer --tool "$0" --show-backtrace device $level "$folder/$1" "$2" "$3" \
        >"$folder/logs/$1.$2.$3.$0" 2>&1
    echo "exit $?" >>"$folder/logs/$1.$2.$3.$0"' <"$folder/jobs"
