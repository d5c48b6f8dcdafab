#!/bin/sh
# Packs the kit for another system, without any answer: what it does there is grade.
#     TERMS=terms.json MINUTES=10 IMAGE=you/sortlab sh grader/grade/report/package/package.sh SYSTEM LABS
# SYSTEM: gradescope, autolab, classroom50, prairielearn or submitty. The terms hold the secret. They go where
# students cannot read, never into an image, and not at all to Classroom 50, which publishes what it gets.
set -u
. common/build/kit_files.sh
system=$1 parts=grader/grade/report/package out=build/$1
refuse() {
    echo "make: $*" >&2
    exit 2
}
fail() { refuse "the package for $system cannot be written"; }
choose_labs "$2"
case ${MINUTES:=10} in '' | *[!0-9]* | 0*) refuse \
    "MINUTES is '$MINUTES'. It takes a number, the minutes that $system gives a submission" ;; esac
case $system in prairielearn | submitty)
    [ "${IMAGE:-}" ] ||
        refuse "IMAGE is not set. It takes the name under which you publish the image, such as IMAGE=you/sortlab:1"
    case $IMAGE in *[!A-Za-z0-9._:/@-]*) refuse \
        "IMAGE is '$IMAGE', which is no name of an image. It takes one such as you/sortlab:1" ;; esac
    ;;
esac
case $system in prairielearn | submitty) [ "$MINUTES" -le 10 ] ||
    refuse "MINUTES is '$MINUTES'; $system gives a submission at most 10" ;; esac
if [ "$system" = classroom50 ] && [ "${TERMS:-}" ] && grep -qE '"hidden": true|"secret": "[^"]' "$TERMS"; then
    refuse "the rubric has a secret or hidden stages, and Classroom 50 publishes its graders where students" \
        "read them. Take both out of RUBRIC, or use another system"
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir -p build

# The kit and its sum, by which a grader knows that an image holds the same.
put_kit "$work/kit" && (cd "$work/kit" && find . -type f | LC_ALL=C sort | xargs -d '\n' sha256sum) >"$work/kit.sums" &&
    sha256sum <"$work/kit.sums" >"$work/kit.sum" || fail
# What a submission is graded with, and the terms.
graders_of() { # FOLDER
    mkdir -p "$1" && cp $parts/grade.sh "$work/kit.sum" "$1" && echo $((MINUTES * 60 - 30)) >"$1/seconds" &&
        { [ -z "${TERMS:-}" ] || cp "$TERMS" "$1/terms.json"; }
}
image() { # a folder for docker build
    mkdir -p $out/image && cp -r "$work/kit" "$work/kit.sum" $parts/setup.sh $parts/Dockerfile $out/image
}
# A lab and its points a line: the rubric's, or 100.
points_of_labs() {
    if [ "${TERMS:-}" ]; then
        awk -F'[:,]' '/"lab":/ { gsub(/[ "]/, "", $2); lab = $2 } /"weight":/ { gsub(/[ "]/, "", $2); weight = $2 }
            /"points":/ { sum[lab] += weight * $2 } END { for (lab in sum) print lab, int(sum[lab] + 0.5) }' \
                "$TERMS" | LC_ALL=C sort
    else
        printf '%s 100\n' $labs
    fi | awk -v labs=" $(echo $labs) " 'index(labs, " " $1 " ")'
}
[ "$(points_of_labs)" ] || refuse "no lab of LABS='$2' counts in the rubric. Choose one that it names"

