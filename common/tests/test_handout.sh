#!/bin/sh
# make handout: what a class gets has no answers in it, works, and has the same bytes each time.
set -u
. "$(dirname "$0")/promise.sh"
. common/tests/copy.sh
says() { tr -s ' \n' '  ' <"$work/out" | grep -qE -- "$1"; }
unpack() { # NAME
    rm -rf "${work:?}/$1" && mkdir "$work/$1" && tar -xzf build/handout.tar.gz -C "$work/$1"
}

# What must not go along: a solved lab, a rubric, notes beside a lab's files, a submission, an odd file.
for lab in 01 02 03 04; do solve $lab 5; done
for file in rubric.yaml labs/03_atomic_merge/answers.md labs/03_atomic_merge/old.cu common/notes.txt docs/secret.md \
    submissions/ada/03_atomic_merge.cu .sortlab/progress.json; do
    mkdir -p "$(dirname $file)" && echo PLANTED >>$file
done
$make handout >"$work/out" 2>&1 &&
    says '^build/handout.tar.gz: labs 01 02 .*, [0-9]+ files, [0-9]+ KB. Unpack it into a new folder'
promise "make handout says what it wrote" $?
cp build/handout.tar.gz "$work/first.tar.gz"
find . -name '*.md' -exec touch {} + && $make handout >"$work/out" 2>&1 &&
    cmp build/handout.tar.gz "$work/first.tar.gz" >"$work/out" 2>&1
promise "twice it has the same bytes" $?
unpack all
{
    grep -rl PLANTED "$work/all"
    tar -tvzf build/handout.tar.gz | awk '$1 !~ /^[-d]/ || $2 != "0/0" { print }' # plain files and folders, of root
    tar -tzf build/handout.tar.gz |
        grep -E -e 'solutions|mutants|/tests/|hostile|grader/class|instructor|add-a-lab' \
            -e '\.git/|\.sortlab|\.ya?ml$|demo|golden'
} >"$work/out"
[ ! -s "$work/out" ]
promise "nothing goes along by accident: no solution, rubric, mutant, test, note or history" $?

ls "$work/all/sortlab/grader/sort/ranks/mpi/mpi.mk" "$work/all/sortlab/docs/many-machines.md" \
    "$work/all/sortlab/grader/sort/main.c" >"$work/out" 2>&1
promise "what belongs to a lab goes along with it: the pipeline, programs for ranks, their page" $?

cp -r "$work/all/sortlab" "$work/whole"
leaks_of() { "$kit/build/cpu/tests/leaks" "$kit" "$work/whole" "$1"; }
leaks_of "$work/all/sortlab" >"$work/out"
promise "it shares no run of 5 tokens with the solutions but the skeletons' own" $?
cp -r "$work/all" "$work/leaky"
sed -n '/atomicMin(&s_lowest/p' solutions/03_atomic_merge.cu >>"$work/leaky/sortlab/labs/03_atomic_merge/hints.md"
sed -n '/size_t before = 0/,/^    }$/p' solutions/01_serial_radix.c >>"$work/leaky/sortlab/common/check.c"
! leaks_of "$work/leaky/sortlab" >"$work/out" && says 'labs/03_atomic_merge/hints.md:[0-9]+: .*s_lowest' &&
    says 'common/check.c:[0-9]+: .*before \+= count'
promise "and a line of a solution is found, in a page and in the kit's own code" $?

for solution in "$kit"/solutions/*.c*; do
    file=${solution##*/}
    sh common/build/skeletons.sh --print "$solution" | cmp - "$work/all/sortlab/labs/${file%.*}/${file#*_}"
done >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "learners' files are the skeletons, whatever lies in labs/" $?

# ---- it works ----

mv "$work/kit" "$work/elsewhere"
mkdir "$work/kit" && mv "$work/all/sortlab"/* "$work/all/sortlab"/.g* "$work/kit" && cd "$work/kit" || exit 2
(cd "$kit" && take_build)
rm -f build/cpu/grade build/cpu/libchild.a
for page in README.md docs/*.md labs/*/README.md; do
    grep -oE '\]\([^)# ]+' "$page" | cut -c3- | grep -v '^https*:' | while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || echo "$page: $link is not there"
    done
