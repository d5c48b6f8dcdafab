#!/bin/sh
# The profile of the labs' kernels: as on an H200, and as make profile shows it.
# Takes turn 2 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
golden=grader/tests/judge/golden

# The kernels of labs 02 to 06: as on the GPU, or there is a reason.
golden() { # CXX
    log=$work/$1.log
    for lab in 02_strided_buckets 03_atomic_merge 04_reduce_merge 05_odd_even_sort 06_bitonic_merge; do
        CXX=$1 common/simt/simtcc --tool=profile -O2 -w -I. -Ilabs/$lab -c -o "$work/$1-$lab.o" solutions/$lab.cu
    done >"$log" 2>&1
    CXX=$1 common/simt/simtcc --tool=profile -O2 -w -I. -o "$work/$1-labs" $golden/labs.cu "$work/$1"-*.o \
        >>"$log" 2>&1 &&
        SIMT_REPORT=$work/$1.json "$work/$1-labs" >"$log" 2>/dev/null &&
        sh common/simt/tests/golden/compare.sh "$work/$1.json" $golden/counts.csv $golden/reasons.txt "$1" >"$log" &&
        [ "$(wc -l <"$log")" = 1 ]
    report "$(sed -n '$s/ equal//p' "$log") kernels of labs count what ncu counts on an H200, with $1" $? "$log"
}
for compiler in g++ clang++; do
    if needs counts-$compiler "kernels of labs count what ncu counts on an H200, with $compiler"; then
        golden $compiler; fi
done

# The files were counted with g++ 12; another version makes other branches, and may save a load in twenty.
are_alike() { # FILE FILE
    cmp "$1" "$2" || { [ "$(g++ -dumpversion | cut -d. -f1)" != 12 ] && awk '
        FNR == 1 { file++ }
        { n = split($0, part, /[][{}, ]+/)
          for (i = 1; i <= n; i++) if (part[i] != "") word[file, ++words[file]] = part[i] }
        END {
            for (i = 1; i <= words[1] || i <= words[2]; i++) {
                was = word[1, i]; is = word[2, i]
                if (was == is || word[1, i - 1] == "\"divergent_branches\":") continue
                if (was !~ /^[0-9]+$/ || is !~ /^[0-9]+$/ || 20 * (was - is) > was || 20 * (is - was) > was) exit 1
            }
        }' "$1" "$2"; }
}
log=$work/profile.log
mkdir "$work/costs"
sh common/build/costs.sh build/cpu/grade build/cpu "$work/costs" >"$log" 2>&1
for file in labs/*/costs.json; do
    lab=${file#labs/}
    are_alike "$file" "$work/costs/${lab%/*}.json" >"$work/differs" 2>&1 || { cat "$work/differs" &&
        echo "make costs writes another $file"; } >>"$log"
done
[ ! -s "$log" ] && [ "$(ls "$work/costs" | wc -l)" = "$(ls labs/*/costs.json | wc -l)" ]
report "what is kept of the reference's costs is what the solutions take" $? "$log"

# A lab that is solved, with a barrier too many in the tree of lab 04.
mkdir "$work/sub"
sed 's/^\( *\)__syncthreads();/\1__syncthreads(), __syncthreads();/' solutions/06_bitonic_merge.cu \
    >"$work/sub/06_bitonic_merge.cu"
build/cpu/grade --folder build/cpu --submission "$work/sub" --lab 06 --progress "$work/progress.json" >"$log" 2>&1 &&
    tr -s ' \n' '  ' <"$log" |
        grep -q 'What it costs, .* 4 tiles into runs .* the reference .* Stage [0-9] takes 2.0 times the '\
'reference.s barriers. Which line it is: make profile LAB=06 STAGE=[0-9]' &&
    grep -q '  next   labs/07_block_merge/README.md' "$log" && [ "$(wc -L <"$log")" -le 80 ]
report "a lab that is solved shows what it costs beside the reference, and where it costs most" $? "$log"

make -s --no-print-directory profile LAB=02 STAGE=1 CASE=5 SUBMISSION=solutions >"$log" 2>&1 &&
    grep -q '^add_owners_kernel' "$log" && grep -q 'yours  *128  *4.0  *4.0 ' "$log" &&
    grep -q 'the reference  *128  *4.0  *4.0 ' "$log" && grep -q '02_strided_buckets.cu:[0-9]*  d_list' "$log"
report "make profile shows a stage's counts, line by line, beside the reference's" $? "$log"
make -s --no-print-directory profile LAB=02 STAGE=1 >"$log" 2>&1
[ $? = 0 ] && grep -q 'stage 1, of labs is not right yet, and wrong answers are not counted' "$log" &&
    grep -q 'the reference  *130  *4.0' "$log"
report "make profile of a stage that is not solved says so, and shows the reference" $? "$log"
