#!/bin/sh
# The runtime as one GPU or another: what it says of itself, and what it refuses. The lines are what the CUDA C++
# programming guide says of each compute capability.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
unset SIMT_GPU SIMT_ORDER SIMT_STREAMS SIMT_DEVICE_MEMORY
source=common/simt/tests/gpus/limits.cu

is() { # GPU LINE
    SIMT_GPU=$1 common/simt/simtcc -w -o "$work/limits" $source >"$work/out" 2>&1 &&
        SIMT_GPU=$1 SIMT_THREADS=1 "$work/limits" >"$work/out" 2>"$work/err"
    [ "$(cat "$work/out")" = "$2, refused cooperates counts both" ]
    promise "${1:-without a name}: $2" $?
}
is '' "Sortlab CPU runtime: 9.0, 4 multiprocessors of 2048 threads, 227 KB a block, arch 900, 8 blocks fit"
is T4 "Tesla T4: 7.5, 40 multiprocessors of 1024 threads, 64 KB a block, arch 750, 3 blocks fit"
is A100 "NVIDIA A100-SXM4-40GB: 8.0, 108 multiprocessors of 2048 threads, 163 KB a block, arch 800, 7 blocks fit"
is RTX3060 "NVIDIA GeForce RTX 3060: 8.6, 28 multiprocessors of 1536 threads, 99 KB a block, arch 860, 4 blocks fit"
is RTX4090 "NVIDIA GeForce RTX 4090: 8.9, 128 multiprocessors of 1536 threads, 99 KB a block, arch 890, 4 blocks fit"
is H100 "NVIDIA H100 80GB HBM3: 9.0, 132 multiprocessors of 2048 threads, 227 KB a block, arch 900, 8 blocks fit"
is B200 "NVIDIA B200: 10.0, 148 multiprocessors of 2048 threads, 227 KB a block, arch 1000, 8 blocks fit"

SIMT_GPU=T5 "$work/limits" >"$work/out" 2>&1
[ $? = 2 ] && grep -qx "simt: SIMT_GPU is 'T5'. It can be T4, V100, .* or RTX5090" "$work/out"
promise "a GPU that is not known is an error, which names those that are" $?

# The largest reach of the lab that has most shared memory: a T4's blocks have half of what an A100's have.
for gpu in $(some T4 RTX3060 A100); do
    SIMT_GPU=$gpu build/cpu/grade --folder build/cpu --lab 13 --submission solutions --result "$work/result" \
        >"$work/out" 2>&1
    promise "as a $gpu: the fast sort has all points" $?
done
exit $failed
