#!/bin/sh
# Says in a line what there is to compile with and to run on, and what will be used.
#     sh common/build/found.sh cpu|gpu GRADER
set -u
. common/build/width.sh
. common/build/language.sh
find_width
device=$1 grader=$2

version() { command -v "$1" >/dev/null 2>&1 &&
    echo "${1##*/} $("$1" -dumpfullversion 2>/dev/null || "$1" -dumpversion)"; }
found=$(version "${CC:-gcc}" || version cc)
cxx=$(version "${CXX:-g++}")
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
cuda=${nvcc:+CUDA $("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p')}
# The driver's own list is read at once; nvidia-smi takes its time, and is for where there is no list.
gpu=$(sed -n 's/^Model:[[:space:]]*//p' /proc/driver/nvidia/gpus/*/information 2>/dev/null | head -n 1)
[ -n "$gpu" ] || [ ! -e /dev/dxg ] || gpu=$(nvidia-smi -L 2>/dev/null | sed -n 's/^GPU 0: \(.*\) (UUID.*/\1/p')

case $device,$gpu,$cuda in
gpu,*) use=$(said_part "Kernels run on the GPU") ;;
*,?*,?*) use=$(said_part "Kernels run on the CPU; with DEV=gpu, on the GPU") ;;
*) use=$(said_part "Kernels run on the CPU") ;;
esac
[ "$cuda" ] || cuda=$(said_part "no CUDA")
[ "$gpu" ] || gpu=$(said_part "no GPU")
wrapped() { if [ "$language" ]; then cat; else fold -s -w "$width"; fi; } # which would count bytes
said "Found: %s, %s, %s, %s. %s." "$found" "$cxx" "$cuda" "$gpu" "$use" | wrapped | sed 's/ *$//'
[ -x "$grader" ] || said "The kit is built first. It takes seconds."
