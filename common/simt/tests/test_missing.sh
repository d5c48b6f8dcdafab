#!/bin/sh
# What the runtime has not, where no kernel is to blame: libraries, graphics, other processes and the driver.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
cd "$work" || exit 2
simtcc=$top/common/simt/simtcc

# says WORDS PROMISE
says() {
    grep -q "$1" log
    report "$2" $? log
}

cat >process.cu <<'END'
#include <cstdio>
int main() {
    cudaIpcMemHandle_t handle;
    void *d_pointer, *function = &handle;
    cudaMalloc(&d_pointer, 64);
    printf("%d\n", cudaIpcGetMemHandle(&handle, d_pointer));
    printf("%d\n", cudaGetDriverEntryPoint("cuInit", &function, cudaEnableDefault));
    printf("%d\n", function == NULL);
}
END
"$simtcc" -O1 -o process process.cu -lnothing_like_this -lm >log 2>&1
report 'a program is linked without a library that is nowhere' $? log
says 'note: -lnothing_like_this is left out: there is no such library' 'and a note says so'
./process >log 2>&1
says 'cudaIpcGetMemHandle: memory and events of another process are not part' 'cudaIpc is refused in a sentence'
says '^801$' 'with cudaErrorNotSupported'
says "the driver's cuInit is not part of the CPU runtime" 'a function of the driver is refused in a sentence'

for header in GL/nowhere.h GLFW/nowhere.h cuda_gl_interop.h; do # which no system has
    echo "#include <$header>" >window.cpp
    "$simtcc" -c window.cpp >log 2>&1
    [ $? != 0 ] && grep -q "<$header>: graphics .*not part of th" log
    report "<$header> in a .cpp is refused in a sentence" $? log
done
exit $failed
