#!/bin/sh
# make exam: an examination has its own solution, which alone gets full points, and a handout without answers.
# A run draws one examination of all labs, and a third of these labs; with ALL=1 it takes every form and geometry.
# Takes turn 12 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
. common/tests/copy.sh
says() { tr -s ' \n' '  ' <"$work/out" | grep -qE -- "$1"; }
labs=$(ls -d labs/*/exam | sed 's#labs/\([0-9]*\)_.*#\1#' | xargs)
all=$(echo "$labs" | tr ' ' ,)
(cd "$kit" && flock build/cpu/lock $make build/cpu/grade build/cpu/tests/leaks) >"$work/out" 2>&1
(cd "$kit" && take_build)

# An examination with what is built so far: files that are the course's have the course's times.
exam() { # LABS SEED
    $make exam "LABS=$1" "SEED=$2" >"$work/out" 2>&1 || return
    given=build/exam/$2/kit
    (cd "$given" && find . -type f) | while read -r file; do
        ! cmp -s "$file" "$given/$file" || touch -r "$file" "$given/$file"
    done
    mkdir "$given/build" && cp -rp build/simt build/cpu "$given/build" &&
        rm -f "$given"/build/cpu/grade
}

for lab in $labs; do
    [ "$(ls labs/"$lab"_*/exam | sed 's/[.].*//' | sort | uniq -c | awk '$1 != 2')" = '' ] &&
        [ "$(ls labs/"$lab"_*/exam/*.patch | wc -l)" -ge 2 ] || echo "lab $lab: $(ls labs/"$lab"_*/exam | xargs)"
done >"$work/out"
[ ! -s "$work/out" ]
promise "each lab that can be examined has two forms at least, and a page for each" $?

for seed in 1 2; do
    $make exam LABS="$all" SEED=$seed >"$work/said" 2>&1 && grep -q "^build/exam/$seed: form" "$work/said" ||
        cat "$work/said"
    mv build/exam/$seed "$work/first$seed" && $make exam LABS="$all" SEED=$seed >"$work/said" 2>&1
    diff -r build/exam/$seed "$work/first$seed"
done >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "all patches apply, and the same seed makes the same bytes" $?
[ "$(sed -n 's/^Form \*\([a-z]*\).*/\1/p' build/exam/[12]/changed.md | sort -u | wc -l)" = 2 ] &&
    grep -q '^## solutions/03_atomic_merge.cu' build/exam/1/changed.md
promise "seeds that follow each other have different forms, and a page shows what was changed" $?

# ---- what the students get ----

mkdir "$work/students" && tar -xzf build/exam/1/handout.tar.gz -C "$work/students" && students=$work/students/sortlab
{
    tar -tzf build/exam/1/handout.tar.gz |
        grep -E 'solutions|/exam/|[.]patch$|hints[.]md|costs[.]json|instructor|grader/class|common/(exam|skeleton)'
    "$kit/build/cpu/tests/leaks" "$PWD/build/exam/1/kit" "$students" "$students"
} >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "an examination's handout holds no solution, patch, hint or other form" $?
$make handout >"$work/out" 2>&1 && ! tar -tzf build/handout.tar.gz |
    grep -E '/exam/|[.]patch$|exam[.](sh|txt)' >"$work/out"
promise "nor does the course's handout hold anything of an examination" $?
for page in "$students/README.md" "$students"/labs/*/README.md build/exam/2/kit/labs/*/README.md; do
    grep -oE '\]\([^)# ]+' "$page" | cut -c3- | grep -v '^https*:' | while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || echo "$page: $link is not there"
    done
    grep -nE '[{][A-Za-z]+[}]' "$page"
done >"$work/out"
[ ! -s "$work/out" ]
promise "its pages have their numbers, and every link in them holds" $?

# ---- what is refused ----

refused() { # TEXT ARGUMENTS
    text=$1
    shift
    ! $make exam "$@" >"$work/said" 2>&1 && grep -qF -- "$text" "$work/said" && [ "$(wc -l <"$work/said")" -le 2 ] || {
        echo "$*:" && cat "$work/said"
    }
}
{
    refused 'LABS is not set' SEED=3
    refused "SEED is ''" LABS=03
    refused "SEED is 'x;id'" LABS=03 SEED='x;id'
    refused "SEED is '07'" LABS=03 SEED=07
    refused "MINUTES is '0'" LABS=03 SEED=3 MINUTES=0
    refused "there are no labs '77'" LABS=77 SEED=3
    refused 'has no labs/09_primitives/exam/' LABS=09 SEED=3
    refused 'build/exam/1 is there already' LABS=03 SEED=1
    [ ! -e build/exam/3 ] || echo "something is there"
} >"$work/out"
[ ! -s "$work/out" ]
promise "knobs that make no examination are refused with a sentence, and nothing is written" $?
sed -i 's/atomicMin(&s_lowest, key)/atomicMin(\&s_lowest, key + 0)/' solutions/03_atomic_merge.cu
! $make exam LABS=03 SEED=3 >"$work/out" 2>&1 &&
    says 'make: labs/03_atomic_merge/exam/descending.patch does not fit the lab any more .*docs/add-a-lab.md' &&
    [ ! -e build/exam/3 ]
