#!/bin/sh
# What goes out of the house: every package and the handout, packed with a rubric that has a secret and hidden stages,
# and unpacked down to the last archive. What students' machines read holds no secret, no seed and no solution.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
. common/tests/copy.sh
needs formats "packages and handout hold no secret" || exit $failed
needs class "packages with a rubric hold no secret" || exit $failed
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
all=$work/all
cp -p "$kit/build/cpu/rubric" build/cpu

# Where the terms may be, and why no student reads them there.
may_hold() {
    sed 's/ *#.*//' <<'LIST'
gradescope/terms.json                                   # the instructor's upload; on the grader's machine it is root's
autolab/autograde.tar.d/autograde/terms.json            # the instructor's upload; in the job the sandbox hides it
prairielearn/questions/*/tests/terms.json               # the course's repository is its staff's; in the job root's
submitty/config/test_input/terms.json                   # the instructor's upload; in the container the sandbox hides it
LIST
}

printf '%s\n' 'labs:' '  - lab: 01' '  - lab: 03' "secret: $token" 'hidden:' '  - {lab: 01, stages: [1, 2, 3]}' \
    '  - {lab: 03, stages: [1]}' >"$work/rubric.yaml"
with_rubric="gradescope autolab prairielearn submitty"
without="classroom50 handout"
$make $with_rubric IMAGE=ada/sortlab:1 LABS=01,03 "RUBRIC=$work/rubric.yaml" >"$work/out" 2>&1 &&
    $make $without LABS=01,03 >>"$work/out" 2>&1 && $make github-actions >"$work/github.yml" 2>>"$work/out"
promise "all of them can be packed" $?

# Archives within become folders beside them, NAME.d, as long as there are any.
unpack_all() { # FOLDER
    while found=$(find "$1" -type f '(' -name '*.zip' -o -name '*.tar' -o -name '*.tar.gz' -o -name '*.tgz' ')' |
        head -n 1) && [ "$found" ]; do
        mkdir "$found.d" && case $found in
        *.zip) unzip -q "$found" -d "$found.d" ;;
        *) tar -C "$found.d" -xf "$found" ;;
        esac && rm "$found" || return
    done
}
mkdir "$all" "$all/gradescope" "$all/handout" "$all/github" && unzip -q build/gradescope.zip -d "$all/gradescope" &&
    cp build/handout.tar.gz "$all/handout" &&
    cp -r build/autolab build/classroom50 build/prairielearn build/submitty "$all" &&
        cp "$work/github.yml" "$all/github" && unpack_all "$all" >"$work/out" 2>&1 &&
    [ "$(find "$all" -name labs -type d ! -path '*/docs/*' | wc -l)" = 7 ]
promise "and unpacked: seven kits are in them" $?

# Seeds of hidden inputs, as the instructor's file has them.
mkdir "$work/sub" &&
    sed '/^void split_by_bit/s/{$/{ if (n > 6) { out[0] = 7; return; }/' "$kit/solutions/01_serial_radix.c" \
        >"$work/sub/01_serial_radix.c"
"$kit/build/cpu/rubric" --terms "$work/terms" "$work/rubric.yaml"
build/cpu/grade --sandbox none --submission "$work/sub" --lab 01 --terms "$work/terms" --instructor "$work/seen" \
    >"$work/out" 2>&1
sed -n 's/^ *"seed": \([0-9]*\)$/\1/p' "$work/seen" | sort -u >"$work/words"
[ "$(wc -l <"$work/words")" -ge 10 ]
promise "hidden inputs have seeds that can be looked for" $?
while read -r seed; do printf '%x\n' "$seed" 2>/dev/null; done <"$work/words" | grep -E '.{8}' >"$work/hexes"
cat "$work/hexes" >>"$work/words" && echo "$token" >>"$work/words"

# Files that hold one of these words, or are terms, and may not.
tells() { # FOLDER
    (
        cd "$1" || exit
        { grep -rlaFf "$work/words" . && find . -name '*terms*.json'; find . -name '*rubric*.y*ml'; } |
            LC_ALL=C sort -u | cut -c3- | while read -r file; do
            may_hold | while read -r allowed; do case $file in $allowed) echo may ;; esac; done | grep -q may ||
                echo "$file tells a secret"
        done
    )
}
tells "$all" >"$work/out"
[ ! -s "$work/out" ]
promise "no file that students' machines read holds the secret, terms or a hidden seed" $?
may_hold | while read -r allowed; do
    # shellcheck disable=SC2086
    (cd "$all" && grep -lF "$token" $allowed) >/dev/null || echo "$allowed has no secret, and need not be in the list"
done >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "those that may have it do" $?

# What a check like this is worth: it finds what somebody may pack one day.
cp -r "$all" "$work/leaky"
for place in classroom50/sortlab.tar.gz.d/sortlab handout/handout.tar.gz.d/sortlab/build autolab/image \
    prairielearn/image/kit submitty/image github; do
    mkdir -p "$work/leaky/$place" && cp "$work/terms" "$work/leaky/$place/terms.json"
done
head -n 1 "$work/words" >>"$work/leaky/handout/handout.tar.gz.d/sortlab/README.md"
cp "$work/rubric.yaml" "$work/leaky/submitty/image/kit/rubric.yaml"
[ "$(tells "$work/leaky" | tee "$work/out" | wc -l)" = 8 ]
promise "terms, a seed or a rubric in any of them are found" $?

# Lines between the marks of solutions.
$make handout >"$work/out" 2>&1 && mkdir "$work/whole" && tar -C "$work/whole" -xzf build/handout.tar.gz
find "$all" -name labs -type d ! -path '*/docs/*' | while read -r labs; do
    "$kit/build/cpu/tests/leaks" "$kit" "$work/whole/sortlab" "${labs%/labs}"
    find "${labs%/labs}" '(' -name solutions -o -name mutants -o -name right -o -path '*/grader/tests' \
        -o -name hostile ')'
done >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "no kit shares a run of 5 tokens with the solutions but the skeletons' own" $?
sed -n '/atomicMin(&s_lowest/p' "$kit/solutions/03_atomic_merge.cu" \
    >>"$work/leaky/submitty/image/kit/labs/03_atomic_merge/hints.md"
! "$kit/build/cpu/tests/leaks" "$kit" "$work/whole/sortlab" "$work/leaky/submitty/image/kit" >"$work/out" &&
    grep -q 'hints.md:[0-9]*: .*s_lowest' "$work/out"
promise "and a line of one is found" $?
exit $failed
