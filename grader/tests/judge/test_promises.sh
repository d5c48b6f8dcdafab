#!/bin/sh
# What a contract promises beside the answer is watched: memory, waits, streams, state. What is broken is told in a
# sentence with the call and the line, and designs that break nothing keep their points.
# Takes turn 7 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
make -s --no-print-directory grade-program >"$work/out" 2>&1
promise "the grader builds" $?
sandbox=none

# Lab 02's third stage with CODE in the function that launches it: VERDICT, and WORDS behind CALL and the line.
comes_to() { # VERDICT CALL WORDS CODE
    rm -rf "$work/sub" "$work/r.json" && mkdir "$work/sub"
    launch='    if (n > 0) sort_lists_shared_kernel<<<'
    printf '%s\n' "$4" >"$work/code"
    awk -v launch="$launch" -v code="$work/code" '
        index($0, launch) == 1 { while ((getline line <code) > 0) print line }
        { print }' solutions/02_strided_buckets.cu >"$work/sub/02_strided_buckets.cu"
    line=$(($(grep -n "^$launch" "$work/sub/02_strided_buckets.cu" | cut -d: -f1) - 1))
    build/cpu/grade --folder build/cpu --sandbox $sandbox --submission "$work/sub" --lab 02 --stage 3 \
        --result "$work/r.json" >"$work/out" 2>&1 </dev/null
    grep -qF "\"verdict\": \"$1\"" "$work/r.json" || return 1
    [ -z "$3" ] || grep -qF -- "${2:+$2 at 02_strided_buckets.cu:$line }$3" "$work/r.json"
}

comes_to OK '' '' '    static const uint32_t table[64] = {1, 2, 3};
    static int blocks, device;
    volatile uint32_t local[64], *also = (uint32_t *)__builtin_alloca(64);
    if (!blocks) CU(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sort_lists_shared_kernel, 128, 0));
    CU(cudaGetDevice(&device));
    CU(cudaDeviceGetAttribute((int *)local, cudaDevAttrMultiProcessorCount, device));
    CU(cudaFuncSetAttribute(sort_lists_shared_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
    CU(cudaMemsetAsync(d_keys, 0, 0, stream));
    also[0] = local[n % 64] + table[n % 64];'
promise "tables, queries, attributes, fills in the stream, local arrays and alloca break no promise" $?

comes_to LEAK cudaMalloc 'took 260 bytes that were not given back: call cudaFree on every way out' \
    '    void *d_own = cu_alloc(n + 4);'
promise "device memory that is kept, by the line that called cu_alloc: LEAK" $?
comes_to USE cudaMalloc 'takes 260 bytes, and the contract lets a call take no memory' \
    '    cu_free(cu_alloc(n + 4));' && ! grep -q 'not given back' "$work/r.json"
promise "device memory that is taken and given back: USE" $?
comes_to LEAK malloc 'took 257 bytes that were not given back: call free on every way out' \
    '    void *volatile own = malloc(n + 1);'
promise "memory of the host that is kept: LEAK" $?
comes_to USE calloc 'takes 264 bytes' '    void *volatile own = calloc(n + 8, 1); free(own);'
promise "memory of the host that is taken and given back: USE" $?
comes_to USE new 'takes 1024 bytes' '    uint32_t *volatile own = new uint32_t[n]; delete[] own;'
promise "so is what C++ calls new" $?
comes_to LEAK cudaEventCreate 'made something that was not given back: call cudaEventDestroy on every way out' \
    '    cudaEvent_t event; CU(cudaEventCreate(&event));'
promise "an event that is kept: LEAK" $?
for call in 'cudaStreamSynchronize(stream)' 'cudaDeviceSynchronize()' 'cudaStreamQuery(stream)' \
    'cudaMemcpy(&n, &n, 0, cudaMemcpyDeviceToHost)' 'cudaMemcpyAsync(&n, &n, 0, cudaMemcpyDeviceToHost, stream)'; do
    case $call in *Query*) does='asks for the end of work' ;; *) does='makes the host wait' ;; esac
    comes_to USE "${call%%(*}" "$does, and the contract says that nobody waits" "    $call;"
    promise "${call%%(*}, where nobody waits: USE" $?
done
comes_to USE cudaMemset 'does not work in the stream that the function is given: call its form that ends in Async' \
    '    CU(cudaMemset(d_keys, 0, 0));'
promise "a fill in the default stream: USE" $?
comes_to USE 'the launch of sort_lists_global_kernel' \
    'does not work in the stream that the function is given: write it' \
    '    sort_lists_global_kernel<<<1, BLOCK_THREADS>>>(d_keys, d_keys, 0);'
promise "a launch in the default stream: USE" $?
comes_to USE '' '1024 bytes of its static or __device__ variables were written' \
    '    static volatile uint32_t own[256]; for (int i = 0; i < 256; i++) own[i] += 0x01010101u * (1 + n % 7);'
promise "a static array that is written: USE" $?
comes_to WA '' 'while a call with another input was under way in another stream. Alone it is right' \
    '    static size_t kept; kept = n; CU(cudaMemsetAsync(d_keys, 0, 0, stream)); n = kept;'
promise "a static variable that two calls share is found where two are under way" $?
grep -q '"class": "state"' "$work/r.json" && ! grep -q 'CASE=' "$work/r.json"
promise "and is told as a matter of two inputs, which no single case shows again" $?
sandbox=auto
comes_to LEAK cudaMalloc 'took 260 bytes that were not given back' '    void *d_own = cu_alloc(n + 4);'
promise "the line is known in the sandbox as well" $?
exit $failed
