#!/bin/sh
# Packages for other systems: what is in them, what they take of a submission, and that they grade, laid out and started
# as each system does it. The whole way on an empty system is make gradescope-trial.
# Takes turn 6 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
. common/tests/copy.sh
export NODE_PATH=/usr/share/nodejs CLASSROOM=gpu ASSIGNMENT=sort OWNER=ada ASSIGNMENT_TYPE=individual \
    SUBMISSION_TAG=submit/1 \
    COMMIT_URL=https://example.org/c RELEASE_URL=https://example.org/r REVIEW_URL=https://example.org/p
node=$(node -e 'require("ajv"); require("js-yaml")' 2>/dev/null && echo yes)
valid() { # FILE.FORMAT
    { [ "${1##*.}" = autolab ] ||
        "$kit/build/cpu/tests/valid" "$kit/grader/grade/report/schemas/${1##*.}.json" "$1"; } &&
        { [ ! "$node" ] || node "$kit/grader/tests/report/schema.cjs" "$kit/grader/grade/report/schemas" "$1"; }
}
[ "$node" ] ||
    echo "skip - files of the packages are held against schemas and a YAML parser (node-ajv or node-js-yaml is not \
there; type sh common/build/deps.sh formats)"
needs formats "packages for other systems" || exit $failed
needs class "packages with a rubric" || exit $failed
image=IMAGE=ada/sortlab:1 token=0123456789abcdefTOKEN
pack() { $make "$@" $image LABS=01 >"$work/out" 2>&1; }

# ---- what is in them ----

pack gradescope && cp build/gradescope.zip "$work/first.zip" && touch README.md && pack gradescope &&
    cmp build/gradescope.zip "$work/first.zip" >>"$work/out"
promise "make gradescope writes the same bytes twice" $?
source=$work/box/source
mkdir -p "$source" && unzip -q build/gradescope.zip -d "$source" && cd "$source" &&
    for file in setup.sh run_autograder; do
        [ -x $file ] && [ "$(head -c 2 $file)" = '#!' ] && sh -n $file || echo $file
    done >"$work/out" && [ ! -s "$work/out" ] &&
        [ "$(ls | xargs)" = 'grade.sh kit kit.sum run_autograder seconds setup.sh' ] && [ "$(cat seconds)" = 570 ]
promise "setup.sh and run_autograder are at its top, and can be run" $?
cd "$work/kit" || exit 2
pack autolab classroom50 prairielearn submitty && pack github-actions && cp "$work/out" "$work/github.yml" &&
    (cd build && find autolab classroom50 prairielearn submitty -maxdepth 4 ! -path '*/image/kit/*' ! -type d |
        LC_ALL=C sort) >"$work/names" &&
    sed 's/^ *//' >"$work/wanted" <<'LIST' && cmp "$work/names" "$work/wanted" >"$work/out" 2>&1
    autolab/autograde-Makefile
    autolab/autograde.tar
    autolab/image/Dockerfile
    autolab/image/kit.sum
    autolab/image/setup.sh
    classroom50/autograder.py
    classroom50/runtime.json
    classroom50/sortlab.tar.gz
    prairielearn/image/Dockerfile
    prairielearn/image/kit.sum
    prairielearn/image/setup.sh
    prairielearn/questions/sortlab_01_serial_radix/info.json
    prairielearn/questions/sortlab_01_serial_radix/question.html
    prairielearn/questions/sortlab_01_serial_radix/tests/grade.sh
    prairielearn/questions/sortlab_01_serial_radix/tests/kit.sum
    prairielearn/questions/sortlab_01_serial_radix/tests/lab
    prairielearn/questions/sortlab_01_serial_radix/tests/run.sh
    prairielearn/questions/sortlab_01_serial_radix/tests/seconds
    submitty/config/config.json
    submitty/config/test_input/grade.sh
    submitty/config/test_input/kit.sum
    submitty/config/test_input/seconds
    submitty/config/test_input/submitty.sh
    submitty/image/Dockerfile
    submitty/image/kit.sum
    submitty/image/setup.sh
