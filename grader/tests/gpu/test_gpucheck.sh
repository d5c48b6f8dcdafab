#!/bin/sh
# gpucheck: what NVIDIA's tools print becomes one report, tried without a GPU on what they printed on one. Two
# small scripts stand in for the tools: they run the program and hand over a log.
. "$(dirname "$0")/../../../common/tests/promise.sh"
check=$PWD/build/cpu/gpucheck logs=$PWD/grader/tests/gpu
valid() { build/cpu/tests/valid common/simt/report.schema.json "$1"; }

# read_log TOOL LOG CODE: what was printed to $work/out, the report is $work/report
read_log() {
    "$check" --tool "$1" --from "$logs/$2" --report "$work/report" >"$work/out" 2>&1
    code=$?
    [ $code = "$3" ] || echo "exit code $code" >>"$work/out"
    valid "$work/report" >>"$work/out" 2>&1 && [ $code = "$3" ]
}

# says PROMISE TOOL LOG CODE LINE...: of the words, each line stands there as it is
says() {
    promise=$1 tool=$2 log=$3 code=$4
    shift 4
    good=0
    read_log "$tool" "$log" "$code" || good=1
    for line; do grep -qxF -- "$line" "$work/out" || good=1; done
    promise "$promise" $good
}

says "a race is told in the CPU runtime's words, once for two lines" racecheck racecheck-rounds.txt 1 \
    '========= ERROR: Race reported between Write access at races.cu:78 and Read access at races.cu:82 [24 hazards]' \
    '========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)'
says "an access that races with two others is two races" racecheck racecheck-minimum.txt 1 \
    '========= ERROR: Race reported between Write access at races.cu:68 and Read access at races.cu:67 [16 hazards]' \
    '========= ERROR: Race reported between Write access at races.cu:68 and Write access at races.cu:68 [245 hazards]'
says "a race within a warp is a WARNING, and no reason to end with 1" racecheck racecheck-warp.txt 0 \
    '========= WARNING: Race reported between Write access at races.cu:44 and Read access at races.cu:49 [256 hazards]'
says "an invalid access is told with its line, its thread and the allocation" memcheck memcheck-after.txt 1 \
    '=========     at touch<(bool)0> in common/simt/tests/check/bounds.cu:18' \
    '=========     by thread (0,0,0) in block (0,0,0)' \
    '=========     Address 0x7f464c800190 is out of bounds and is 1 bytes after the nearest allocation at '\
'0x7f464c800000 of size 400 bytes [1 times]'
says "what many threads do is told once" memcheck memcheck-misaligned.txt 1 \
    '========= Invalid __global__ write of size 4 bytes' '========= ERROR SUMMARY: 1 error' \
    '=========     Address 0x7fb1a4800001 is misaligned and is inside the nearest allocation at 0x7fb1a4800000 of '\
'size 1,024 bytes [2 times]'
says "a call that fails is told" memcheck memcheck-api.txt 1 '========= ERROR SUMMARY: 3 errors' \
    '========= Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to cudaMemcpy.'
says "a program without kernels has no findings" memcheck memcheck-host.txt 0 '========= ERROR SUMMARY: 0 errors'
sed 's/Error: //' "$logs/memcheck-host.txt" >"$work/log"
"$check" --tool memcheck --from "$work/log" --report "$work/report" >"$work/out" 2>&1
promise "and none either where the tool does not call that an error" \
    "$([ $? = 0 ] && grep -qx '========= ERROR SUMMARY: 0 errors' "$work/out"; echo $?)"
says "a fault within the toolkit's own headers is told where it was called" synccheck synccheck-mask.txt 1 \
    '========= Barrier error detected. Invalid arguments.' '=========     at mask in /home/learner/x.cu:8'
says "a divergent barrier is told" synccheck synccheck-divergent.txt 1 \
    '========= Barrier error detected. Divergent thread(s) in warp.' '=========     at div in /home/learner/x.cu:5'
says "an uninitialised read is told" initcheck initcheck-read.txt 1 \
    '========= Uninitialized __global__ memory read of size 4 bytes' '=========     at uninit in /home/learner/x.cu:11'
says "counts are added up over the launches of a kernel" profile ncu.csv 0 \
    '========= strided: launches 1, grid (64,1,1), block (256,1,1)' \
    '========= banks: launches 2, grid (8,1,1), block (256,1,1)' \
    '=========              16384  l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum' \
    '=========               1552  l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum' \
    'gpucheck: profile: this GPU or version of ncu does not count nosuch__metric.sum'

mkdir "$work/läb in use"
sed "s#/home/learner/x.cu#$work/läb in use/x.cu#" "$logs/memcheck-misaligned.txt" >"$work/log"
"$check" --tool memcheck --from "$work/log" --bare "$work/läb in use" >"$work/out" 2>&1
grep -qxF '=========     at mis in x.cu:13' "$work/out" && ! grep -qF "$work" "$work/out"
promise "a learner's folder with a blank and an umlaut is left out as any other is" $?

