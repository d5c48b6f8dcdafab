#!/bin/sh
# Grading by terms: what counts, what of a hidden stage is told and to whom, and what is flagged for a person.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "grading by the terms of a rubric" || exit 0
make -s --no-print-directory rubric-program grade-program >"$work/out" 2>&1
promise "the grader and the rubric's program build" $?
grade="build/cpu/grade --folder build/cpu"
! $grade --help | grep -q -- --sandbox || grade="$grade --sandbox none"
token=planted-token-0123456789
terms() { printf "$1" >"$work/rubric.yaml" && build/cpu/rubric --terms "$work/terms" "$work/rubric.yaml"; } # YAML

# The reference solution of lab 01, changed by a sed script.
submission() { rm -rf "$work/sub" && mkdir "$work/sub" &&
    sed "$1" solutions/01_serial_radix.c >"$work/sub/01_serial_radix.c"; }
in_split='/^void split_by_bit/s/{$/{'
run() { # NAME ARGUMENTS: by the terms, into NAME.json, NAME.out, NAME.all and NAME.scope
    name=$1
    shift
    : >"$work/out"
    $grade --submission "$work/sub" --lab 01 --terms "$work/terms" --result "$work/$name.json" \
        --instructor "$work/$name.all" --format "gradescope=$work/$name.scope" "$@" >"$work/$name.out" 2>&1
    code=$?
}
has() { grep -qF -- "$2" "$work/$1"; } # FILE TEXT
field() { sed -n "s/^ *\"$2\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$work/$1"; } # FILE KEY

# What today's graders give, and what the terms say in its place.
submission 's/next\[1\] += /next[0] += /'
build/cpu/rubric --terms "$work/terms"
run plain
$grade --submission "$work/sub" --lab 01 --result "$work/none.json" >"$work/none.out" 2>&1
cmp "$work/plain.json" "$work/none.json" >"$work/out" 2>&1 && cmp "$work/plain.out" "$work/none.out" >>"$work/out" 2>&1
promise "by the default rubric grades are what they are without one, byte for byte" $?
terms 'labs:\n  - {lab: 1, points: [1, 2, 3, 4, 5, 6]}\n'
run few
has few.json '"max_points": 21' && has few.out 'of 21 points' && has few.json '"points": 4' && [ $code = 1 ]
promise "points are the rubric's" $?
$grade --submission solutions --lab 03 --terms "$work/terms" >"$work/out" 2>&1
[ $? = 2 ] && has out "there is no lab '03'" && has out 'The policy says which labs count'
promise "a lab that does not count is none" $?
echo '{"version": 1}' >"$work/odd"
$grade --submission solutions --terms "$work/odd" >"$work/out" 2>&1
[ $? = 2 ] && has out "$work/odd is no policy:" && [ "$(wc -l <"$work/out")" = 1 ]
promise "terms that are none are refused in one sentence" $?

# A hidden stage: all that a wrong submission prints, does and gets stays away from its author.
terms "secret: $token\nlabs: [{lab: 1}]\nhidden: [{lab: 1, stages: [1]}]\n"
save="int fd = open(\"$work/sealed\", 65, 0600); lseek(3, 0, 0); char b[65536]; long got; while ((got = read(3, b, \
65536)) > 0) got = write(fd, b, got); fd = open(\"$work/environ\", 65, 0600); for (char **e = environ; *e; \
e++) got = write(fd, *e, strlen(*e));"
headers='1i #include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>'
submission "/^void split_by_bit/s|{\$|{ printf(\"STUDENT-WORDS %u\\\\n\", n ? *in : 0); fflush(stdout); \
$save if (n > 6) { fprintf(stderr, \"STUDENT-WORDS\"); out[0] = 7; return; }|; $headers"
run wrong --stage 1
[ "$code" = 1 ] && has wrong.json '"hidden": true' && has wrong.json '"message": ""' && has wrong.json '"repeat": ""' &&
    has wrong.json '"verdict": "FAIL"' && has wrong.json '"class": ""' && has wrong.out 'fails'
promise "of a hidden stage that fails a result says that, and no more" $?
seeds=$(sed -n 's/^ *"seed": \([0-9]*\)$/\1/p' "$work/wrong.all")
[ "$(echo "$seeds" | wc -l)" -ge 10 ] && has wrong.all index &&
    [ "$(stat -c %a "$work/wrong.all")" = 600 ]