LIST
promise "the other packages have the files that results.md names" $?
[ "$(stat -c %s build/classroom50/sortlab.tar.gz)" -lt 10000000 ] && ! find build/classroom50 -name '*.yml' | grep .
promise "Classroom 50 fetches at most 10 MiB, and gets no workflow beside its own" $?
cp build/submitty/config/config.json "$work/config.submitty_config"
cp build/prairielearn/questions/*/info.json "$work/info.prairielearn_info"
cp build/classroom50/runtime.json "$work/runtime.classroom50_runtime"
{ for file in "$work/config.submitty_config" "$work/info.prairielearn_info" "$work/runtime.classroom50_runtime"; do
    valid "$file"; done; } >"$work/out" 2>&1
promise "their settings are what these systems take" $?
sed 's/"External"/"external"/' "$work/info.prairielearn_info" >"$work/bad.prairielearn_info"
sed 's/custom_validator/custom/' "$work/config.submitty_config" >"$work/bad.submitty_config"
sed 's/"apt"/"deb"/' "$work/runtime.classroom50_runtime" >"$work/bad.classroom50_runtime"
for file in "$work"/bad.*; do ! valid "$file" >/dev/null 2>&1 || echo "$file"; done >"$work/out"
[ ! -s "$work/out" ]
promise "and a wrong word in them is found" $?
[ ! "$node" ] || {
    node -e '
        const fs = require("fs"), yaml = require("js-yaml");
        const flow = yaml.load(fs.readFileSync(process.argv[1], "utf8"));
        const steps = Object.values(flow.jobs).flatMap(job => job.steps);
        if (!flow.on || !steps.length || !steps.every(step => step.run || step.uses)) throw new Error("no steps");
        for (const step of steps) if (step.run) require("child_process").execSync("sh -n", {
            input: step.run.replace(/\$\{\{.*?\}\}/g, "x") });' "$work/github.yml" >"$work/out" 2>&1
    promise "the workflow for GitHub is YAML, and its steps are scripts" $?
}
refused() { # WORDS ARGUMENTS: in one sentence, and what was packed before stays
    words=$1 && shift
    ! $make LABS=01 "$@" >"$work/out" 2>&1 && grep -qF -- "$words" "$work/out" &&
        [ "$(grep -vc '\*\*\*' "$work/out")" = 1 ] || echo "$*"
}
printf '%s\n' 'labs:' '  - lab: 01' "secret: $token" 'hidden:' '  - {lab: 01, stages: [2, 6]}' >"$work/rubric.yaml"
{
    refused 'MINUTES is' gradescope MINUTES=x
    refused 'MINUTES is' gradescope MINUTES=0
    refused 'there are no labs' autolab LABS=77
    refused 'at most 10' prairielearn $image MINUTES=11
    refused 'IMAGE is not set' submitty
    refused 'no name of an image' prairielearn 'IMAGE=a"b'
    refused 'no lab of LABS' submitty $image LABS=03 "RUBRIC=$work/rubric.yaml"
    refused 'publishes its graders where students read them' classroom50 "RUBRIC=$work/rubric.yaml"
    ls build/classroom50/sortlab.tar.gz build/submitty/config/config.json >/dev/null
} >"$work/taken"
[ ! -s "$work/taken" ]
promise "a knob that cannot be, and a secret for Classroom 50, are refused in one sentence" $?

# ---- they grade ----

# The grader of this copy stands for the one that setup.sh builds: it has the same sum.
mv labs "$work/all" && mkdir labs && cp -r "$work/all/01_serial_radix" labs && $make grade-program >"$work/out" 2>&1
cp "$source/kit.sum" .
chmod -R go+rX .
export SORTLAB=$PWD
# Systems that grade as a user of their own do so here, where root can become one.
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid=60991 --regid=60991 --clear-groups env HOME=/nonexistent'
mine() { [ ! "$as" ] || chown -R 60991:60991 "$1"; }

hand_in() { # SED_SCRIPT: the reference solution, changed
    rm -rf "$work/handed" && mkdir -p "$work/handed"
    sed "$1" "$kit/solutions/01_serial_radix.c" >"$work/handed/serial_radix.c"
}
right() { hand_in ''; }
wrong() { hand_in '/^void radix_sort(/s/{$/{ return;/'; }
missing() { rm -rf "$work/handed" && mkdir "$work/handed"; }
# It looks for the terms where each system has them, and writes over each system's results.
places="$work/box/source/terms.json $work/autolab/autograde/terms.json $work/autolab/autograde.tar \
$work/job/tests/terms.json $work/tmp/test01/terms.json"
results="$work/box/results/results.json $work/autolab/autograde/work/result $work/job/results/results.json \
$work/tmp/test01/result.json $work/checkout/result.json"
hostile() {
    hand_in '/^void split_by_bit/s/{$/{ pry();/'
    {
        printf '#include <stdio.h>\n#include <stdlib.h>\nstatic void pry(void) {\n    static const char *const '\
'terms[] = {'
        printf '"%s", ' $places
        printf '0}, *const results[] = {'
        printf '"%s", ' $results
        cat <<'C'
0};
    for (int i = 0; terms[i]; i++)
        if (fopen(terms[i], "r")) abort();
    for (int i = 0; results[i]; i++) {
        FILE *file = fopen(results[i], "w");
        if (file) fputs("FORGED", file), fclose(file);
    }
}
C
        cat "$work/handed/serial_radix.c"
    } >"$work/pry.c" && mv "$work/pry.c" "$work/handed/serial_radix.c"
}

# Each system: its folders as it makes them, and its own command; what it reads afterwards goes to $work/result.FORMAT.
gradescope() {
    rm -rf "$work/box" && mkdir -p "$work/box/source" "$work/box/submission" &&
        unzip -q "$work/packed/gradescope.zip" -d "$work/box/source" &&
        cp -r "$work/handed" "$work/box/submission" &&
            AUTOGRADER=$work/box "$work/box/source/run_autograder" >"$work/out" 2>&1
    cp "$work/box/results/results.json" "$work/result.gradescope"
}
autolab() { # the job's folder is its user's; make, and the last two lines
    rm -rf "$work/autolab" && mkdir "$work/autolab" && cp "$work/packed/autolab/autograde.tar" "$work/autolab" &&
        cp "$work/packed/autolab/autograde-Makefile" "$work/autolab/Makefile" &&
        tar -C "$work/handed" -cf "$work/autolab/handin.tar" . && mine "$work/autolab" && (cd "$work/autolab" &&
            $as make -s) >"$work/printed" 2>&1
    cp "$work/printed" "$work/out"
    tail -n 2 "$work/printed" >"$work/result.autolab"
}
classroom50() { # the assignment's folder from a tar, and the checkout
    rm -rf "$work/runtime" "$work/checkout" && mkdir -p "$work/runtime/sort" && cp -r "$work/handed" "$work/checkout" &&
        cp "$work/packed/classroom50"/* "$work/runtime/sort" &&
        mine "$work/runtime" && mine "$work/checkout" && (cd "$work/checkout" &&
            $as python3 "$work/runtime/sort/autograder.py") >"$work/out" 2>&1
    code=$?
    cp "$work/checkout/result.json" "$work/result.classroom50" 2>>"$work/out" && [ $code = 0 ]
}
prairielearn() { # /grade, as root
    rm -rf "$work/job" && mkdir -p "$work/job/data" "$work/job/serverFilesCourse" &&
        cp -r "$work/packed/prairielearn/questions/sortlab_01_serial_radix/tests" "$work/job" &&
        cp -r "$work/handed" "$work/job/student" && chmod +x "$work/job/tests/run.sh" &&
            "$work/job/tests/run.sh" >"$work/out" 2>&1
    code=$?
    cp "$work/job/results/results.json" "$work/result.prairielearn" && [ $code = 0 ]
}
submitty() { # sources and test_input in one folder; both commands of config.json
    rm -rf "$work/tmp" && mkdir -p "$work/tmp/test01" && for file in "$work"/handed/*.c*; do [ ! -f "$file" ] ||
        cp "$file" "$work/tmp/test01"; done &&
        cp "$work/packed/submitty/config/test_input"/* "$work/tmp/test01" && mine "$work/tmp" &&
        command=$(sed -n 's/.*"command": "\(\/bin.*\)",/\1/p' "$work/packed/submitty/config/config.json") &&
            (cd "$work/tmp/test01" && $as $command) >"$work/out" 2>&1 && [ ! -s "$work/out" ] &&
            cp "$work/tmp/test01/grader.log" "$work/out" &&
        command=$(sed -n 's/.*"command": "\(cat [^"]*\)".*/\1/p' "$work/packed/submitty/config/config.json") &&
            (cd "$work/tmp" && $command) >"$work/result.submitty" 2>>"$work/out"
}
came_to() { # SYSTEM POINTS
    case $1 in
    gradescope) grep -q "\"output\": \"$2 of 100 points" "$work/result.gradescope" ;;
    autolab) tail -n 1 "$work/printed" | grep -qx "{\"scores\": {\"01_serial_radix\": $2}}" ;;
    classroom50) grep -q "\"score\": $2," "$work/result.classroom50" ;;
    prairielearn | submitty) grep -q "\"message\": \"$2 of 100 points" "$work/result.$1" ;;
    esac
}

