#!/bin/sh
# Modules of the driver API: simtcc makes them, what is none is refused in a sentence, and the checkers see into them.
# (That right programs are right is tested by test_programs.sh.)
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
cases=$top/common/simt/tests/check
cd "$work" || exit 2
simtcc=$top/common/simt/simtcc

# says COMMAND WORDS PROMISE
says() {
    sh -c "$1" >log 2>&1
    grep -q -e "$2" log
    report "$3" $? log
}

for compiler in g++ clang++; do
    command -v $compiler >/dev/null || { echo "skip - modules with $compiler (it is not installed)"; continue; }
    export CXX=$compiler
    cp "$cases"/driver_kernels.cu "$cases"/driver_host.cpp .
    "$simtcc" --tool=memcheck,racecheck,initcheck,synccheck -fatbin driver_kernels.cu >log 2>&1 &&
        "$simtcc" -O2 -ptx driver_kernels.cu >log 2>&1 &&
        "$simtcc" --tool=memcheck,racecheck,initcheck,synccheck driver_host.cpp -o checked -lcuda >log 2>&1 &&
        "$simtcc" -g driver_host.cpp -o plain -lcuda -lnvrtc >log 2>&1
    report "modules and programs that load them are built, with $compiler" $? log
    says './plain driver_kernels.ptx right' 'x\[0\] is 3' 'a kernel of a module runs'
    says './plain driver_kernels.ptx _Z5twicePii' 'x\[0\] is 128' \
        'one of two kernels of a name is found by its mangled name'
    says './plain driver_kernels.ptx _ZN5rooms4fillIiEEvPT_S1_' 'x\[0\] is 64' 'so is an instance of a template'
    says './plain driver_kernels.ptx nothing' 'found 500' 'a kernel that is not there is not found'
    says './plain driver_kernels.ptx beyond; ./checked driver_kernels.fatbin beyond' \
        'beyond in driver_kernels.cu:27' 'memcheck names the line in a module'
    says './checked driver_kernels.fatbin beyond' 'ended 700' 'and the kernel ends with the code that a GPU gives'
    says './checked driver_kernels.fatbin behind_shared' 'at behind_shared in driver_kernels.cu:34' \
        'memcheck sees the end of a shared array in a module'
    says './checked driver_kernels.fatbin race' 'Read access at driver_kernels.cu:23' 'racecheck sees into a module'
    says './checked driver_kernels.fatbin unwritten' 'at unwritten in driver_kernels.cu:41' \
        'initcheck sees into a module'
    says './checked driver_kernels.fatbin apart' 'driver_kernels.cu:4[68]' 'synccheck sees into a module'
    says './checked driver_kernels.fatbin right' 'RACECHECK SUMMARY: 0 hazards' 'a right kernel has no hazard'
    says './checked driver_kernels.fatbin right' 'ERROR SUMMARY: 0 errors' 'and no error'
    says './checked driver_kernels.ptx right' 'without --tool, and the program with --tool=mem.*same --tool' \
        'a module without checks is refused by a program with checks'
    says './plain driver_kernels.fatbin right' 'with --tool=mem.*, and the program without it' 'and the other way round'
    cp "$cases"/driver_map.cu .
    "$simtcc" --tool=memcheck driver_map.cu -o map_checked -lcuda >log 2>&1 &&
        "$simtcc" -g driver_map.cu -o map -lcuda >log 2>&1
    report "a program that maps memory is built, with $compiler" $? log
    says './map beyond' 'ended 700' 'a kernel that leaves what is mapped ends with the code that a GPU gives'
    says './map_checked beyond' 'at put in driver_map.cu:8' 'and memcheck names the line'
    says './map twice' 'memory that is mapped twice is not part of the CPU runtime. Call cuMemUnmap first' \
        'memory that is mapped twice is refused in a sentence'
    says './map part' 'a part of an allocation is not part of the CPU runtime. Map all of it' 'so is a part of it'
    says './map hole' 'access 1' 'access needs memory in the whole range'
    says './map busy' 'free 1' 'addresses with memory at them are not given back'
    says 'SIMT_DEVICE_MEMORY=3M ./map full' 'create 2' 'memory that is mapped nowhere counts, too'
    cp "$cases"/driver_values.cu .
    "$simtcc" --tool=racecheck driver_values.cu -o values -lcuda >log 2>&1
    report "a program whose streams wait for values is built, with $compiler" $? log
    says './values then && ./values first' 'RACECHECK SUMMARY: 0 hazards' \
        'a stream is ordered by a value, wherever it asks for it'
    says './values no' 'driver_values.cu:25 and kernel add (read) at driver_values.cu:29' 'and not without a wait'
    says 'SIMT_WATCHDOG=1 ./values never' 'that nobody writes.*On a GPU it waits for ever' 'a wait in vain is told'
    says 'SIMT_STREAMS=eager SIMT_WATCHDOG=1 ./values first' 'that nobody writes.*set SIMT_STREAMS=lazy' \
        'and what to set where the value comes too late'