promise "a patch that fits no more is named, with what to do" $?
cp "$kit/solutions/03_atomic_merge.cu" solutions
rm -r build/exam

# ---- points ----

points() { # the grader's other arguments
    build/cpu/grade --folder build/cpu --sandbox none "$@" 2>&1 | tee -a "$work/log" |
        sed -n 's/^[^ ]*: \([0-9]*\) of 100 points.*/\1/p'
}
# Of one lab of the examination in this folder the own solution, the course's, the other form's, and the skeleton.
try() { # SEED LAB
    : >"$work/log"
    own=$(points --submission solutions --lab "$2")
    [ "$own" = 100 ] || { echo "seed $1, lab $2: its solution gets '$own' points" && cat "$work/log"; }
    for other in "$kit/solutions" "../../$(($1 + 1))/kit/solutions" labs; do
        got=$(points --submission "$other" --lab "$2" --order forward --tool none)
        [ "$other$got" != labs0 ] || continue
        [ "$other" != labs ] && [ "${got:-100}" -lt 100 ] || echo "seed $1, lab $2: $other gets '$got' points"
    done
}
if [ "${ALL:-}" ]; then seeds='1 2 3 4 5 6'; else seeds=${DRAW:-1}; fi
for seed in $seeds; do
    rm -rf build/exam
    exam "$all" "$seed" && $make exam LABS="$all" SEED=$((seed + 1)) >"$work/out" 2>&1 && cd "build/exam/$seed/kit" ||
        exit 2
    $make grade-program >"$work/log" 2>&1 || cat "$work/log"
    for lab in $(some $labs); do try "$seed" "$lab"; done
    cd "$work/kit" || exit 2
done >"$work/bad" 2>&1
[ ! -s "$work/bad" ]
report "its own solution alone gets full points: not the course's, nor another form's; the skeleton gets none" $? \
    "$work/bad"

# ---- the students' time and hints ----

given=build/exam/$seed/kit students=$work/mine/sortlab
mkdir "$work/mine" && tar -xzf "build/exam/$seed/handout.tar.gz" -C "$work/mine" && mv "$given/build" "$students" &&
    (cd "$given" && find . -type f) | while read -r file; do
        ! cmp -s "$given/$file" "$students/$file" || touch -r "$given/$file" "$students/$file"
    done
cd "$students" || exit 2
$make >"$work/out" 2>&1
[ $? = $unsolved ] &&
    says 'Examination: 90 of 90 minutes left, since your first make at [0-9:]{5}\..* Step 1, '\
'a stable split by one bit: wrong answer' &&
    ! says 'make hint' &&
    grep -q '"began": "20' .sortlab/progress.json
promise "the first make starts the clock, and no hint is offered" $?
since() { # MINUTES: when the first make was
    sed -i "s/\"began\": \"[^\"]*/\"began\": \"$(date -u -d "-$1 minutes" +%Y-%m-%dT%H:%M:%SZ)/" .sortlab/progress.json
    $make check LAB=01 STAGE=1 >"$work/out" 2>&1
}
echo 9000 >exam.txt
since 1000
says 'Examination: (7[0-9]{3}|8000) of 9000 minutes left'
promise "each make says how long is left" $?
since 20000
says 'Examination: the 9000 minutes since your first make at [0-9:]{5} are over. Hand in now.' &&
    says 'a stable split by one bit'
promise "when the time is over make says so, and still works" $?
for words in '' 'LAB=03' 'LAB=03 STEP=1 LEVEL=3'; do
    # shellcheck disable=SC2086
    ! $make hint $words >"$work/said" 2>&1 &&
        grep -q 'hint: this is an examination, and it has no hints' "$work/said" || cat "$work/said"
done >"$work/out"
[ ! -s "$work/out" ]
promise "make hint says that an examination has none" $?
$make trace LAB=03 STAGE=1 >"$work/out" 2>&1 && [ -s build/trace/03.html ] && $make help >"$work/out" 2>&1 &&
    says 'make check' && ! says 'make (exam|handout|demo) ' &&
    ! $make exam >"$work/out" 2>&1 && says 'an examination has no make exam. make help lists what it has'
promise "make trace works, and what is not there says so" $?
exit $failed
