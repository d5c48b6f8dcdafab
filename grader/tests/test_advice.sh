#!/bin/sh
# A learner's usual mistakes: what is said names the cause and its lines, and the advice fits. Each row also says which
# advice would be false.
set -u
. "$(dirname "$0")/../../common/tests/promise.sh"
make -s --no-print-directory grade-program >"$work/out" 2>&1
promise "the grader builds" $?
mkdir "$work/sub"

# mistake NAME LAB STAGE SED: a solution with this edit, as make check shows it.
mistake() {
    rm -f "$work"/sub/*
    file=$(basename solutions/"$2"_*)
    sed -E "$4" "solutions/$file" >"$work/sub/$file"
    ! cmp -s "solutions/$file" "$work/sub/$file" || { report "$1: the edit fits the solution" 1 "$work/sub/$file"; return; }
    build/cpu/grade --folder build/cpu --sandbox none --explain --repeat-by 'make check' --submission "$work/sub" --lab "$2" --stage "$3" \
        --result "$work/r.json" >"$work/out" 2>&1 </dev/null
    tr -s ' \n' ' ' <"$work/out" >"$work/words"
    name=$1
}
says() { # WORDS...: all of them are said; a ! before words: they are not
    wrong=0
    for words; do
        case $words in
        !*) ! grep -qE -- "${words#!}" "$work/words" || wrong=1 ;;
        *) grep -qE -- "$words" "$work/words" || wrong=1 ;;
        esac
    done
    promise "$name" $wrong
}
line() { grep -nE -- "$1" "$work/sub/$file" | head -n 1 | cut -d: -f1; }

shared='Two threads use one word, and no barrier stands between the two lines'
contended='let one thread write it, or use an atomic function'
branch='A barrier is for all threads of a block: take it out of the branch'
side='Kernels use device memory, and host code uses host memory'

mistake 'no barrier behind the thread that sets the word' 03 1 's|__syncthreads\(\); // no bid comes|// no bid comes|'
says "wrong answer" "Race reported between Write access at $file:$(line 's_lowest = UINT32') and Atomic access at $file:$(line 'atomicMin\(&s_lowest')" \
    "$shared" "!$contended"
mistake 'a barrier that one thread alone comes to' 03 1 \
    's|if \(threadIdx.x == 0\) s_lowest = UINT32_MAX;.*|if (threadIdx.x == 0) { s_lowest = UINT32_MAX; __syncthreads(); }|; /no bid comes before/d'
says "Divergent thread\(s\) in warp at $file:$(line 's_lowest = UINT32')" "$branch" "!$contended" "!$shared"
mistake 'a barrier for threads that have a key' 03 1 's|if \(has_key\) atomicMin\(&s_lowest, key\);|if (has_key) { atomicMin(\&s_lowest, key); __syncthreads(); }|; /all bids are in/d'
says "Divergent thread\(s\) in warp at $file:$(line 'atomicMin\(&s_lowest')" "$branch" "!$contended" "!$shared"
mistake 'a comparison and then a store' 03 1 's|if \(has_key\) atomicMin\(&s_lowest, key\);|if (has_key \&\& key < s_lowest)\n        s_lowest = key;|'
says "Race reported between Write access at $file:$(line '^        s_lowest = key')" "$contended" "!$shared"

mistake 'a kernel gets a pointer of the host' 02 1 '/^    CU\(cudaMalloc\(&d_keys, bytes\)/d; s|^    CU\(cudaMemcpy\(d_keys, keys.*|    d_keys = out; for (size_t i = 0; i < n; i++) out[i] = keys[i];|; /^    CU\(cudaMemcpy\(out, d_keys/d; /^    CU\(cudaFree\(d_keys\)\);/d'
says "Invalid __global__ read of size 4 bytes at $file:$(line 'd_list\[r')" "Address is memory of the host" "$side" '!outside of the array'
mistake 'the host reads memory of the device' 02 1 's|^    CU\(cudaMemcpy\(d_keys, keys, bytes.*|    for (size_t i = 0; i < n; i++) d_keys[i] = keys[i];|'
says "Invalid access of host code to device memory at $file:$(line 'i < n; i\+\+\) d_keys')" "copy it with cudaMemcpy" "$side" '!An error of CUDA shows'
mistake 'a launch that fails, and nobody asks' 02 1 's|add_owners_kernel<<<tile_count\(n\), BLOCK_THREADS>>>|add_owners_kernel<<<1, 4096>>>|; /^    CU_LAUNCHED\(\);/d'
says "the launch of add_owners_kernel failed, and your code did not ask for its error" 'A launch takes 1 to 1024 threads a block' '!Work the smallest input'
mistake 'a list that runs into its neighbour' 02 2 's|ones\[n_ones\+\+ \* stride\]|ones[n_ones++]|; s|= ones\[r \* stride\]|= ones[r]|'
says "Race reported between Write access at $file:" 'if each should have its own word, an index is wrong|If each should have its own word, an index is wrong'

mistake 'what was never written, in C' 01 1 's|out\[next\[in\[i\] >> bit . 1\]\+\+\] = in\[i\];|if (i > 0) out[next[in[i] >> bit \& 1]++] = in[i];|'
says 'wrong answer' '![Tt]hread'
exit $failed
