#!/bin/sh
# Files for other systems are valid for them, whatever a submission holds and whenever the grader dies.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
schemas=grader/grade/report/schemas
json="gradescope autolab classroom50 github prairielearn submitty"
export NODE_PATH=/usr/share/nodejs
export CLASSROOM=gpu ASSIGNMENT=sort OWNER=ada ASSIGNMENT_TYPE=individual SUBMISSION_TAG=submit/1 \
    COMMIT_URL=https://example.org/c RELEASE_URL=https://example.org/r REVIEW_URL=https://example.org/p
node=$(node -e 'require("ajv")' 2>/dev/null && echo yes)
xml=$(command -v xmllint)

# What its system takes: the kit's own validator looks at JSON, and so does ajv; xmllint looks at XML.
are_valid() { # FILE...
    for file; do
        case $file in
        *.autolab) ;; # two values, which takes ajv
        *.junit) [ ! "$xml" ] || xmllint --noout --relaxng $schemas/junit.rng "$file" 2>"$work/xml" ||
            { cat "$work/xml"; return 1; } ;;
        *) build/cpu/tests/valid "$schemas/${file##*.}.json" "$file" || return ;;
        esac
    done
    # shellcheck disable=SC2046
    [ ! "$node" ] || node grader/tests/report/schema.cjs $schemas $(printf '%s\n' "$@" | grep -v 'junit$')
}
skip() { echo "skip - $1 ($2 is not there; type sh common/build/deps.sh formats)"; }
[ "$node" ] || skip "ajv holds the JSON files against their schemas" "node-ajv"
[ "$xml" ] || skip "xmllint holds JUnit's XML against its schema" "xmllint"

# ---- results that no honest submission has ----

mkdir "$work/samples"
build/cpu/tests/samples "$work/samples" && mkdir "$work/results" && mv "$work/samples"/*.result "$work/results" &&
    are_valid "$work/samples"/* >"$work/out" 2>&1
promise "all formats are valid, with control bytes, no UTF-8, markup and 150 stages" $?
! grep -l SECRET "$work/samples"/* >"$work/out" && grep -q SECRET "$work/results/few.result"
promise "of a hidden stage no word is told" $?
for file in "$work/samples"/cut.* "$work/samples"/nothing.*; do
    grep -q 'did not finish' "$file" || echo "$file"
done >"$work/out"
[ ! -s "$work/out" ] && ! grep -l 'did not finish' "$work/samples"/few.* >"$work/out"
promise "a run that did not finish is told in all of them, and only that" $?
grep -q '"gradable": false' "$work/samples/compile.prairielearn" &&
    grep -q '"gradable": false' "$work/samples/broken.prairielearn" &&
    grep -q '"gradable": true' "$work/samples/right.prairielearn"
promise "what does not compile, and the grader's own fault, cost no attempt" $?

# ---- every check can fail ----

damage() { # SAMPLE SED_SCRIPT: the damaged file is refused, and the whole one is not
    sed "$2" "$work/samples/$1" >"$work/damaged.${1#*.}"
    { ! cmp -s "$work/damaged.${1#*.}" "$work/samples/$1" && ! are_valid "$work/damaged.${1#*.}" >/dev/null 2>&1; } ||
        echo "$1 with $2 is taken"
}
{
    damage few.gradescope '0,/"score": [0-9]*/s//"score": "7"/'
    damage few.github '0,/"status": "fail"/s//"status": "maybe"/'
    damage few.classroom50 '2i "extra": 1,'
    damage few.prairielearn '/"score"/d'
    damage few.submitty 's/"success"/"maybe"/'
    damage few.submitty '/"score"/d'
    [ ! "$xml" ] || damage few.junit '0,/<failure/s//<oops/'
    [ ! "$xml" ] || damage few.junit '$d'
    if [ "$node" ]; then
        damage few.autolab 's/;/:/'
        damage few.autolab '$s/scores/score/'
        damage few.classroom50 's/"submit/"sub/'
        damage few.classroom50 's/"test-name": .*/"test-name": "all the same",/'
        damage few.prairielearn '/"score"/s/[0-9][0-9.]*/1.5/'
        damage few.submitty '/"score"/s/[0-9][0-9.]*/1.5/'
        damage few.submitty '0,/"message": ".*"/s//"message": ""/'
        damage compile.prairielearn '/"format_errors"/s/format_errors/errors/'
        damage many.gradescope 's/"tags"/"tag"/'
    fi
} >"$work/out"
[ ! -s "$work/out" ]
promise "each check refuses a damaged file" $?

# ---- the grader, killed ----

