#!/bin/sh
# make bench-simt: nanoseconds a thread-barrier, fast and with all checkers, beside plain pthreads and, when
# it is installed, the OpenCL simulator Oclgrind (another language, but the same work). Then what kernels cost
# with the checkers, beside a plain build.
set -eu
folder=build/simt/bench
four=memcheck,racecheck,initcheck,synccheck
mkdir -p $folder
SIMTCC_READY='' common/simt/simtcc -O2 -w -o $folder/bench common/simt/tests/bench.cu
SIMT_THREADS=1 SIMT_LOOPS=0 $folder/bench
SIMT_THREADS=1 SIMT_LOOPS=1 $folder/bench 'the same as loops'
SIMTCC_READY='' common/simt/simtcc -O2 -w -Dmain=bench -shared -Xcompiler -fPIC -o $folder/libbench.so \
    common/simt/tests/bench.cu
echo 'int bench(int, char **); int main(int n, char **words) { return bench(n, words); }' >$folder/calls.cpp
${CXX:-g++} -o $folder/calls $folder/calls.cpp $folder/libbench.so
SIMT_THREADS=1 SIMT_LOOPS=0 $folder/calls 'in a shared library'
for cxx in g++ clang++; do
    command -v $cxx >/dev/null || continue
    CXX=$cxx SIMTCC_READY='' common/simt/simtcc \
        --tool=$four -O2 -w -o $folder/checked-$cxx common/simt/tests/bench.cu
    SIMT_REPORT='' $folder/checked-$cxx "all checkers, $cxx" 2>/dev/null
done

kernels() { # TOOLS: milliseconds a launch, of each kernel
    SIMTCC_READY='' common/simt/simtcc ${1:+--tool=$1} -O2 -w -o $folder/kernels common/simt/tests/bench_kernels.cu
    SIMT_THREADS=1 SIMT_REPORT='' $folder/kernels 2>/dev/null
}
kernels '' >$folder/loops.txt
SIMT_LOOPS=0 kernels '' >$folder/threads.txt
kernels $four >$folder/tried.txt
SIMT_LOOPS=0 kernels $four >$folder/checked.txt
echo 'ms of processor time a launch   loops   threads     tried   checked   tried, times loops'
awk 'FNR == 1 { file++ }
    file < 4 { ms[file, FNR] = $NF; next }
    { printf "%s %8.4f %9.4f %9.4f %9.4f %20.1f\n", substr($0, 1, 28), ms[1, FNR], ms[2, FNR], ms[3, FNR], $NF,
          ms[3, FNR] / ms[1, FNR] }' $folder/loops.txt $folder/threads.txt $folder/tried.txt $folder/checked.txt

command -v oclgrind-kernel >/dev/null || { echo "Oclgrind                     not installed"; exit 0; }
cat >$folder/wait.cl <<'CL'
kernel void wait_often(int rounds) {
    for (int i = 0; i < rounds; i++) barrier(CLK_LOCAL_MEM_FENCE);
}
CL
# A run of many rounds less one of few leaves the barriers alone.
run_ns() {
    printf '%s\nwait_often\n%d 1 1\n%d 1 1\n<size=4 int>\n%d\n' wait.cl "$1" "$1" "$2" >$folder/wait.sim
    start=$(date +%s%N)
    (cd $folder && OCLGRIND_NUM_THREADS=1 oclgrind-kernel wait.sim >/dev/null)
    echo $(($(date +%s%N) - start))
}
printf '%-28s' Oclgrind
for threads in 32 256 1024; do
    rounds=$((400000 / threads))
    few=$(run_ns $threads 1)
    many=$(run_ns $threads $((rounds + 1)))
    awk "BEGIN { printf \" %8.1f\", ($many - $few) / $rounds / $threads }"
done
echo
