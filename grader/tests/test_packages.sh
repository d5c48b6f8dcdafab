#!/bin/sh
# Packages for other systems: what is in them, what they take of a submission, and that they grade. The whole way
# on an empty system is make gradescope-trial.
set -u
. "$(dirname "$0")/../../common/tests/promise.sh"
. common/tests/copy.sh
export NODE_PATH=/usr/share/nodejs CLASSROOM=gpu ASSIGNMENT=sort OWNER=ada ASSIGNMENT_TYPE=individual SUBMISSION_TAG=submit/1 \
    COMMIT_URL=https://example.org/c RELEASE_URL=https://example.org/r REVIEW_URL=https://example.org/p
node=$(node -e 'require("ajv"); require("js-yaml")' 2>/dev/null && echo yes)
valid() { # FILE.FORMAT
    { [ "${1##*.}" = autolab ] || "$kit/build/cpu/tests/valid" "$kit/grader/formats/schemas/${1##*.}.json" "$1"; } &&
        { [ ! "$node" ] || node "$kit/grader/tests/schema.cjs" "$kit/grader/formats/schemas" "$1"; }
}
[ "$node" ] || echo "skip - files of the packages are held against schemas and a YAML parser (node-ajv or node-js-yaml is not there; type sh common/deps.sh formats)"

# ---- what is in them ----

command -v zip >/dev/null && command -v unzip >/dev/null || {
    echo "skip - the package for Gradescope (zip or unzip is not there; type sh common/deps.sh formats)"
    exit $failed
}
$make gradescope LABS=01 >"$work/out" 2>&1 && cp build/gradescope.zip "$work/first.zip" && touch README.md &&
    $make gradescope LABS=01 >"$work/out" 2>&1 && cmp build/gradescope.zip "$work/first.zip" >>"$work/out"
promise "make gradescope writes the same bytes twice" $?
source=$work/box/source
mkdir -p "$source" && unzip -q build/gradescope.zip -d "$source" && cd "$source" &&
    for file in setup.sh run_autograder; do
        [ -x $file ] && [ "$(head -c 2 $file)" = '#!' ] && sh -n $file || echo $file
    done >"$work/out" && [ ! -s "$work/out" ] && [ "$(ls | xargs)" = 'collect.sh kit run_autograder seconds setup.sh' ] && [ "$(cat seconds)" = 570 ]
promise "setup.sh and run_autograder are at its top, and can be run" $?
cd "$work/kit" || exit 2
! grep -rqE 'solutions/0|secret:' "$source/kit/labs" "$source"/*.sh && [ ! -e "$source/kit/solutions" ] && [ ! -e "$source/kit/grader/mutants" ] &&
    sh common/skeletons.sh --print solutions/01_serial_radix.c | cmp -s - "$source/kit/labs/01_serial_radix/serial_radix.c"
promise "and no answer is in it" $?
$make autolab classroom50 LABS=01 >"$work/out" 2>&1 && tar -tf build/autolab/autograde.tar >"$work/names" &&
    grep -qx autograde/grade.sh "$work/names" && [ -s build/autolab/autograde-Makefile ] && ! grep -E 'solutions|mutants' "$work/names" >>"$work/out" &&
    (cd build/classroom50 && sed -n 's/.*echo "\([0-9a-f]*\) .*/\1  classroom50.tar.gz/p' classroom50.yml | sha256sum -c) >>"$work/out" 2>&1
