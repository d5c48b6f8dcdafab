#!/bin/sh
# The rubric: every key is explained, what is printed reads back, and what is wrong is said with its place.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "a rubric is read, and what is wrong in it is named" || exit 0
make -s --no-print-directory rubric-program >"$work/out" 2>&1
promise "the rubric's program builds" $?
rubric=build/cpu/rubric
secret=0123456789abcdef-planted

# What a key means stands above it, for the first of a list's entries.
$rubric | awk '
    /^ *#/ { said = 1; next }
    match($0, /^ *(- )?[a-z_]+:/) {
        key = substr($0, RSTART, RLENGTH); gsub(/[ :-]/, "", key)
        if (!said && !known[key]) { print key " is not explained"; wrong = 1 }
        known[key] = 1
    }
    { said = 0 }
    END { exit wrong }' >"$work/out"
promise "make rubric explains every key" $?

# A rubric with something in every key.
echo "$secret" >"$work/secret"
cat >"$work/full.yaml" <<'END'
assignment: "sort: \"it\" \\ all"
due: 2026-12-01T23:59:00+01:00
out_of: 100
drop_lowest: 1
cheat: zero
attempts: best
labs:
  - {lab: 04, weight: 0.25}
  - {lab: 03_atomic_merge, points: [1, 2, 3, 4, 5], total: 11, bonus_stages: [4], partial_stages: [1, 3]}
  - {lab: 5, bonus: true, due: "2026-12-08T23:59:00+01:00"}
hints: [1, 2, 3]
late: {grace_minutes: 10, free_days: 2, percent_a_day: 10, most_percent: 50, closes_days: 7}
limits: {seconds: 60, cpu_seconds: 5, memory_mb: 512, output_mb: 1}
secret_file: secret
hidden:
  - {lab: 3, stages: [2, 4], cases: [3]}
  - {lab: 4, stages: [5]}
executor: {use: slurm, jobs: 3, partition: gpu, minutes: 20, gpus: 1}
sandbox: rootless
END
same() { # RUBRIC: printed and read again, the terms are the same bytes
    $rubric --terms "$work/first" "$1" && $rubric "$1" >"$work/again.yaml" &&
        $rubric --terms "$work/second" "$work/again.yaml" && cmp "$work/first" "$work/second"
}
{ $rubric >"$work/default.yaml" && same "$work/default.yaml" &&
    $rubric --terms "$work/none" && cmp "$work/none" "$work/first"; } >"$work/out" 2>&1
promise "what is printed reads back to the same terms" $?
same "$work/full.yaml" >"$work/out" 2>&1 && grep -q '"drawn": \[$' "$work/first"
promise "so does a rubric with something in every key" $?
{ cat "$work/full.yaml" && echo 'partial: true'; } | sed 's/, partial_stages: .1, 3.//' >"$work/all.yaml" &&
    same "$work/all.yaml" >"$work/out" 2>&1 &&
    grep -q '^partial: true' "$work/again.yaml"
promise "and one with partial points for all that is not hidden" $?
$rubric --terms "$work/first" "$work/full.yaml"
[ "$(stat -c %a "$work/first")" = 600 ] && grep -q "$secret" "$work/first" &&
    ! $rubric "$work/full.yaml" | grep -q "$secret"
promise "terms hold the secret and are for their owner's eyes; what is printed holds none" $?
echo "secret: $secret" >"$work/inside.yaml"
! $rubric "$work/inside.yaml" | grep -q "$secret" && $rubric --with-secret "$work/inside.yaml" | grep -q "$secret"
promise "a secret inside of a rubric is printed only where that is asked for" $?

