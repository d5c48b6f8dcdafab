#!/bin/sh
# Every lab: its solution gets all points, its skeleton none, with every other compiler that is here.
# Takes turn 8 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
grade="build/cpu/grade --folder build/cpu"
points() { grep -qF -- ": $1 of " "$work/out"; }

# With g++ test_mutants.sh grades the solutions, checked, and test_one_source.sh the skeletons. What clang++'s check
# builds see, the runtime's own tests hold.
if command -v clang++ >/dev/null; then
    make -s --no-print-directory grade-program CXX=clang++ >"$work/out" 2>&1 # and the runtime for it
    CXX=clang++ $grade --submission solutions --tool=none --order reverse >"$work/out" 2>&1
    promise "every stage of every solution passes with clang++, in reverse order" $?
    CXX=clang++ $grade --submission labs >"$work/out" 2>&1
    [ $? = 1 ] && points 0 && ! grep -qE 'does not (compile|link)|no file' "$work/out"
    promise "no stage of a bare skeleton passes, and all of them build, with clang++" $?
else
    echo "skip - solutions and skeletons with clang++ (it is not installed)"
fi

nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
for solution in $(some solutions/*.cu); do
    lab=$(basename "$solution" .cu)
    if [ ! -x "$nvcc" ]; then
        echo "skip - $lab compiles with nvcc (there is no CUDA Toolkit here)"
        continue
    fi
    for file in "$solution" labs/$lab/*.cu; do
        [ "$file" = "$solution" ] && made=-c || made=-ptx # of a skeleton no machine code is needed
        # 177 and 550: a skeleton declares what the learner will use; and what {...} leaves out is 0, as in C
        "$nvcc" -diag-suppress 177,550 -std=c++17 -arch=sm_90 -Xptxas -O0 -I. -Ilabs/$lab \
            -Xcompiler -Wall,-Wextra,-Wno-unused,-Wno-missing-field-initializers $made -o /dev/null "$file" ||
                echo "nvcc fails"
    done >"$work/out" 2>&1
    [ ! -s "$work/out" ]
    promise "$lab compiles with nvcc without a warning, solution and skeleton" $?
    # Code that asks for the device's generation has another text on an A100.
    grep -qE "__CUDA_ARCH|/kernels.h\"" labs/$lab/*.h || continue
    "$nvcc" -diag-suppress 177,550 -std=c++17 -arch=sm_80 -Xptxas -O0 -I. -Ilabs/$lab -c -o /dev/null "$solution" \
        >"$work/out" 2>&1
    [ ! -s "$work/out" ]
    promise "$lab compiles for devices before the H100, too" $?
done

# Work in a stream is only there when somebody has waited for it.
mkdir "$work/sub"
sed 's/^ *CU(cudaStreamSynchronize(s->stream));$//' solutions/08_out_of_core.cu >"$work/sub/08_out_of_core.cu"
$grade --submission "$work/sub" --lab 08 >"$work/out" 2>&1
[ $? = 1 ] && grep -q 'streams as' "$work/out" && again_of "$work/out" | grep -q 'ORDER=reverse'
promise "08_out_of_core that does not wait for a chunk loses points, and is told how to see it" $?
options=$(again_of "$work/out" |
    sed -n '1s/.*LAB=\([0-9]*\) STAGE=\([0-9]*\) CASE=\([0-9]*\) N=\([0-9]*\) SEED=\([0-9]*\) ORDER=\(.*\)/--lab \1 '\
'--stage \2 --case \3 --n \4 --seed \5 --order \6/p')
$grade --submission "$work/sub" $options >"$work/out" 2>&1
[ $? = 1 ] && grep -q 'streams as' "$work/out"
promise "and sees it" $?

# A case that is too large for every order is run in one of them: of lab 02 that leaves it out the first order that
# fails is that one, though others come before it.
sed 's/^    if (n > 0)$/    if (n > 0 \&\& n < 1000000)/' solutions/02_strided_buckets.cu \
    >"$work/sub/02_strided_buckets.cu"
$grade --submission "$work/sub" --lab 02 --stage 2 >"$work/out" 2>&1
tr -s ' \n' ' ' <"$work/out" | grep -q 'n = 1200000, uniform, seed 7, threads in reverse order'
promise "a case of CASE_ONCE is run in reverse order, and not in forward order" $?
$grade --submission "$work/sub" --lab 02 --stage 2 --case 17 --order forward >"$work/out" 2>&1
[ $? = 1 ] && grep -q 'n = 1200000' "$work/out"
promise "but in the order that is asked for" $?

# Right by luck is not right: lab 03 with a minimum that is no atomic, and with a read behind the tile.
# wrong PATTERN REPLACEMENT WORDS: the stage of the change says WORDS.
wrong() {
    sed "s/$1/$2/" solutions/03_atomic_merge.cu >"$work/sub/03_atomic_merge.cu"
    ! cmp -s solutions/03_atomic_merge.cu "$work/sub/03_atomic_merge.cu" &&
        $grade --submission "$work/sub" --lab 03 --until-fail >"$work/out" 2>&1
    [ $? = 1 ] && tr -s ' \n' ' ' <"$work/out" | grep -qE "$3"
}
wrong 'if (has_key) atomicMin(&s_lowest, key);' 'if (has_key \&\& key < s_lowest) s_lowest = key;' \
    'race its answers are right, .* Race reported between Write access at 03_atomic_merge.cu:25 .* '\
's_lowest in shared memory'
promise "a race loses the points of a right answer, and says which lines" $?
wrong '__shared__ uint32_t s_lowest' 'static __device__ uint32_t s_lowest' \
    'race its answers are right, .* by thread [0-9]+ of block (0 and thread [0-9]+ of block 1|1 and thread [0-9]+ '\
'of block 0),'
promise "and which blocks, where there are two of them" $?
wrong 'head < m ? d_tile\[head\] : 0' 'd_tile[head]' \
    'out of bounds its answers are right, .* Invalid __global__ read of size 4 bytes at 03_atomic_merge.cu:[0-9]+, '\
'by thread'
promise "so does a read behind an array" $?
exit $failed