question() { # LAB
    lab=$1 file=$(cd solutions && ls "$1".*) folder=$out/questions/sortlab_$1
    graders_of "$folder/tests" && echo "$lab" >"$folder/tests/lab" &&
        cp $parts/prairielearn.sh "$folder/tests/run.sh" || return
    uuid=$(echo "sortlab $lab" | sha256sum | sed -E 's/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/\1-\2-\3-\4-\5/')
    cat >"$folder/info.json" <<JSON
{
  "uuid": "$uuid",
  "type": "v3",
  "title": "Sortlab $(echo "$lab" | tr _ ' ')",
  "topic": "GPU programming",
  "gradingMethod": "External",
  "singleVariant": true,
  "externalGradingOptions": {
    "image": "$IMAGE",
    "entrypoint": "/grade/tests/run.sh",
    "timeout": $((MINUTES * 60))
  }
}
JSON
    cat >"$folder/question.html" <<HTML
<pl-question-panel>
  <p>Upload your <code>${file#*_}</code> of lab ${lab%%_*}.</p>
  <pl-file-upload file-names="${file#*_}"></pl-file-upload>
</pl-question-panel>
<pl-submission-panel>
  <pl-external-grader-results></pl-external-grader-results>
  <pl-file-preview></pl-file-preview>
</pl-submission-panel>
HTML
}

# Submitty counts its tests from 01. Of its own limits only the one of time comes before the grader's: it allows no
# files larger than these, and takes an RSS without a bound for none at all.
config() {
    cat <<JSON
{
  "autograding_method": "docker",
  "container_options": {"container_image": "$IMAGE"},
  "autograding": {"submission_to_runner": ["**/*.cu", "**/*.c"], "work_to_details": ["test*/grader.log"]},
  "max_submission_size": 8000000,
  "resource_limits": {
    "RLIMIT_CPU": $((MINUTES * 60)), "RLIMIT_NPROC": 4096, "RLIMIT_NOFILE": 4096, "RLIMIT_SIGPENDING": 4096,
    "RLIMIT_FSIZE": 200000000, "RLIMIT_RSS": 2000000000, "RLIMIT_DATA": "RLIM_INFINITY",
    "RLIMIT_STACK": "RLIM_INFINITY", "RLIMIT_AS": "RLIM_INFINITY", "RLIMIT_MEMLOCK": "RLIM_INFINITY"
  },
  "allow_system_calls": [
$(sed 's/.*/    "&"/; $!s/$/,/' $parts/submitty.calls)
  ],
  "testcases": [
$(points_of_labs | awk '{
    printf "%s    {\"title\": \"%s\", \"points\": %d, \"command\": \"/bin/sh submitty.sh %s\",\n",
        (NR > 1 ? ",\n" : ""), $1, $2, $1
    printf "     \"validation\": [{\"method\": \"custom_validator\", \"command\": \"cat test%02d/result.json\",", NR
    printf " \"actual_file\": \"result.json\",\n                     \"deduction\": 1,"
    printf " \"show_message\": \"always\", \"show_actual\": \"never\"}]}" }')
  ]
}
JSON
}

rm -rf "$out"
case $system in
gradescope)
    graders_of "$work/$system" && cp -r "$work/kit" $parts/setup.sh $parts/run_autograder "$work/$system" &&
        chmod 755 "$work/$system/setup.sh" "$work/$system/run_autograder" || fail
    find "$work/$system" -exec touch -h -d "@$(kit_time)" {} +
    (cd "$work/$system" && find . -type f | cut -c3- | LC_ALL=C sort | TZ=UTC zip -q -X -@ "$work/zip.zip") || fail
    out=build/gradescope.zip
    mv "$work/zip.zip" $out || fail
    ;;
autolab)
    graders_of "$work/autograde" && cp -r "$work/kit" $parts/autolab.sh "$work/autograde" && image &&
        pack "$work" autograde $out/autograde.tar && cp $parts/autograde-Makefile $out || fail
    ;;
classroom50)
    graders_of "$work/sortlab" && cp -r "$work/kit" "$work/sortlab" && mkdir -p $out &&
        pack "$work" sortlab "$work/tar" &&
        gzip -9 -n <"$work/tar" >$out/sortlab.tar.gz && cp $parts/autograder.py $parts/runtime.json $out || fail
    ;;
prairielearn)
    image || fail
    for lab in $(points_of_labs | cut -d' ' -f1); do question "$lab" || fail; done
    ;;
submitty)
    image && graders_of $out/config/test_input && cp $parts/submitty.sh $out/config/test_input &&
        config >$out/config/config.json || fail
    ;;
esac
echo "$out: labs$(printf ' %s' $labs | sed 's/_[^ ]*//g'). What to do with it: docs/instructor/results.md"