# WHERE | SENTENCE, the beginning of it | RUBRIC, as printf takes it; a line may go on behind |
cases() {
    sed -e ':more' -e '/|$/{' -e 'N;s/\n *//;b more' -e '}' <<'END'
1, column 1|there is no key 'pionts' here|pionts: 3\n
3, column 5|there is no key 'wieght' here|labs:\n  - lab: 03\n    wieght: 2\n
2, column 9|out_of is 'many'. It must be a whole number from 0 to 1000000|cheat: keep\nout_of: many\n
1, column 9|out_of is '010'. It must be a whole number|out_of: 010\n
1, column 9|out_of is '1.5'. It must be a whole number|out_of: 1.5\n
1, column 9|out_of is '-3'. It must be a whole number|out_of: -3\n
1, column 8|out_of is ''. It must be a whole number|out_of:\n
1, column 37|late/percent_a_day is '110'. It must be a whole number from 0 to 100|
    late: {free_days: 1, percent_a_day: 110}\n
1, column 23|late/grace_minutes is '1441'. It must be a whole number from 0 to 1440|late: {grace_minutes: 1441}\n
2, column 3|there is a percent_a_day, too. Keep one of them|late:\n  percent_an_hour: 1\n  percent_a_day: 10\n
3, column 16|late/closes_days is 2, and 3 days are free. It must be at least the number of free days|
    late:\n  free_days: 3\n  closes_days: 2\n
1, column 9|out_of has to be one value|out_of: [1]\n
1, column 7|labs has to be a list|labs: 3\n
1, column 7|late has to be keys with values|late: 10\n
1, column 7|no lab counts|labs: []\n
3, column 13|labs/1/weight is '1.505'. It must be a number from 0 to 1000, such as 2 or 1.25|
    labs:\n  - lab: 03\n    weight: 1.505\n
3, column 13|labs/1/weight is '1000.01'. It must be a number|labs:\n  - lab: 03\n    weight: 1000.01\n
3, column 13|labs/1/weight is '1e2'. It must be a number|labs:\n  - lab: 03\n    weight: 1e2\n
3, column 13|labs/1/weight is '.5'. It must be a number|labs:\n  - lab: 03\n    weight: .5\n
1, column 10|partial is '1'. It can be one of: false true|partial: 1\n
3, column 22|the lab 03_atomic_merge has no stage 7. It has 5|labs:\n  - lab: 03\n    partial_stages: [7]\n
5, column 24|stage 4 of 03_atomic_merge has partial points, which would show a hidden input. Take it|
    secret: 0123456789abcdef\nlabs:\n  - {lab: 3, partial_stages: [4]}\nhidden:\n  - {lab: 03, stages: [4]}\n
3, column 10|labs/1/due is 'Friday'. Write it as 2026-12-01T23:59:00Z|labs:\n  - lab: 03\n    due: Friday\n
4, column 10|labs/1/due is '2026-08-31T23:59:00Z', and the course begins only then or later|
    begins: 2026-09-01T00:00:00Z\nlabs:\n  - lab: 03\n    due: 2026-08-31T23:59:00Z\n
3, column 12|labs/1/bonus is 'maybe'. It can be one of: false true|labs:\n  - lab: 03\n    bonus: maybe\n
3, column 20|the lab 03_atomic_merge has no stage 6. It has 5|labs:\n  - lab: 03\n    bonus_stages: [6]\n
3, column 23|stage 5 stands here a second time|labs:\n  - lab: 03\n    bonus_stages: [5, 5]\n
3, column 5|all stages of 03_atomic_merge are bonus. Write bonus: true for the lab|
    labs:\n  - lab: 03\n    bonus_stages: [1, 2, 3, 4, 5]\n
1, column 7|all labs are bonus. One has to count|labs: [{lab: 3, bonus: true}]\n
1, column 14|drop_lowest is 1. It must be less than the number of labs without a bonus, which is 1|
    drop_lowest: 1\nlabs: [{lab: 3}, {lab: 4, bonus: true}]\n
1, column 1|drop_lowest needs out_of, since|drop_lowest: 1\n
2, column 5|labs/1 has no 'lab', and needs it|labs:\n  - weight: 2\n
2, column 10|there is no lab '99'. There are 01_serial_radix, |labs:\n  - lab: 99\n
3, column 10|the lab 03_atomic_merge stands here a second time|labs:\n  - lab: 03\n  - lab: 3\n
3, column 13|labs/1/points has 2 entries, and 03_atomic_merge has 5 stages|labs:\n  - lab: 03\n    points: [1, 2]\n
4, column 12|the points of 03_atomic_merge do not add up to 100, but to 99|
    labs:\n  - lab: 03\n    points: [20, 20, 20, 20, 19]\n    total: 100\n
1, column 8|hints has 2 entries. It takes 3|hints: [1, 2]\n
2, column 8|executor/use is 'cloud'. It can be one of: local slurm|executor:\n  use: cloud\n
1, column 10|sandbox is 'no'. It can be one of: root|sandbox: no\n
1, column 6|due is 'tomorrow'. Write it as 2026-12-01T23:59:00Z|due: tomorrow\n
1, column 6|due is '2027-02-29T10:00:00Z'|due: 2027-02-29T10:00:00Z\n
1, column 1|the secret has to be 16 to 255 plain letters|secret: short\n
1, column 14|the secret's file|secret_file: nowhere\n
1, column 1|hidden stages need a secret|hidden:\n  - {lab: 03, stages: [4]}\n
3, column 24|the lab 03_atomic_merge has no stage 9. It has 5|
    secret: 0123456789abcdef\nhidden:\n  - {lab: 03, stages: [9]}\n
3, column 36|stage 4 has no case 60. It has 11|
    secret: 0123456789abcdef\nhidden:\n  - {lab: 03, stages: [4], cases: [60]}\n
3, column 27|stage 4 of 03_atomic_merge is hidden a second time|
    secret: 0123456789abcdef\nhidden:\n  - {lab: 03, stages: [4, 4]}\n
2, column 1|the key 'out_of' stands here a second time|out_of: 1\nout_of: 2\n
2, column 1|there is a tab. YAML is indented by blanks|late:\n\tfree_days: 1\n
2, column 7|this is no YAML: did not find expected ',' or '}'|late: {free_days: 1\nout_of: 3\n
1, column 4|there is an anchor (&a). A rubric has none|a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n
1, column 9|there is an alias (*a)|out_of: *a\n
2, column 1|a second document begins|out_of: 1\n---\nout_of: 2\n
1, column 1|a rubric begins with a key|just text\n
1, column 13|there is a byte that is no text in UTF-8|assignment: \377\n
2, column 9|there is a byte that is no text in UTF-8|assignment: h\303\251\nout_of: \377\n
1, column 13|there is a text with a zero byte in it|assignment: "a\\0b"\n
1, column 3|a key has to be one word|? [a]\n: b\n
1, column 1|it is empty|# nothing\n
END
}
cases | while IFS='|' read -r where sentence yaml; do
    printf "$yaml" >"$work/r.yaml"
    $rubric "$work/r.yaml" >"$work/printed" 2>"$work/said"
    code=$?
    case $(cat "$work/said") in
    "rubric: $work/r.yaml, line $where: $sentence"*) [ $code = 2 ] && [ "$(wc -l <"$work/said")" = 1 ] &&
        [ ! -s "$work/printed" ] ;;
    *) false ;;
    esac || { echo "$yaml: line $where: $sentence. It says:"; cat "$work/said"; }