# Logs that are not what they should be. broken PROMISE TOOL SENTENCE: the log is $work/log
broken() {
    "$check" --tool "$2" --from "$work/log" --report "$work/report" >"$work/out" 2>&1
    valid "$work/report" >>"$work/out" 2>&1 && grep -q "^gpucheck: $2: $3" "$work/out"
    promise "$1" $?
}
head -n 5 "$logs/memcheck-misaligned.txt" >"$work/log"
broken "a log that is cut off says so" memcheck "compute-sanitizer ended before its summary"
grep -q "at mis in /home/learner/x.cu:13" "$work/out"
promise "and what was in it is kept" $?
: >"$work/log"
broken "an empty log is not taken for a clean one" racecheck "the grader cannot read what compute-sanitizer prints"
printf 'racecheck 3000.1\nno races\n' >"$work/log"
broken "nor is one of an unknown version" racecheck "the grader cannot read what compute-sanitizer prints"
printf '========= COMPUTE-SANITIZER\n========= Error: Device not supported. Please refer to the documentation.\n' \
    >"$work/log"
broken "what the tool itself complains of is passed on" synccheck "compute-sanitizer says: Device not supported"
printf '========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 3 errors\n' >"$work/log"
broken "errors that were counted and not seen are told" memcheck "compute-sanitizer counts 3 errors in words"
printf '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission.\n' >"$work/log"
broken "counters that are forbidden are told" profile "you may not read the GPU's counters on this machine"
printf '==ERROR== Failed to initialize the profiler: LibraryNotLoaded\n' >"$work/log"
broken "another error of ncu's is passed on" profile "ncu says: Failed to initialize the profiler"
head -c 1700 "$logs/ncu.csv" >"$work/log"
"$check" --tool profile --from "$work/log" >"$work/out" 2>&1 && grep -q '^========= strided: launches 1' "$work/out"
promise "of counts that are cut off the whole lines are kept" $?

# The tools at work.
mkdir "$work/bin" "$work/none"
cat >"$work/bin/compute-sanitizer" <<'SH'
#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in
    --tool) tool=$2 && shift ;;
    --log-file) log=$2 && shift ;;
    --show-backtrace | --strip-paths | --print-limit | --require-cuda-init) shift ;;
    *) break ;;
    esac
    shift
done
cat "$LOGS/$(eval echo "\$LOG_$tool")" >"$log"
exec "$@"
SH
chmod +x "$work/bin/compute-sanitizer"
under() { env PATH="$work/bin:$PATH" LOGS="$logs" "$@" >"$work/out" 2>&1; }

under LOG_memcheck=memcheck-after.txt LOG_racecheck=racecheck-warp.txt "$check" --tool memcheck,racecheck \
    --report "$work/%p.json" -- sh -c 'echo it runs; exit 0'
code=$?
[ $code = 1 ] && [ "$(grep -c '^it runs$' "$work/out")" = 2 ] &&
    grep -q '^========= ERROR SUMMARY: 3 errors' "$work/out" &&
    ls "$work"/[0-9]*.json >/dev/null
promise "the program runs once a tool, and an ERROR makes its exit code 1" $?
under LOG_memcheck=memcheck-after.txt "$check" --tool memcheck -- sh -c 'exit 7'
[ $? = 7 ]
promise "a program that fails keeps its exit code" $?
under SIMT_ERROR_EXITCODE=5 LOG_memcheck=memcheck-after.txt "$check" --tool memcheck -- true
[ $? = 5 ]
promise "SIMT_ERROR_EXITCODE sets the exit code" $?
under "$check" --tool memcheck --report "$work/no/such/folder" -- true
grep -q "SIMT_REPORT is '$work/no/such/folder', and that file cannot be written" "$work/out"
promise "a report that cannot be written is told" $?
env PATH=/usr/bin:/bin CUDA_HOME="$work/none" "$check" --tool synccheck --report "$work/report" -- echo it runs \
    >"$work/out" 2>&1
if [ -x /usr/local/cuda/bin/compute-sanitizer ] || PATH=/usr/bin:/bin command -v compute-sanitizer >/dev/null; then
    echo "skip - where compute-sanitizer is missing it says so (it is installed here)"
else
    grep -q '^gpucheck: synccheck: compute-sanitizer is not installed' "$work/out" && grep -q '^it runs$' "$work/out" &&
        grep -q '"why": "compute-sanitizer is not installed' "$work/report"
    promise "where compute-sanitizer is missing it says so, and the program runs" $?
fi
printf '#!/bin/sh\nexit 3\n' >"$work/none/compute-sanitizer" && chmod +x "$work/none/compute-sanitizer"
env PATH="$work/none:$PATH" "$check" --tool memcheck --report "$work/report" -- true >"$work/out" 2>&1
[ $? = 3 ] && grep -q '^gpucheck: memcheck: it has written nothing' "$work/out"
promise "a tool that crashes is told, and its exit code stays" $?
"$check" --tool tsan -- true >"$work/out" 2>&1
[ $? = 2 ] && [ "$(wc -l <"$work/out")" = 1 ]
promise "a tool that does not exist is refused in a sentence" $?
exit $failed