packed() { # RUBRIC
    rm -rf "$work/packed" && mkdir "$work/packed" && pack gradescope autolab prairielearn submitty ${1:+"RUBRIC=$1"} &&
        pack classroom50 &&
        cp -r build/gradescope.zip build/autolab build/classroom50 build/prairielearn build/submitty "$work/packed"
}
packing=$PWD
cd "$kit" || exit 2
mkdir "$work/packs" && git ls-files -coz --exclude-standard | xargs -0 cp -p --parents -t "$work/packs" 2>/dev/null
cd "$work/packs" && mkdir -p build/cpu && cp -p "$kit/build/cpu/rubric" build/cpu &&
    cp -rp "$kit/build/cpu/common" "$kit/build/cpu/grader" build/cpu 2>/dev/null
packed "$work/rubric.yaml"
promise "with RUBRIC= they are packed too" $?
cp "$source/kit.sum" "$packing" && cmp "$work/packed/autolab/image/kit.sum" "$packing/kit.sum" >"$work/out"
promise "a kit has the same sum in all of them" $?
cd "$packing" || exit 2
needs sandbox "a sandbox holds what they grade" || exit $failed
for system in gradescope autolab classroom50 prairielearn submitty; do
    for kind in right wrong missing hostile; do
        case $kind in right | hostile) points=100 ;; wrong) points=75 ;; missing) points=0 ;; esac
        $kind && $system && valid "$work/result.$system" >>"$work/out" 2>&1 && came_to $system $points ||
            { [ $system$kind = prairielearnmissing ] && grep -q '"gradable": false' "$work/result.$system"; } ||
            echo "$kind: no $points"
        grep -l 'FORGED\|TOKEN' "$work/result.$system"
        [ $system = classroom50 ] || [ "$(grep -c 'This stage is hidden' "$work/result.$system")" != 0 ] ||
            echo "$kind: nothing is hidden"
        ! grep -q 'not sorted' "$work/result.$system" || [ $system = classroom50 ] ||
            echo "$kind: a hidden stage tells how it fails"
    done >"$work/faults"
    [ ! -s "$work/faults" ] || cat "$work/faults" >>"$work/out"
    promise "$system: right, wrong, missing and hostile get their points, and nobody reads the terms or writes the \
result" "$([ ! -s "$work/faults" ]; echo $?)"
done
[ "$(stat -c %a "$work/box/source" "$work/box/results" "$work/job/tests" "$work/autolab/autograde" | xargs)" = \
    '750 750 750 750' ]