done >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "of $(cases | wc -l) broken rubrics each is refused in one sentence, with line and column" $?

{
    : >"$work/empty"
    head -c 10000000 /dev/zero | tr '\0' a >"$work/large"
    head -c 60000 /dev/zero | tr '\0' '[' >"$work/deep"
    for file in "$work/empty" "$work/large" "$work/deep" /dev/zero "$work" "$work/nowhere"; do
        (ulimit -t 100 && exec $rubric "$file") >"$work/printed" 2>"$work/said"
        [ $? = 2 ] && [ "$(wc -l <"$work/said")" = 1 ] && [ ! -s "$work/printed" ] || cat "$work/said"
    done
} >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "so are empty, long, deep and endless files, folders and missing ones" $?

printf 'labs: [{lab: 1, points: [1, 1, 1, 1, 1, 1]}]\n' >"$work/r.yaml"
make -s --no-print-directory grade SUBMISSION=solutions RUBRIC="$work/r.yaml" RESULT="$work/result" \
    INSTRUCTOR="$work/all" >"$work/out" 2>&1 &&
    grep -q 'solutions: 6 of 6 points' "$work/out" && grep -q '"max_points": 6' "$work/result" && [ -s "$work/all" ]
promise "make grade takes a rubric" $?

make -s --no-print-directory fuzz-rubric >"$work/out" 2>&1 && build/cpu/fuzz/rubric 2 >"$work/out" 2>&1
promise "rubrics that were damaged at random come to terms or to one sentence" $?
exit $failed