flags() { # FOLDER
    mkdir -p "$1"
    for format in junit $json; do echo "--format $format=$1/r.$format"; done
}
grade() { # FOLDER ARGUMENTS: in a subshell
    folder=$1
    shift
    # shellcheck disable=SC2046
    exec build/cpu/grade --folder "$work/build" --repeat-by "make check" --lab 01 $(flags "$folder") "$@"
}
# What a killed grader leaves behind lies here.
mkdir "$work/build" "$work/other" "$work/sub"
in_floats='/^void encode_floats/s/{$/{'
submission() { sed "$1" solutions/01_serial_radix.c >"$work/sub/01_serial_radix.c"; }

# Stage 4 never ends: the grader is killed there, when it has said so.
submission "$in_floats for (volatile int i = 0;; i = 0) {}/"
grade "$work/killed" --submission "$work/sub" >"$work/out" 2>&1 &
grader=$!
waited=0
until [ "$(grep -ls 'came to 3 of 6' "$work/killed"/r.* | wc -l)" = 7 ] || [ $waited = 6000 ]; do
    sleep 0.05
    waited=$((waited + 1))
done
kill -9 $grader
wait $grader 2>/dev/null
are_valid "$work/killed"/r.* >"$work/out" 2>&1 &&
    [ "$(grep -l 'came to 3 of 6 stages' "$work/killed"/r.* | wc -l)" = 7 ] &&
    grep -q '"score": 53' "$work/killed/r.gradescope"
promise "kill -9 in stage 4 leaves valid files that know three stages and that it is not the end" $?

# Whenever it comes, from before the first stage to after the last one.
submission "$in_floats return;/"
for moment in 005 01 02 03 04 06 08 10 12 14 17 20; do
    grade "$work/killed-at-$moment" --submission "$work/sub" >/dev/null 2>&1 &
    sleep 0.$moment
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
find "$work"/killed-at-* -name 'r.[a-z]*' ! -name 'r.*.*' -exec ls {} + >"$work/written"
# shellcheck disable=SC2046
are_valid $(cat "$work/written") >"$work/out" 2>&1 && grep -qr 'came to [0-5] of' "$work"/killed-at-*
promise "kill -9 at any moment leaves valid files" $?

# ---- the grader, alive ----

(grade "$work/first" --submission "$work/sub" --result "$work/r.json") >"$work/log" 2>&1
[ $? = 1 ] && are_valid "$work/first"/r.* >"$work/out" 2>&1 && grep -q '"points": 88' "$work/r.json" &&
    for file in "$work/first"/r.*; do
        grep -qE '"score": (88|0\.88)|"01_serial_radix": 88\}|88 of 100 points|failures="1" errors="0"' "$file" ||
            echo "$file"
    done >"$work/out" && [ ! -s "$work/out" ]
promise "when it is finished all of them have the same points" $?
(grade "$work/second" --submission "$work/sub") >"$work/log" 2>&1
sed -i '/"datetime"/d' "$work/first/r.classroom50" "$work/second/r.classroom50"
diff -r "$work/first" "$work/second" >"$work/out"
promise "grading twice gives the same bytes" $?

(grade "$work/absent" --submission "$work/nobody") >"$work/log" 2>&1
[ $? = 2 ] && are_valid "$work/absent"/r.* >"$work/out" 2>&1 &&
    [ "$(grep -l 'did not finish' "$work/absent"/r.* | wc -l)" = 7 ]
promise "what cannot be graded at all leaves valid files too" $?

mkdir "$work/flat" &&
    printf '#error "\377\376 \033[31m]]> word: \342\200\256 \300\200"\n' >"$work/flat/01_serial_radix.c"
(grade "$work/odd" --submission "$work/flat" --result "$work/odd/r.result") >"$work/log" 2>&1
are_valid "$work/odd"/r.[!r]* >"$work/out" 2>&1 && grep -q '"verdict": "CE"' "$work/odd/r.result" &&
    grep -q 'does not compile' "$work/odd/r.autolab"
promise "a compiler's message of any bytes breaks none" $?

# ---- what is refused ----

refused() { # TEXT ARGUMENTS: exit code 2 and one line, and nothing was built
    text=$1
    shift
    build/cpu/grade --folder "$work/other" --submission "$work/flat" --lab 01 "$@" >"$work/out" 2>&1
    [ $? = 2 ] && grep -qF -- "$text" "$work/out" && [ "$(wc -l <"$work/out")" = 1 ]
}
refused 'junit gradescope autolab classroom50 prairielearn github submitty' --format canvas=x &&
    refused NAME=PATH --format junit &&
    refused NAME=PATH --format junit=
promise "a format that does not exist is refused, with those there are" $?
refused 'cannot be written' --format "junit=$work/nowhere/r.xml" && ! ls "$work"/other/work-* >/dev/null 2>&1
promise "a file that cannot be written is refused before anything is built" $?
(unset OWNER && refused 'has no OWNER' --format "classroom50=$work/r") && (SUBMISSION_TAG=v1 &&
    refused 'submit/' --format "classroom50=$work/r")
promise "what Classroom 50 has to say and does not is named" $?
exit $failed
