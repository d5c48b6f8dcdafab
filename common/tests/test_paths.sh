#!/bin/sh
# The kit in a folder with blanks, quotes, brackets and an umlaut in its name does what it does elsewhere, and so do
# files with such names; a folder's name is never run.
# Takes turn 12 of 12.
set -u
. "$(dirname "$0")/promise.sh"
class=$(flock build/cpu/lock make -s --no-print-directory build/cpu/grade build/cpu/mutants build/cpu/solutions/run \
        >"$work/out" 2>&1 &&
    flock build/cpu/lock make -s --no-print-directory build/cpu/class build/cpu/pages build/cpu/rubric \
        >"$work/out" 2>&1 &&
        echo yes)

# Of each kind of file that is built one is built there; the others come along.
kit="$work/my own kit/sort läb (1) it's \"mine\" [2] & \$(>RUN) \`>RUN\` \$HOME;>RUN;"
mkdir -p "$kit/build/cpu" "$work/home"
git ls-files -coz --exclude-standard | xargs -0 cp -p --parents -t "$kit" 2>/dev/null
cp -rp build/simt "$kit/build"
for part in build/cpu/*; do
    case $part in */tests | */work-* | *-*check | */lock) ;; *) cp -rp "$part" "$kit/build/cpu" ;; esac
done
cd "$kit" || exit 2
rm -f build/simt/rewrite build/simt/compile/lexer.c.o build/simt/g++/run/source_lines.c.o build/simt/g++/ready \
    build/cpu/grade \
    build/cpu/libchild.a build/cpu/child.names build/cpu/common/keys.o build/cpu/judge/01_* build/cpu/child/01_* \
    build/cpu/solutions/run \
    build/cpu/solutions/01_* build/cpu/solutions/03_*
export HOME="$work/home"
make() { # with what it says in $work/out
    env -u MAKEFLAGS -u MAKELEVEL make -s --no-print-directory "$@" >"$work/out" 2>&1 </dev/null
}
says() { tr -s ' \n' '  ' <"$work/out" | grep -qE -- "$1"; }

make check LAB=02 STAGE=1
[ $? = $unsolved ] && says '0/[0-9]+ wrong answer' &&
    says 'open labs/02_strided_buckets/strided_buckets.cu:[0-9]+ TODO 1'
promise "a learner's file of CUDA is compiled and checked, and the line to open is named" $?
cp solutions/01_serial_radix.c labs/01_serial_radix/serial_radix.c
cp solutions/03_atomic_merge.cu labs/03_atomic_merge/atomic_merge.cu
make check LAB=01 && says '100 of 100' && make check LAB=03 STAGE=1 && says '20/20 ok' && make progress &&
    says '01 serial radix 100/100' &&
    make hint LAB=02 STEP=1 && says 'Hint 1 of 3'
promise "right ones get their points, progress is kept, and hints are shown" $?
sed -i 's/^    if (has_key) atomicMin(&s_lowest, key);/    if (has_key \&\& key < s_lowest) s_lowest = key;/' \
    labs/03_atomic_merge/atomic_merge.cu
line=$(grep -n 's_lowest = key;' labs/03_atomic_merge/atomic_merge.cu | cut -d: -f1)
make check LAB=03 STAGE=1
says "0/20 race .*between .* access at atomic_merge.cu:$line "
promise "a race is told with its line" $?
if needs debugger "and gdb stops there"; then
    make debug LAB=03 STAGE=1
    says "Race on s_lowest in shared memory: .*choose \(\) at atomic_merge.cu:$line $line.*s_lowest = key;"
    promise "and gdb stops there" $?
fi
make trace LAB=03 STAGE=1 && [ -s build/trace/03.html ] &&
    make profile LAB=02 STAGE=2 SUBMISSION=solutions COMPARE=solutions &&
    says '02_strided_buckets.cu:[0-9]+' && [ -s build/profile/02.html ]
promise "pages are made of a trace and of a profile" $?

odd="$work/it's läb 1; \$(>RUN) [x]"
mkdir "$odd" && cp solutions/01_serial_radix.c "$odd"
make grade SUBMISSION="$odd" LAB=01 RESULT="$odd/my result.json" && says '100 of 100' && [ -s "$odd/my result.json" ]
promise "make grade grades" $?
make run N=3000 OUT="$odd/my keys.bin" && make run IN="$odd/my keys.bin" OUT="$odd/my keys 2.bin" &&
    says '3000 u32 keys sorted' &&
    cmp "$odd/my keys.bin" "$odd/my keys 2.bin"
promise "make run sorts" $?
make mutants LAB=01 SAMPLE=1 && says '1 mutants' && make handout LABS=01 && tar -tzf build/handout.tar.gz |
    grep -q 'serial_radix.c$' &&
    make new-lab NAME=15_odd && [ -f labs/15_odd/odd.cu ] && rm -r labs/15_odd solutions/15_odd.cu
promise "mutants, a handout and a new lab are made" $?

cat >"$odd/a kernel.cu" <<'CU'
#include <cstdio>
__global__ void set(int *p) { *p = 7; }
int main() {
    int *p, x = 0;
    cudaMalloc(&p, sizeof x);
    set<<<1, 1>>>(p);
    cudaMemcpy(&x, p, sizeof x, cudaMemcpyDeviceToHost);
    printf("%d\n", x);
}
CU
(cd "$odd" && env -u SIMTCC_READY "$kit/common/simt/simtcc" -MMD -o 'a program' 'a kernel.cu' &&
    './a program') >"$work/out" 2>&1 && says '^7 $'
promise "simtcc compiles by itself" $?
SIMT_BUILD="$odd" common/simt/simtcc -o "$odd/b" "$odd/a kernel.cu" >"$work/out" 2>&1
[ $? = 2 ] && says "SIMT_BUILD is '.*'. Choose a folder with a name of letters, digits and"
promise "and refuses a folder of which make could not take the name" $?
make -n DEV=gpu grade
[ $? = 2 ] && says 'nvcc cannot work in a folder with a " \$ ` or \\ in its name. Give .* another name'
promise "nvcc, which would run such a name, is not let near it" $?

if [ "$class" ]; then
    students="$odd/all" out="$odd/out \"1\"; >RUN"
    mkdir -p "$students/Jörg's \$(>RUN) \`>RUN\`;>RUN" "$students/b
c" && cp solutions/01_serial_radix.c "$students/Jörg's"* && cp labs/02_*/strided_buckets.cu "$students/b
c"
    echo 'assignment: "a trial"' >"$odd/my rubric's.yaml"
    make grade-class SUBMISSIONS="$students" OUT="$out" LABS=01 RUBRIC="$odd/my rubric's.yaml" SANDBOX=none &&
        says '2 students, 2 handed in' && [ "$(wc -l <"$out/grades.csv")" = 3 ] && [ -s "$out/class.html" ] &&
        rm "$out/class.html" && make class-pages OUT="$out" && [ -s "$out/class.html" ] &&
            make rubric RUBRIC="$odd/my rubric's.yaml" &&
        make grade SUBMISSION="$odd" LAB=01 STAGE=1 SANDBOX=none RUBRIC="$odd/my rubric's.yaml" && says '20/20 ok'
    promise "a class is graded by a rubric, and its pages are written again" $?
else
    echo "skip - a class is graded by a rubric, and its pages are written again (sh common/build/deps.sh class \
installs what it needs)"
fi
find "$work" . -name RUN >"$work/out"
[ ! -s "$work/out" ]
promise "and no name was run" $?
exit $failed