promise "make autolab and make classroom50 write theirs; the workflow knows its kit by its sum" $?
$make github-actions >"$work/github.yml" 2>"$work/out" && [ -s "$work/github.yml" ] && { [ ! "$node" ] || node -e '
    const fs = require("fs"), yaml = require("js-yaml");
    for (const file of process.argv.slice(1)) {
        const flow = yaml.load(fs.readFileSync(file, "utf8"));
        const steps = Object.values(flow.jobs).flatMap(job => job.steps);
        if (!flow.on || !steps.length || !steps.every(step => step.run || step.uses)) throw new Error(file);
        for (const step of steps) if (step.run) require("child_process").execSync("sh -n", { input: step.run.replace(/\$\{\{.*?\}\}/g, "x") });
    }' "$work/github.yml" build/classroom50/classroom50.yml; } >"$work/out" 2>&1
promise "the workflows are YAML, and their steps are scripts" $?
for knobs in 'LABS=77' 'MINUTES=x' 'MINUTES=0'; do
    ! $make gradescope "$knobs" >"$work/out" 2>&1 && grep -qE "there are no labs|MINUTES is" "$work/out" || echo "$knobs"
done >"$work/taken"
[ ! -s "$work/taken" ]
promise "a knob that cannot be is refused" $?

# ---- what is taken of a submission ----

mkdir -p "$work/in/a/b/c/d/e" "$work/in/labs/03_atomic_merge"
echo deep >"$work/in/a/b/02_strided_buckets.cu"
echo deeper >"$work/in/a/b/c/strided_buckets.cu"
echo learner >"$work/in/labs/03_atomic_merge/atomic_merge.cu"
echo buried >"$work/in/a/b/c/d/e/reduce_merge.cu"
echo other >"$work/in/notes.txt"
ln -s /etc/passwd "$work/in/05_odd_even_sort.cu"
ln -s /etc "$work/in/06_bitonic_merge"
mkfifo "$work/in/07_block_merge.c"
head -c 3000000 /dev/zero >"$work/in/serial_radix.c"
sh grader/formats/package/collect.sh "$work/in" "$work/taken.d" . >"$work/out" 2>&1
[ "$(ls "$work/taken.d" | xargs)" = '01_serial_radix.c 02_strided_buckets.cu 03_atomic_merge.cu' ] && grep -qx deep "$work/taken.d/02_strided_buckets.cu" &&
    grep -qx learner "$work/taken.d/03_atomic_merge.cu" && [ "$(wc -c <"$work/taken.d/01_serial_radix.c")" = 1048577 ]
promise "only plain files of the labs' names are taken, no links, no pipes, none without end" $?

# ---- they grade ----

submission() { # SED_SCRIPT
    rm -rf "$work/box/submission" && mkdir -p "$work/box/submission/handed"
    sed "$1" solutions/01_serial_radix.c >"$work/box/submission/handed/serial_radix.c"
}
autograde() { # the grader is this copy's
    rm -rf "$work/box/results"
    AUTOGRADER=$work/box SORTLAB=$PWD "$source/run_autograder" >"$work/out" 2>&1
    cp "$work/box/results/results.json" "$work/results.gradescope"
    valid "$work/results.gradescope" >>"$work/out" 2>&1
}
submission ''
mv build/cpu/grade "$work/grade"
autograde && grep -q 'it did not start' "$work/results.gradescope"
promise "Gradescope: a grader that is not there leaves a valid file that says so" $?
mv "$work/grade" build/cpu/grade
mv labs "$work/all" && mkdir labs && cp -r "$work/all/01_serial_radix" labs && $make grade-program >"$work/out" 2>&1
autograde && grep -q '"output": "100 of 100 points' "$work/results.gradescope" && [ "$(stat -c %a "$work/box/source" "$work/box/results" | xargs)" = '750 750' ]
promise "Gradescope: right answers get all points; nobody else looks into source and results" $?
submission '/^void radix_sort(/s/{$/{ return;/'
autograde && grep -q '"output": "75 of 100 points' "$work/results.gradescope" && grep -q '02.*sorted\|wrong answer: not sorted' "$work/results.gradescope"
promise "Gradescope: wrong ones lose theirs" $?

if needs class "a package with a rubric"; then
    printf '%s\n' 'labs:' '  - lab: 01' 'secret: 0123456789abcdefTOKEN' 'hidden:' '  - {lab: 01, stages: [2, 6]}' >"$work/rubric.yaml"
    cp -p "$kit/build/cpu/rubric" build/cpu && $make gradescope LABS=01 "RUBRIC=$work/rubric.yaml" >"$work/out" 2>&1 &&
        unzip -q -o build/gradescope.zip terms.json -d "$source" && [ "$(stat -c %a "$source/terms.json")" = 600 ]
    autograde && grep -q '"output": "75 of 100 points' "$work/results.gradescope" && ! grep -q TOKEN "$work/results.gradescope" "$work/out" &&
        [ "$(grep -c 'This stage is hidden: it shows whether it passes, and no more' "$work/results.gradescope")" = 2 ] &&
        ! grep -q 'not sorted' "$work/results.gradescope"
    promise "Gradescope: with RUBRIC= a hidden stage shows whether it passes, and the secret stays where it is" $?
    rm "$source/terms.json"
fi

mkdir "$work/autolab" && cp build/autolab/* "$work/autolab" && tar -C "$work/box/submission" -cf "$work/autolab/handin.tar" handed && cd "$work/autolab" &&
    tar -xf autograde.tar && cp -rp "$work/kit/build" autograde/kit && make -s -f autograde-Makefile >"$work/printed" 2>&1
tail -n 2 "$work/printed" >"$work/last.autolab"
head -n 2 "$work/printed" >"$work/early.autolab"
tail -n 1 "$work/printed" | grep -qx '{"scores": {"01_serial_radix": 75}}' && valid "$work/last.autolab" >"$work/out" 2>&1 && valid "$work/early.autolab" >>"$work/out" 2>&1 &&
    grep -q 'did not finish' "$work/early.autolab"
promise "Autolab: its last line has the scores; its first lines stand for a grader that is killed" $?

mkdir "$work/c50" "$work/checkout" && tar -C "$work/c50" -xzf "$work/kit/build/classroom50/classroom50.tar.gz" && cp -rp "$work/kit/build" "$work/c50/classroom50/kit" &&
    cp -r "$work/box/submission/handed" "$work/checkout" && cd "$work/checkout" && sh "$work/c50/classroom50/runner.sh" >"$work/out" 2>&1
code=$?
cp result.json "$work/result.classroom50" && [ $code = 0 ] && valid "$work/result.classroom50" >>"$work/out" 2>&1 && grep -q '"score": 75' result.json
promise "Classroom 50: result.json in the checkout, exit code 0 whatever the score" $?
exit $failed
