#!/bin/sh
# A learner's usual mistakes: what is said names the cause and its lines, and the advice fits. Each row also says which
# advice would be false. A run tries every third of them (in_turn).
# Takes turn 11 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
make -s --no-print-directory grade-program >"$work/out" 2>&1
promise "the grader builds" $?
mkdir "$work/sub"

# mistake NAME LAB STAGE SED: a solution with this edit, as make check shows it.
mistake() {
    file=$(basename solutions/"$2"_*)
    in_turn && tried=yes || { tried='' && return; }
    rm -f "$work"/sub/*
    sed -E "$4" "solutions/$file" >"$work/sub/$file"
    ! cmp -s "solutions/$file" "$work/sub/$file" ||
        { report "$1: the edit fits the solution" 1 "$work/sub/$file"; return; }
    build/cpu/grade --folder build/cpu --sandbox none --explain --repeat-by 'make check' --submission "$work/sub" \
        --lab "$2" --stage "$3" --result "$work/r.json" >"$work/out" 2>&1 </dev/null
    tr -s ' \n' ' ' <"$work/out" >"$work/words"
    name=$1
}
says() { # WORDS...: all of them are said; a ! before words: they are not
    [ "$tried" ] || return 0
    wrong=0
    for words; do
        case $words in
        !*) ! grep -qE -- "${words#!}" "$work/words" || wrong=1 ;;
        *) grep -qE -- "$words" "$work/words" || wrong=1 ;;
        esac
    done
    promise "$name" $wrong
}
line() { [ ! "$tried" ] || grep -nE -- "$1" "$work/sub/$file" | head -n 1 | cut -d: -f1; }

shared='Two threads use one word, and no barrier stands between the two lines'
contended='Or let one thread write it, or use an atomic function'
branch='A barrier is for all threads of a block: take it out of the branch'
side='Kernels use device memory, and host code uses host memory'

mistake 'no barrier behind the thread that sets the word' 03 1 's|__syncthreads\(\); // no bid comes|// no bid comes|'
says "wrong answer" \
    "Race reported between Write access at $file:$(line 's_lowest = UINT32') \
and Atomic access at $file:$(line 'atomicMin\(&s_lowest')" \
    "$shared" "!$contended"
mistake 'a barrier that one thread alone comes to' 03 1 \
    's|if \(threadIdx.x == 0\) s_lowest = UINT32_MAX;.*|if (threadIdx.x == 0) { s_lowest = UINT32_MAX; '\
'__syncthreads(); }|; /no bid comes before/d'
says "Divergent thread\(s\) in warp at $file:$(line 's_lowest = UINT32')" "$branch" "!$contended" "!$shared"
mistake 'a barrier for threads that have a key' 03 1 \
    's|if \(has_key\) atomicMin\(&s_lowest, key\);|if (has_key) { atomicMin(\&s_lowest, key); __syncthreads(); }|;
        /all bids are in/d'
says "Divergent thread\(s\) in warp at $file:$(line 'atomicMin\(&s_lowest')" "$branch" "!$contended" "!$shared"
mistake 'a comparison and then a store' 03 1 \
    's|if \(has_key\) atomicMin\(&s_lowest, key\);|if (has_key \&\& key < s_lowest)\n        s_lowest = key;|'
says "Race reported between Write access at $file:$(line '^        s_lowest = key')" "$contended" "!$shared"

mistake 'a kernel gets a pointer of the host' 02 1 \
    '/^    CU\(cudaMalloc\(&d_keys, bytes\)/d; /^    CU\(cudaMemcpy\(out, d_keys/d; /^    CU\(cudaFree\(d_keys\)\);/d
        s|^    CU\(cudaMemcpy\(d_keys, keys.*|    d_keys = out; for (size_t i = 0; i < n; i++) out[i] = keys[i];|'
says "Invalid __global__ read of size 4 bytes at $file:$(line 'd_list\[r')" "Address is memory of the host" "$side" \
    '!outside of the array'
mistake 'the host reads memory of the device' 02 1 \
    's|^    CU\(cudaMemcpy\(d_keys, keys, bytes.*|    for (size_t i = 0; i < n; i++) d_keys[i] = keys[i];|'
says "Invalid access of host code to device memory at $file:$(line 'i < n; i\+\+\) d_keys')" "Copy it with cudaMemcpy" \
    "$side" '!An error of CUDA shows'
mistake 'a launch that fails, and nobody asks' 02 1 \
    's|add_owners_kernel<<<tile_count\(n\), BLOCK_THREADS>>>|add_owners_kernel<<<1, 4096>>>|; /^    CU_LAUNCHED\(\);/d'
says "the launch of add_owners_kernel failed, and your code did not ask for its error" \
    'A launch takes 1 to 1024 threads a block' '!Work the smallest input'
mistake 'a list that runs into its neighbour' 02 2 \
    's|ones\[n_ones\+\+ \* stride\]|ones[n_ones++]|; s|= ones\[r \* stride\]|= ones[r]|'
says "Race reported between Write access at $file:" 'memory \(d_ones\[[0-9]+\]\)' \
    'if each should have its own word, an index is wrong|If each should have its own word, an index is wrong'

# The smallest input: the call as the header names it, what was wanted beside what came.
by_hand='Work the smallest input out by hand'
mistake 'a list from the rear' 01 1 \
    's|out\[next\[in\[i\] >> bit . 1\]\+\+\] = in\[i\];|out[in[i] >> bit \& 1 ? --ones : next[0]++] = in[i];|;
        s|size_t next\[2\] = \{0, 0\};|size_t next[2] = {0, 0}, ones = n;|'
says 'split_by_bit\(in, out, n = 2, bit = 1\) in 7 11 out 11 7 wanted 7 11 \^ \^' "$by_hand"
mistake 'an index that is not 0 or 1' 01 1 's|out\[next\[in\[i\] >> bit . 1\]|out[next[in[i] \& 1u << bit]|'
says "$file:$(line 'in\[i\] & 1u << bit'): index 2 out of bounds for type 'size_t \[2\]'" '![Tt]hread'
mistake 'counters that are not set' 01 5 's|size_t next\[RADIX\] = \{0\};|size_t next[RADIX];|'
says 'reads where there is no array at all|outside of' \
    'It touches memory outside of the array|An index or a pointer is wrong|a variable that nothing sets first'
mistake 'a loop from the end that never ends' 01 1 \
    's|for \(size_t i = 0; i < n; i\+\+\) out\[next\[in\[i\] >> bit . 1\]\+\+\]|next[0] = next[1]; next[1] = n;\
    for (size_t i = n - 1; i >= 0; i--) out[--next[in[i] >> bit \& 1]]|'
says 'an unsigned number is never below 0' 'split_by_bit\(in, out, n = 0' '!something is left over from the call before'
mistake 'a sign bit that alone is turned round' 01 4 \
    's|negative \? UINT32_MAX : 1u << SIGN_BIT|negative ? 1u << SIGN_BIT : 1u << SIGN_BIT|'
says 'keys -0 encoded 0x00000000 wanted 0x7fffffff'
mistake 'a sort that goes to scratch each time' 01 2 \
    's|split_by_bit\(scratch, keys, n, bit|split_by_bit(keys, scratch, n, bit|'
says 'keys before 1 0 keys after 1 0 wanted 0 1' '!scratch 1 0'
mistake 'a head that steps by one' 03 3 's|head \+= BLOCK_THREADS;|head += 1;|'
says 'after 1 round the head of list 21 is at place 22, not at 149' 'd_heads after 1 1 2 wanted 128 1 2'
mistake 'no key stands for UINT32_MAX' 03 2 \
    's|if \(has_key && key == choice.key\)|if (key != UINT32_MAX \&\& key == choice.key)|'
says 'head of list 0: 4294967295; the other lists are exhausted' 'd_choice 4294967295 128 wanted 4294967295 0 \^' \
    'cannot say that there is none'
mistake 'a middle word that is lost' 04 2 's|left = \(left \+ 1\) / 2\)|left /= 2)|'
says 'another call, where list 1 alone has a head, 0 at place 0: d_choice became 4294967295 4294967295; '\
'wanted 0 4294967295' '!alone 0 0'
mistake 'both threads of a pair at work' 06 1 's|if \(i < partner && partner < n\)|if (i < n \&\& partner < n)|'
says 'compare_partners\(d_keys, n = 17, mask = 16, stream\)' \
    'or one has nothing to do, an index or a condition is wrong' 'SEED=7 \\ ORDER|\\ '

# Calls, sizes and launches.
mistake 'a copy in the wrong direction' 02 1 's|cudaMemcpyDeviceToHost|cudaMemcpyHostToDevice|'
says "$file:$(line 'HostToDevice\)\); // waits'): cudaMemcpy.*cudaErrorInvalidValue" \
    "its destination is memory of the host, and its direction says the device's" 'refuses one of its arguments' \
    '!shows at the next call' 'keys 0'
mistake 'as many bytes as keys' 02 1 's|size_t bytes = n \* sizeof\(\*keys\);|size_t bytes = n;|'
says 'of size 1 bytes' 'n keys of a uint32_t take n \* sizeof\(uint32_t\)' '![Ll]ook for <=' '!printed 1 line'
mistake 'the size of a pointer' 02 1 \
    's|size_t bytes = n \* sizeof\(\*keys\);|size_t bytes = sizeof(keys);|;
        s|CU\(cudaMalloc\(&d_keys, bytes\)\)|CU(cudaMalloc(\&d_keys, n * 4))|'
says "on CUDA API call to cudaMemcpy at $file:$(line 'cudaMemcpy\(d_keys, keys')" 'refuses one of its arguments'
mistake 'nothing is copied back' 02 1 '/cudaMemcpyDeviceToHost/d'
says 'out: nothing was written to it' 'Is the result copied there' '!Ask which line should write'
mistake 'blocks and threads exchanged' 02 1 \
    's|add_owners_kernel<<<tile_count\(n\), BLOCK_THREADS>>>|add_owners_kernel<<<BLOCK_THREADS, tile_count(n)>>>|'
says 'launched: add_owners_kernel<<<128, 1>>>' 'Its blocks have one thread each' "!$by_hand"
mistake 'a grid that is rounded down' 02 1 's|add_owners_kernel<<<tile_count\(n\),|add_owners_kernel<<<n / TILE_ITEMS,|'
says 'launched: add_owners_kernel<<<0, 128>>>, which was refused' 'at least one block'
mistake 'dynamic shared memory without bytes' 02 3 \
    's|__shared__ uint32_t s_keys\[TILE_ITEMS\], s_ones\[TILE_ITEMS\];|extern __shared__ uint32_t s_keys[]; uint32_t '\
'*s_ones = s_keys + TILE_ITEMS;|'
says 'The launch gives no dynamic shared memory: its third number' '![Ll]ook for <='

# What crashes says why: the stack, memory that was given back, a null pointer, a division.
wrong_index='An index or a pointer is wrong|outside of the array'
mistake 'an array that the stack cannot hold' 01 2 \
    's|^    for \(int bit = 0; bit < KEY_BITS; bit \+= 2\) \{|    volatile uint32_t own[1 << 22];\n    own[n % 7] = '\
'0;\n&|'
says "$file:[0-9]+ uses up the stack" 'an array that grows with n belongs in other memory' "!$wrong_index"
mistake 'a function of a kernel that calls itself' 03 1 \
    's|^    return choice;|    if (has_key) choice.key += again(choice.key);\n&|;
        s|^static __device__ struct choice|static __device__ uint32_t again(uint32_t k) {\n    volatile uint32_t own '\
'= k;\n    return own == 7 ? 0 : again(own + 2) + own;\n}\n\n&|'
says "needs more than its stack of .* at $file:[0-9]+" 'A function may not call itself without an end' "!$wrong_index"
mistake 'a function of the host that calls itself' 06 1 \
    's|^    if \(n > 0\) compare_partners_kernel<<<blocks.*|    compare_partners(d_keys, n, mask, stream);\n    '\
'CU(cudaStreamSynchronize(stream));|'
says "host code at $file:[0-9]+ uses up the stack" 'A function may not call itself without an end' "!$wrong_index"
mistake 'a null pointer of the host' 06 1 \
    's|^    if \(n > 0\) compare_partners_kernel<<<blocks.*|    volatile uint32_t *keys = NULL;\n    if (n > 0) '\
'keys[mask] = 0;|'
says "host code at $file:$(line 'keys\[mask\] = 0') reads or writes through a null pointer" 'A pointer is null there' \
    "!$wrong_index"
mistake 'memory that is freed before the kernel' 02 1 's|^    add_owners_kernel<<|    CU(cudaFree(d_keys));\n&|'
says "at $file:$(line 'd_list\[r'), by thread 0: \
Address 0x[0-9a-f]+ is inside an allocation of size 4 bytes that was freed" \
        'behind the last line that uses it' "!$wrong_index"
mistake 'memory that is freed before its keys are fetched' 02 1 \
    's|^    CU\(cudaMemcpy\(out, d_keys|    CU(cudaFree(d_keys));\n&|'
says "cudaMemcpy at $file:$(line 'cudaMemcpy\(out'): its source is memory that was freed" \
    'behind the last line that uses it' '!refuses one of its arguments'
mistake 'memory that is freed twice' 02 1 's|^    CU\(cudaFree\(d_keys\)\);|&\n&|'
says "cudaFree at $file:[0-9]+: that memory was freed before" 'give it back once' '!refuses one of its arguments'
mistake 'too little memory for a copy' 02 1 's|cudaMalloc\(&d_keys, bytes|cudaMalloc(\&d_keys, n|'
says 'cudaMemcpy at .*: it is of [0-9]+ bytes, and at its destination there are [0-9]+' 'and its number of bytes'
mistake 'a kernel without an array' 02 1 \
    's|add_owners_kernel<<<tile_count\(n\), BLOCK_THREADS>>>\(d_keys|add_owners_kernel<<<tile_count(n), '\
'BLOCK_THREADS>>>(NULL|'
says 'Address 0x0 is in no allocation' 'A pointer is null there' "!$wrong_index"
mistake 'a split into no array' 01 2 's|split_by_bit\(keys, scratch, n, bit\)|split_by_bit(keys, NULL, n, bit)|'
says "$file:[0-9]+ writes through a null pointer" 'A pointer is null there' "!$wrong_index"
mistake 'a division by zero' 01 5 \
    's|out\[next\[digit_of\(in\[i\], shift\)\]\+\+\] = in\[i\];|out[next[digit_of(in[i], shift)]++ % (in[i] - '\
'in[0])] = in[i];|'
says "$file:$(line '% \(in\[i\] - in')" 'ask which input makes it 0' "!$wrong_index"

mistake 'two keys a store, wherever the array begins' 06 2 \
    's|^( *)for \(uint32_t i = threadIdx.x; i < m; i \+= PAIRS\) d_keys\[i\] = s_keys\[i\];|\
\1for (uint32_t i = threadIdx.x; i < m / 2; i += PAIRS)\
\1    ((uint2 *)d_keys)[i] = make_uint2(s_keys[2 * i], s_keys[2 * i + 1]);\
\1if (m % 2 == 1 \&\& threadIdx.x == 0) d_keys[m - 1] = s_keys[m - 1];|'
says "Access to 0x[0-9a-f]+ is misaligned" 'needs an address that is a multiple of these' "!$wrong_index"
mistake 'a tile that is sorted but for its last merge' 06 4 's|size <= TILE_ITEMS; size|size < TILE_ITEMS; size|'
says "not sorted|belongs" '!right with whole tiles'
mistake 'strides that do not wait' 06 4 \
    '/bool up =/,/order_pair/s|__syncthreads\(\); // the load|if (stride == size / 2) __syncthreads(); // the load|'
says 'both are of one block, a barrier is missing'

mistake 'a run that is stored with its padding' 06 2 \
    's|store_keys\(s_keys, m, d_keys \+ start\);|store_keys(s_keys, 2 * TILE_ITEMS, d_keys + start);|'
says "Invalid __global__ write of size 4 bytes at $file:[0-9]+, by thread [0-9]+: Address 0x[0-9a-f]+ is [0-9]+ \
bytes after the nearest allocation" 'outside of the array' '!was freed' '!one index too far'

# Words that are not shared, and barriers of another kind.
mistake 'words that are not shared' 03 1 \
    's|__shared__ uint32_t s_lowest, s_winner;|uint32_t s_lowest = UINT32_MAX, s_winner = BLOCK_THREADS;|'
says "Atomic access to local memory at $file:$(line 'atomicMin\(&s_lowest')" \
    'With __shared__ it is one variable for the block' \
    "!$by_hand"
mistake 'a barrier of warps' 03 1 's|__syncthreads\(\); // all bids|__syncwarp(); // all bids|'
says "$file:$(line 'atomicMin\(&s_lowest')" '__syncwarp\(\) is for the 32 threads of a warp' \
    '__syncthreads\(\) belongs there' '!an atomic function'

mistake 'a function without return' 03 1 's|^    return choice;$||'
says "comes to the end of the function at $file:$(line 'struct choice choose'), which has to return a value" \
    'the function returns a value, but has no return' 'has to return one on every way' '!pointer is wrong'
mistake 'a barrier that is misspelt' 03 1 's|__syncthreads\(\); // all bids|__syncthread(); // all bids|'
says 'This name is not known here' "did you mean '__syncthreads'" '!is known in .cu files alone'
mistake 'half of the rounds' 06 3 's|round < tile_count\(n\); round|round < tile_count(n) / 2; round|'
says 'It is right with one tile of keys and wrong with more: .* or a round may be missing'
mistake 'only odd swaps are counted' 05 4 \
    's|swapped = order_pair\(s_keys, i\);|swapped = false; order_pair(s_keys, i);|'
says 'tile 0 took 1 pass; pass 2 is the first' 'd_passes 1 wanted 2'

# Later stages that fail: a line each.
mistake 'a barrier of warps again' 03 1 's|__syncthreads\(\); // all bids|__syncwarp(); // all bids|'
if [ "$tried" ]; then
    build/cpu/grade --folder build/cpu --sandbox none --explain --submission "$work/sub" --lab 03 >"$work/out" 2>&1
    [ "$(grep -c ' as stage 1$' "$work/out")" = 4 ] && [ "$(grep -c 'again:' "$work/out")" = 1 ] &&
        [ "$(wc -l <"$work/out")" -le 24 ]
    promise "what fails in the same way is said to, and the answer to one bug has 24 lines at most" $?
fi

# A loop that does not end is told soon: its own time, of the processor, is 3 seconds and some of one second each.
mistake 'a loop that counts down' 01 2 \
    's|for \(int bit = 0; bit < KEY_BITS; bit \+= 2\) \{|for (unsigned bit = KEY_BITS - 2; bit >= 0; bit -= 2) {|'
says 'not done after 3 s' 'an unsigned number is never below 0' 'n = 0'

mistake 'waiting for a plain flag' 03 1 \
    's|^    __syncthreads\(\); // no bid.*|    if (threadIdx.x == 0) s_flag = 1;\n    while (s_flag == 0) ;|;
        s|s_lowest, s_winner;|s_lowest, s_winner, s_flag;\n    if (threadIdx.x == 0) s_flag = 0;\n    __syncthreads();|'
says "hangs .*$file:$(line 'while \(s_flag')" 'does nothing but wait for a word to change' '!not done after'

# All cases together take too long, and none does alone: what is to be typed again has to fail again.
mistake 'a function that takes its time' 01 2 \
    's|^#include "serial_radix.h"|&\n#include <time.h>|;
        s|^    for \(int bit = 0; bit < KEY_BITS; bit \+= 2\) \{|    for (clock_t end = clock() + 13 * '\
'(CLOCKS_PER_SEC / 10); n > 1500 \&\& clock() < end;) {}\n&|'
if [ "$tried" ]; then
    build/cpu/grade --folder build/cpu --sandbox none --explain --limit 4 --repeat-by 'make check' \
        --submission "$work/sub" --lab 01 --stage 2 >"$work/out" 2>&1
    grep -q 'it is not done after 4 s of processor time' "$work/out" &&
        grep -qx ' *again: make check LAB=01 STAGE=2' "$work/out"
    promise "a stage whose cases take too long together is to be run again as a whole" $?
fi

# One of the bank's, which is too long for an edit.
in_turn && tried=yes || tried=''
if [ "$tried" ]; then
    make -s --no-print-directory mutants-program &&
        build/cpu/mutants --lab 12 --mutant fence_on_one_side --write "$work/bank" >"$work/out" 2>&1
    build/cpu/grade --folder build/cpu --sandbox none --explain --submission "$work"/bank/* --lab 12 --stage 3 \
        >"$work/out" 2>&1
    tr -s ' \n' ' ' <"$work/out" >"$work/words"
    name='a flag without a fence at the reader'
    says 'no __threadfence\(\) stands behind the load of the flag' \
        'stands between the two, at the writer and at the reader' '!let one thread write it'
fi
mistake 'a plan that forgets the scratch' 08 1 's|\(2 \* TILE_ITEMS \* sizeof|(TILE_ITEMS * sizeof|'
says '1 keys, 16383 bytes, 1 slots: chunks of 2048 keys, not of 0'

mistake 'what was never written, in C' 01 1 \
    's|out\[next\[in\[i\] >> bit . 1\]\+\+\] = in\[i\];|if (i > 0) out[next[in[i] >> bit \& 1]++] = in[i];|'
says 'wrong answer' '![Tt]hread'
exit $failed
