#!/bin/sh
# What the runtime has not, where no kernel is to blame: libraries, graphics, other processes' handles and the driver.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
cd "$work" || exit 2
simtcc=$top/common/simt/simtcc

# says WORDS PROMISE
says() {
    grep -q "$1" log
    report "$2" $? log
}

cat >lib.h <<'END'
#include <cuda.h>
#include <nvFatbin.h>
static CUresult import() {
    CUexternalMemory memory;
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC described = {};
    return cuImportExternalMemory(&memory, &described);
}
END
cat >process.cu <<'END'
#include "lib.h"
#include <cstdio>
int main() {
    cudaIpcMemHandle_t handle;
    void *d_pointer, *function = &handle;
    cudaMalloc(&d_pointer, 64);
    printf("import %d\n", import());
    printf("get %d\n", cudaIpcGetMemHandle(&handle, d_pointer));
    printf("own %d\n", cudaIpcOpenMemHandle(&d_pointer, handle, cudaIpcMemLazyEnablePeerAccess));
    handle.reserved[0] = 0;
    printf("none %d\n", cudaIpcOpenMemHandle(&d_pointer, handle, cudaIpcMemLazyEnablePeerAccess));
    printf("%d\n", cudaGetDriverEntryPoint("cuTexRefCreate", &function, cudaEnableDefault));
    printf("%d\n", function == NULL);
    CUdriverProcAddressQueryResult result;
    function = &handle;
    cuGetProcAddress("cuMemAdvise", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &result);
    printf("%d\n", function == NULL && result == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
}
END
"$simtcc" -O1 -o process process.cu -lcuda -lnothing_like_this -lm >log 2>&1
report 'a program is linked without a library that is nowhere' $? log
says 'note: -lnothing_like_this is left out: there is no such library' 'and a note says so'
./process >log 2>&1
[ "$(grep -c -e '^get 0$' -e '^own 201$' -e '^none 1$' log)" = 3 ]
report 'a handle of memory is for another process, and no other bytes are one' $? log
grep -q '^import 801$' log && says 'cuImportExternalMemory: memory of graphics libraries is not part of' \
    'what a header of a library asks for is refused when it runs'
says "the driver's cuTexRefCreate is not part of" 'a function that is not there is refused in a sentence'
says 'cuMemAdvise as CUDA 12.0 had it is not part of .* Ask for that of CUDA 12.2' 'so is that of an older release'
[ "$(tail -n 3 log | tr -d '\n')" = 50011 ]
report 'and the program gets NULL' $? log

# Headers that no system has, and what the sentence says of them.
while IFS='|' read -r header words; do
    for kind in cu cpp; do
        printf '\n#include <%s>\n' "$header" >"window.$kind"
        "$simtcc" -c "window.$kind" >log 2>&1
        [ $? != 0 ] && grep -q "^window.$kind:2: <$header>.*$words" log && ! grep -q 'No such file' log
        report "<$header> in a .$kind is refused in a sentence" $? log
    done
done <<'END'
GL/nowhere.h|graphics are not part of the CPU runtime. Build this program with nvcc
nppnowhere.h|NPP is not part
nvJitLinkNowhere.h|nvJitLink is not part
cusolverSp.h|cuSolverSP is not part
cutlass/nowhere.h|CUTLASS is not part
torch/nowhere.h|PyTorch is not part
cub/nowhere.cuh|is not part of the CPU runtime. Build
cusolverNowhere.h|is not part of the CPU runtime. Build
curand_mtgp32.h|is not part of the CPU runtime. Build
opencv2/nowhere.hpp|OpenCV is not installed.*Install the package libopencv-dev, and add -I/usr
helper_cuda.h|cuda-samples have it.*Name that folder with -I
END
for header in cudaDefs.h cuda_utils.h; do
    echo "#include <$header>" >window.cu
    "$simtcc" -c window.cu >log 2>&1
    [ $? = 1 ] && grep -q "$header: No such file" log && ! grep -q 'CPU runtime' log
    report "<$header>, which is no header of CUDA, is left to the compiler" $? log
done
echo '#include <cuda_gl_interop.h>' >window.cpp
"$simtcc" -c window.cpp >log 2>&1
says '<cuda_gl_interop.h>: graphics .*not part of th' '<cuda_gl_interop.h> is refused in a sentence'

# A name that CUDA may have, where only the types of a template would tell whether there is such a function.
cat >name.cu <<'END'
template <class T> int ask(T *p) {
    cudaNowhereToBeFound(1);
    return p == 0;
}
int main() { return ask((int *)0); }
END
"$simtcc" -c name.cu >log 2>&1
says '^name.cu:2: cudaNowhereToBeFound: the CPU runtime has no such name' 'a missing function is named in a template'
# To C an unknown function is a warning only, and the linker's words would be the last ones.
printf '#include <cusparse.h>\nint main(void) {\n    return cusparseNowhereToBeFound(1) + my_own(1);\n}\n' >name.c
"$simtcc" name.c -o name -lcusparse >log 2>&1
[ $? != 0 ] && grep -q '^name.c:3: cusparseNowhereToBeFound: the CPU runtime has no such name' log &&
    ! grep -q 'my_own: the CPU' log
report 'a missing function is named in C' $? log
cat >thread.cu <<'END'
int main() {
    cudaFuncCache cache;
    size_t stack = 0, same = 1;
    cudaDeviceGetLimit(&same, cudaLimitStackSize);
    return cudaThreadSetCacheConfig(cudaFuncCachePreferL1) + cudaThreadGetCacheConfig(&cache) +
           cudaThreadSetLimit(cudaLimitStackSize, 4096) + cudaThreadGetLimit(&stack, cudaLimitStackSize) +
           (stack != same) + cudaThreadSynchronize() + cudaThreadExit();
}
END
"$simtcc" thread.cu -o thread >log 2>&1 && ./thread >>log 2>&1
report 'the names that CUDA had first for a device are there' $? log
cat >codes.cpp <<'END'
#include <cufft.h>
int main() {
    switch (CUFFT_SUCCESS) {
    case CUFFT_INCOMPLETE_PARAMETER_LIST: case CUFFT_PARSE_ERROR: case CUFFT_LICENSE_ERROR: return 1;
    default: return 0;
    }
}
END
"$simtcc" codes.cpp -o codes >log 2>&1 && ./codes
report 'the codes that cuFFT had until CUDA 12 are there' $? log
exit $failed
