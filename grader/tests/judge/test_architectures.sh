#!/bin/sh
# nvcc builds the labs for the GPUs that students have, T4 to RTX 50. A run takes a third of the labs.
# Takes turn 5 of 6.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
[ "$nvcc" ] || { echo "skip - labs are built for every GPU (nvcc is not installed)" && exit 0; }
capabilities="75 80 86 89 90 100 120"

builds() { # FILE CAPABILITY...
    file=$1 lab=${1##*/} flags=
    shift
    for capability; do
        "$nvcc" --list-gpu-code | grep -qx "sm_$capability" ||
            { echo "skip - ${lab%.cu} for sm_$capability ($nvcc does not know it)" && continue; }
        flags="$flags -gencode arch=compute_$capability,code=sm_$capability"
    done
    # shellcheck disable=SC2086
    "$nvcc" -std=c++17 -O2 -t 2 $flags -I. -Ilabs/"${lab%.cu}" -c -o "$work/lab.o" "$file" >"$work/out" 2>&1 &&
        ! grep -v 'ptxas warning : Value of threads per SM' "$work/out"
}
for file in $(some solutions/*.cu); do
    # shellcheck disable=SC2086
    builds "$file" $capabilities
    promise "$(basename "$file" .cu) builds for sm_$(echo $capabilities | sed 's/ /, sm_/g')" $?
done
exit $failed
