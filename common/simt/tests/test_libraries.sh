#!/bin/sh
# What the libraries refuse: an option or a package that is missing, a matrix outside of its allocation.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"

build() { common/simt/simtcc -w -o "$work/program" "$@" >"$work/log" 2>&1; }
says() { # PROMISE WORDS FILE
    grep -q "$2" "$3"
    report "$1" $? "$3"
}

cat >"$work/far.cu" <<'END'
#include <cublas_v2.h>
int main() {
    cublasHandle_t handle;
    float *x, two = 2;
    cublasCreate(&handle);
    cudaMalloc(&x, 100 * sizeof(float));
    cudaMemset(x, 0, 100 * sizeof(float));
    cublasSscal(handle, 1000, &two, x, 1);
    return cudaDeviceSynchronize() != 700;
}
END
cat >"$work/sparse.cu" <<'END'
#include <cusparse.h>
int main() {}
END
cat >"$work/twister.cu" <<'END'
#include <curand.h>
int main() {
    curandGenerator_t generator;
    return curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MT19937) != CURAND_STATUS_TYPE_ERROR;
}
END
build "$work/sparse.cu"
says "cuSPARSE is refused by name" '<cusparse.h> is not part of the CPU runtime' "$work/log"
build "$work/twister.cu" -lcurand && "$work/program" 2>"$work/log"
report "the Mersenne Twister gets CUDA's error" $? "$work/log"
says "and a message" 'no generator of type 142' "$work/log"
if build "$work/far.cu" -lcublas; then
    "$work/program" 2>"$work/log"
    report "a vector that leaves its allocation ends the device's work" $? "$work/log"
    says "and a message names the call" 'cublasSscal.*4000 bytes.*400 bytes' "$work/log"
    build "$work/far.cu"
    says "the linker's words for a missing -lcublas are one sentence" 'calls cuBLAS. Add -lcublas' "$work/log"
else
    says "a missing package is named" 'Install the package libopenblas-dev' "$work/log"
fi
exit $failed