done

printf '//\n.version 8.0\n.target sm_90\n' >real.ptx
says './plain real.ptx right' 'real.ptx is PTX for a GPU, and there is none. Make the module .* by simtcc -fatbin' \
    'PTX for a GPU is refused in a sentence'
says './plain real.ptx right' 'found 218' 'with CUDA_ERROR_INVALID_PTX'
says './plain plain right' 'plain is machine code for a GPU' 'machine code is refused in a sentence'
says './plain plain right' 'found 209' 'with CUDA_ERROR_NO_BINARY_FOR_GPU'
says './plain driver_host.cpp right' 'found 200' 'any other file is refused with CUDA_ERROR_INVALID_IMAGE'
head -c 3000 driver_kernels.ptx >short.ptx
says './plain short.ptx right' 'short.ptx cannot be loaded: its text is damaged' 'so is a module that ends too early'
says './plain nowhere.ptx right' 'nowhere.ptx: No such file or directory. Check the name' 'a missing file is named'
says "'$simtcc' -fatbin driver_kernels.cu driver_host.cpp" '-fatbin takes one .cu file, and nothing else' \
    'a module is made of one .cu file'
says "'$simtcc' -ptx driver_host.cpp" '-ptx takes one .cu file' 'and not of a .cpp'
says "'$simtcc' -static driver_host.cpp -o static" 'cannot be linked with -static. Leave it out' \
    'a program that loads modules is not linked with -static'
cat >pointers.cpp <<'END'
#include <cuda_runtime.h>
extern "C" int cuMemcpy2DAsync(const void *);
int (*cuMemcpy2D)(const void *), (*cuArrayCreate)(void **, const void *);
int main() {
    void *memory;
    cudaMalloc(&memory, 1);
    return cuMemcpy2D(nullptr) + cuMemcpy2DAsync(nullptr) + cuArrayCreate(nullptr, nullptr);
}
END
says "'$simtcc' pointers.cpp -o pointers -lcuda" 'pointers defines cu[A-Z].*, a function of CUDA.s driver API.*-lcuda' \
    'pointers with the names of the driver API are refused in a sentence'
cat >branches.cu <<'END'
#include <cuda.h>
#include <cstdlib>
__global__ void put(int *x) { x[threadIdx.x] = 1; }
int main(int argc, char **argv) { // two nodes that write the same bytes, with an edge or without; or a copy that leaves
    CUgraph graph;
    CUgraphNode nodes[2];
    CUgraphExec exec;
    cudaFunction_t function;
    int *d_x;
    cudaMalloc(&d_x, 32 * sizeof(int));
    cudaGetFuncBySymbol(&function, (const void *)put);
    void *args[] = {&d_x};
    CUDA_KERNEL_NODE_PARAMS p = {};
    p.func = (CUfunction)function, p.kernelParams = args, p.blockDimX = 32;
    p.gridDimX = p.gridDimY = p.gridDimZ = p.blockDimY = p.blockDimZ = 1;
    cuGraphCreate(&graph, 0);
    cuGraphAddKernelNode(&nodes[0], graph, NULL, 0, &p);
    cuGraphAddKernelNode(&nodes[1], graph, nodes, atoi(argv[1]), &p);
    cuGraphInstantiate(&exec, graph, 0);
    cuGraphLaunch(exec, NULL);
    cuCtxSynchronize();
    CUDA_MEMCPY3D c = {};
    c.srcMemoryType = c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    c.srcDevice = c.dstDevice = (CUdeviceptr)(size_t)d_x;
    c.WidthInBytes = 16, c.Height = argc > 2 ? 9 : 8, c.Depth = 1;
    return cuMemcpy3D(&c) != CUDA_SUCCESS;
}
END
"$simtcc" --tool=memcheck,racecheck branches.cu -o branches -lcuda >log 2>&1
report 'a program with a graph of the driver API is built' $? log
says './branches 0' 'Race reported between kernel put .* and kernel put .*nothing orders the two' \
    'racecheck finds two of its nodes that write the same bytes'
says './branches 1' 'RACECHECK SUMMARY: 0 hazards' 'and none with an edge between them'
says './branches 1' 'ERROR SUMMARY: 0 errors' 'a copy of all bytes has no error'
says './branches 1 too-far' 'on CUDA API call to cuMemcpy3D' 'a copy that leaves its allocation is named'
cat >compile.cpp <<'END'
#include <nvrtc.h>
int main() {
    nvrtcProgram program;
    nvrtcCreateProgram(&program, "__global__ void k() {}", NULL, 0, NULL, NULL);
    return nvrtcCompileProgram(program, 0, NULL);
}
END
"$simtcc" compile.cpp -o compile -lnvrtc >log 2>&1
report 'a program with NVRTC is built' $? log
says 'SIMTCC=/nowhere/simtcc ./compile' 'there is no /nowhere/simtcc. Set SIMTCC to where simtcc lies' \
    'NVRTC says how to name simtcc where it is not found'
exit $failed