promise "other users look into none of these folders" $?

# The same code without a sandbox: it has to lose, or the promises above say nothing.
unheld() { ! build/cpu/grade --folder "$work/unheld" --submission "$work/bare" --lab 01 --stage 1 --sandbox none \
    >"$work/out" 2>&1; }
hostile && gradescope && mkdir "$work/bare" "$work/unheld" &&
    cp "$work/handed/serial_radix.c" "$work/bare/01_serial_radix.c" &&
    unheld && grep -q crash "$work/out" && rm -f $places && { unheld || :; } &&
        grep -q FORGED "$work/checkout/result.json"
promise "without a sandbox the same code reads the secret and writes over a result" $?

# ---- what can go wrong there ----

right
mv build/cpu/grade "$work/grade"
gradescope && grep -q 'it did not start' "$work/result.gradescope" && prairielearn &&
    grep -q 'it did not start' "$work/result.prairielearn" &&
    submitty && grep -q 'it did not start' "$work/result.submitty" && ! classroom50 && autolab &&
        grep -q 'did not finish' "$work/printed" &&
    for system in gradescope prairielearn submitty; do valid "$work/result.$system"; done >"$work/out" 2>&1
promise "a grader that is not there leaves a file that says so, and Classroom 50 an error" $?
mv "$work/grade" build/cpu/grade
echo other >kit.sum
prairielearn && grep -q 'the image does not hold the kit of this package' "$work/out" &&
    grep -q 'it did not start' "$work/result.prairielearn"
promise "an image with another kit grades nothing, and says what to do" $?
autolab_early() { head -n 2 "$work/printed" >"$work/early.autolab" && valid "$work/early.autolab" &&
    grep -q 'did not finish' "$work/early.autolab"; }
wrong && mkdir "$work/own" && rm -rf "$work/autolab" && mkdir "$work/autolab" &&
    cp "$work/packed/autolab/autograde.tar" "$work/autolab" &&
    cp "$work/packed/autolab/autograde-Makefile" "$work/autolab/Makefile" &&
    cp "$work/handed/serial_radix.c" "$work/autolab/handin.c" && cd "$work/autolab" && tar -xf autograde.tar &&
        cp -rp "$packing/build" autograde/kit && make -s >"$work/printed" 2>&1
cd "$packing" || exit 2
came_to autolab 75 && autolab_early >"$work/out" 2>&1
promise "Autolab without the image builds the kit itself; its first lines stand for a grader that is killed" $?
exit $failed