promise "the instructor's file has seeds and messages, for its owner's eyes" $?
{
    for hushed in $seeds "$token" STUDENT-WORDS SEED= CASE= 'again:' 'index '; do
        grep -lF -- "$hushed" "$work/wrong.json" "$work/wrong.out" "$work/wrong.scope" && echo "shows $hushed"
    done
    grep -l "$token" "$work/sealed" "$work/environ" "$work/wrong.all"
    [ -s "$work/sealed" ] && [ -s "$work/environ" ] || echo "the child saved nothing"
    od -An -v -tu8 "$work/sealed" | tr -s ' ' '\n' | grep -xF "$seeds"
} >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "no seed, secret, input or word of the student's is in what students see, and no seed in the child" $?

cp "$work/sealed" "$work/inputs"
again=$(field wrong.all repeat | sed -n 's/^.*\(CASE=.*\) ORDER.*$/\1/p; t; s/^.*\(CASE=.*\)$/\1/p')
# shellcheck disable=SC2046,SC2086
set -- $(echo $again | sed 's/CASE=/--case /; s/N=/--n /; s/SEED=/--seed /')
$grade --submission "$work/sub" --lab 01 --stage 1 "$@" >"$work/out" 2>&1
[ $# = 6 ] && grep -qF "$(field wrong.all message | head -c 60)" "$work/out"
promise "the instructor sees it again by CASE=, N= and SEED=" $?

rm -f "$work/sealed"
run repeated --stage 1
cmp "$work/sealed" "$work/inputs" >"$work/out" 2>&1
same=$?
echo '// a word more' >>"$work/sub/01_serial_radix.c"
rm -f "$work/sealed"
run changed --stage 1
[ $same = 0 ] && [ -s "$work/sealed" ] && ! cmp -s "$work/sealed" "$work/inputs"
promise "the same file gets the same inputs again, and one that differs by a comment gets others" $?

# A program can choose how it fails, by what it has read: that must not show.
cp "$work/wrong.json" "$work/first.json"
for how in 'abort();' 'exit(0);' 'if (n > 6) out[0]++, out[n] = 1;' \
    'if (n > 6) for (;;) puts("aaaaaaaaaaaaaaaaaaaaaaaaaa");'; do
    submission "$in_split $how/; $headers"
    run other --stage 1
    cmp "$work/other.json" "$work/first.json" || echo "$how"
done >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "wrong, crashed, left, stray and flooding look all the same in a hidden stage" $?

submission ''
run one --stage 1
has one.json '"hidden": true' && has one.json '"points": 20'
promise "a right submission passes hidden stages" $?
run two --stage 1
cmp "$work/one.all" "$work/two.all" >"$work/out" 2>&1 && cmp "$work/one.json" "$work/two.json" >>"$work/out" 2>&1
promise "the same submission gets the same bytes twice" $?

# What a person should look at.
flagged() { # NAME WORDS: by its own file
    has "$1.json" '"verdict": "CHEAT?"' && has "$1.json" "$2" && has "$1.json" '"points": 20' &&
        ! grep -qi 'cheat\|looked' "$work/$1.scope"
}
terms 'labs: [{lab: 1}]\n'
submission '/^void split_by_bit/i #include <unistd.h>\nint (*volatile by)(const char *, char *const *) = execvp;'
run starts --stage 1
flagged starts 'work instead: execvp"'
promise "who has execvp in it is flagged for a person, keeps the points, and is not told" $?
submission "$in_split static int once; if (!once++) puts(\"Run Summary:  Type  Total  Ran Passed\");/; \
1i #include <stdio.h>"
run prints --stage 1
flagged prints "a grader's words: Run Summary:"
promise "and so is who prints in the grader's name" $?
submission "$in_split char end[40] = \"(end)\"; if (write(4, end, 40) < 0) return;/; 1i #include <unistd.h>"
run forges --stage 1
has forges.json '"suspicion": "it writes to where the judge reads'
promise "and who writes to where the judge reads" $?
terms 'labs: [{lab: 1}]\ncheat: zero\n'
submission '/^void split_by_bit/i #include <unistd.h>\nint (*volatile by)(void) = fork;'
run zero --stage 1
has zero.json '"verdict": "CHEAT?"' && has zero.json '"points": 0' && [ "$code" = 1 ]
promise "with cheat: zero there are no points until somebody has looked" $?

submission ''
head -c 1100000 /dev/zero | tr '\0' ' ' >>"$work/sub/01_serial_radix.c"
run long --stage 1
has long.json '"verdict": "REJ"' && has long.json 'longer than 1 MiB'
promise "a file that is too long is refused" $?
exit $failed