done >"$work/out"
[ ! -s "$work/out" ] && ! grep -rnE 'make (demo|test|skeletons)|not handed out' README.md >"$work/out"
promise "every link in it holds, and its pages name no target that it has not" $?
$make >"$work/out" 2>&1
[ $? = $unsolved ] &&
    says 'Step 1, a stable split by one bit: wrong answer .* open labs/01_serial_radix/serial_radix.c:8 TODO 1' &&
    $make hint >"$work/out" 2>&1 && says 'Hint 1 of 3' && $make progress >"$work/out" 2>&1 &&
        says "^0 of ${n_labs}00 points"
promise "it builds, and make, make hint and make progress work" $?
printf '#include <%s>\n' curand.h nvrtc.h >"$work/other.cpp" && cat >>"$work/other.cpp" <<'CPP'
int main() {
    curandGenerator_t numbers;
    nvrtcProgram program;
    return curandCreateGenerator(&numbers, CURAND_RNG_PSEUDO_DEFAULT) ||
           nvrtcCreateProgram(&program, "__global__ void k() {}", "k.cu", 0, NULL, NULL) ||
           nvrtcCompileProgram(program, 0, NULL);
}
CPP
common/simt/simtcc -o "$work/other" "$work/other.cpp" -lcurand -lnvrtc >"$work/out" 2>&1 &&
    "$work/other" >>"$work/out" 2>&1
promise "its simtcc has CUDA's libraries, too" $?
build/cpu/grade --folder build/cpu --submission labs --lab 03 --order forward >"$work/out" 2>&1
[ $? = 1 ] && says 'labs: 0 of 100 points' && ! says 'does not (compile|link)'
promise "its skeletons build and get no points" $?
cp "$kit/solutions/02_strided_buckets.cu" labs/02_strided_buckets/strided_buckets.cu
$make profile LAB=02 STAGE=2 >"$work/out" 2>&1 && says 'the reference' &&
    $make trace LAB=02 >"$work/out" 2>&1 && [ -s build/trace/02.html ]
promise "make profile and make trace work without the reference" $?
if needs debugger "make debug lays a case out for gdb"; then
    $make debug LAB=02 OPEN=0 >"$work/out" 2>&1 && says 'build/debug/child is ready' &&
        printf 'simt start\n' >"$work/start" &&
        gdb -q -nx -batch -x build/debug/case.gdb -x "$work/start" build/debug/child >"$work/out" 2>&1 &&
            says 'at strided_buckets.cu:[0-9]+'
    promise "make debug lays a case out for gdb" $?
fi
$make editor >"$work/out" 2>&1 && [ -s .vscode/tasks.json ] &&
    grep -q '"labs/02_strided_buckets/strided_buckets.cu"' build/compile_commands.json &&
    ! grep -qE 'solutions/|/tests/' build/compile_commands.json
promise "make editor writes its files, and they name no solution" $?
$make help >"$work/out" 2>&1 && says 'make check' && says 'make check-many' && says 'make check-mpi' &&
    ! says 'make (demo|test|handout|skeletons|bench) ' && says 'Start: labs/01' &&
    ! $make demo >"$work/out" 2>&1 && says 'a handout has no make demo. make help lists what it has' &&
        [ "$(wc -l <"$work/out")" = 1 ]
promise "what it has not is not listed, and says so" $?

# ---- some labs ----

cd "$work/elsewhere" || exit 2
$make handout LABS=03-04 >"$work/out" 2>&1 && says 'labs 03 04,' && unpack some &&
    [ "$(ls "$work/some/sortlab/labs" | xargs)" = '03_atomic_merge 04_reduce_merge' ] &&
    [ "$(grep -c '^| \[[01][0-9] ' "$work/some/sortlab/README.md")" = 2 ] &&
    ! grep -q 'larger than memory' "$work/some/sortlab/docs/learner.md" &&
    grep -q 'larger than memory' "$work/kit/docs/learner.md" && leaks_of "$work/some/sortlab" >"$work/out" &&
    (cd "$work/some/sortlab" && $make -n grade-program >"$work/out" 2>&1 && ! $make run >"$work/out" 2>&1 &&
        says 'has no make run')
promise "LABS= chooses labs" $?
for labs in 77 x '*' '1;id'; do
    ! $make handout "LABS=$labs" >"$work/out" 2>&1 && says "there are no labs '" || echo "LABS=$labs is taken"
done >"$work/refused" 2>&1
[ ! -s "$work/refused" ]
promise "labs that are not there are refused" $?
exit $failed
