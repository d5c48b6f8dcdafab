#!/bin/sh
# A class run: each file is graded once, whatever stops it, and twice the same bytes come out.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "a class is graded, each file once" || exit 0
mkdir -p build/cpu &&
    flock build/cpu/lock make -s --no-print-directory build/cpu/grade build/cpu/class build/cpu/rubric || exit 2
. grader/tests/class/class_of_stand_ins.sh
hand_in anna 'right'
hand_in bert 'wrong'
hand_in carl 'right'
mkdir "$subs/dora" && echo 'right too' >"$subs/dora/01_serial_radix.c"
(cd "$subs/dora" && tar cf ../emil.tar . && ln -s /etc/passwd link && tar czf ../fred.tar.gz .) && rm "$subs/dora/link"
git init -q "$subs/gina" && cp "$subs/dora/01_serial_radix.c" "$subs/gina" && (cd "$subs/gina" && git add . &&
    git -c user.name=g -c user.email=g@x commit -q -m 1 && echo changed >01_serial_radix.c)
echo 'who is who' >"$subs/list.txt"

run "$out" --jobs 1
promise "a class is graded, and files with the same bytes once" \
    "$([ $code = 0 ] && [ "$(graded)" = 5 ] && says 'anna and 1 more'; echo $?)"
promise "an archive with a link is refused, and the rest of the class goes on" \
    "$(says 'refused: fred: the archive holds a symbolic link' &&
        says '7 students, 7 handed in, 1 refused, 6 graded'; echo $?)"
promise "of a repository the last commit counts" \
    "$(grep -q '^sortlab,.*,gina,.*,30,0,30,60,20,10,0,0' "$out/grades.csv"; echo $?)"
promise "what is no submission is named" "$(says 'passed over: list.txt'; echo $?)"
promise "messages do not show where the copy lay" \
    "$(grep -q '"in x"' "$out/results/anna.json" && ! grep -rq "\.class" "$out/results"; echo $?)"
head -n 1 "$out/grades.csv" >"$work/out.txt"
promise "grades.csv has nbgrader's columns, then one a stage" \
    "$(says 'assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,'\
'late_submission_penalty,score,max_score,01_serial_radix/1,01_serial_radix/2,03_atomic_merge/1'; echo $?)"

run "$work/two" --jobs 2
promise "two at once come to the same bytes as one" "$(same "$out" "$work/two"; echo $?)"
cp -pr "$out" "$work/before"
run "$out"
promise "a second run grades nothing and writes the same bytes" \
    "$([ "$(graded)" = 0 ] && same "$out" "$work/before" && cmp "$out/class.html" "$work/before/class.html"; echo $?)"
hand_in bert 'wrong still'
run "$out"
promise "what was changed is graded again, and nothing else" \
    "$([ "$(graded)" = 1 ] && says 'bert: 20 of 60' || says 'bert: 20 of 30'; echo $?)"
mv "$subs/bert" "$work/bert" && run "$out"
promise "who is gone is gone" "$([ ! -e "$out/results/bert.json" ] && ! grep -q bert "$out/grades.csv"; echo $?)"
mv "$work/bert" "$subs/bert"

# Killed, interrupted, two at once.
for i in 1 2 3 4 5 6; do hand_in "slow$i" "right and slow $i"; done
run "$work/whole" --jobs 2
for wait in 0.1 0.3 0.5; do
    $class --submissions "$subs" --out "$work/killed" --jobs 2 >"$work/killed.txt" 2>&1 &
    sleep $wait
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
mkdir -p "$work/killed/results" "$work/killed/feedback"
for half in grades.csv class.json class.html results/anna.json feedback/anna.html; do
    : >"$work/killed/$half.aB3xY9"; done
run "$work/killed" --jobs 2
promise "killed three times, it goes on and comes to the same bytes" \
    "$([ $code = 0 ] && same "$work/whole" "$work/killed" || { head -c 1500 "$work/diff" >>"$work/out.txt"
        false; }; echo $?)"
promise "and leaves no half of a file" "$([ -z "$(find "$work/killed" -name '*.aB3xY9')" ]; echo $?)"
promise "and leaves no folder to build in" "$([ -z "$(find "$work/build" -name 'class-*')" ]; echo $?)"
hand_in hans 'sleep'
# A shell makes what it starts in the background deaf to SIGINT.
env --default-signal=INT $class --submissions "$subs" --out "$work/whole" >"$work/first.txt" 2>&1 &
first=$!
for i in $(seq 3000); do ls "$work"/build/class-*/own/log >/dev/null 2>&1 && break || sleep 0.1; done
run "$work/whole"
promise "a second run on the same OUT says so and ends with 2" \
    "$([ $code = 2 ] && says 'another run is grading'; echo $?)"
kill -INT $first
wait $first
code=$?
cp "$work/first.txt" "$work/out.txt"
promise "an interrupt says how to go on, and leaves no grader" \
    "$([ $code = 130 ] && says 'The same command goes on' && [ -z "$(find "$work/build" -name 'class-*')" ] &&
        [ -z "$(running "$work/grade")" ]; echo $?)"
run "$work/whole" --limit 1
promise "a grader that is not done in time is the grader's fault, not a zero" \
    "$([ $code = 1 ] && says 'not done after 1 s' && grep -q ',hans,,,,,,,60,,,0,0' "$work/whole/grades.csv"; echo $?)"
rm -r "$subs"/slow* "$subs/hans"
hand_in aaron 'right and dear' && hand_in zoe 'right and cheap'
run "$work/whole" --jobs 1
promise "who uses up a part of the budget is graded when all others are" \
    "$([ $code = 0 ] && [ "$(cat "$work/looked")" -gt 0 ] &&
    grep '^[0-9]* of' "$work/out.txt" | tail -n 1 | grep -q aaron &&
    grep -q ',aaron,.*,30,0,30,60,' "$work/whole/grades.csv"; echo $?)"
rm -r "$subs/aaron" "$subs/zoe"
hand_in ivan 'fault'
run "$out"
promise "so is one that fails twice" "$([ $code = 1 ] && says 'ivan: not graded, 2 tries' &&
        says 'nothing works today'; echo $?)"
sed -i 's/\*fault\*/*none*/' "$work/grade"
run "$out"
promise "and the next run tries it again" "$([ $code = 0 ] && [ "$(graded)" = 1 ]; echo $?)"

# The roster, and cells that are formulas.
printf 'email,student_id,last_name,first_name\r\n=1+1,anna,"Blum, the ""first""",@SUM\r\n,zora,Zett,Z\r\n' \
    >"$work/roster.csv"
run "$out" --roster "$work/roster.csv"
cp "$out/grades.csv" "$work/out.txt"
promise "a roster names students, and no cell is a formula" \
    "$(says "anna,\"Blum, the \"\"first\"\"\",'@SUM,'=1+1,30,0,30,60"; echo $?)"
promise "who is in the roster and handed in nothing has 0" "$(says ',zora,Zett,Z,,0,0,0,60,0,0,0,0'; echo $?)"
printf 'name\nanna\n' >"$work/roster.csv"
run "$out" --roster "$work/roster.csv"
promise "a roster without student_id is refused with its line" \
    "$([ $code = 2 ] && says 'line 1: there is no column student_id'; echo $?)"

# Terms: by her file's date anna is a day and a bit late, which changes points and costs no grading.
ln -s "$PWD/build/cpu/rubric" "$work/build/rubric"
rubric() { printf 'due: "2026-11-19T10:00:00Z"\nlabs:\n  - lab: 01\nlate:\n  percent_a_day: %s\n  clock: '\
'student\nsecret: "never to be told, this"\n' "$1" >"$work/rubric.yaml"; }
rubric 0
run "$work/terms" --rubric "$work/rubric.yaml"
rubric 10
run "$work/terms" --rubric "$work/rubric.yaml"
promise "a late policy takes its points, and what it changes is not graded again" \
    "$([ $code = 0 ] && [ "$(graded)" = 0 ] &&
        grep -q ',2026-11-19T10:00:00Z,2026-11-20T12:00:00Z,anna,,,,30,6,24,100,' "$work/terms/grades.csv"; echo $?)"
hand_in jana 'right, with signs of odd work'
run "$work/terms" --rubric "$work/rubric.yaml"
promise "a sign in a hidden stage is on the class's page and in class.json, and nowhere that a student looks" \
    "$([ $code = 0 ] &&
    [ "$(grep -rl 'seems to be odd' "$work/terms" | grep -v /.class/ | sort |
        tr '\n' ' ')" = "$work/terms/class.html $work/terms/class.json " ]; echo $?)"
rm -r "$subs/jana"
promise "nobody else can read the secret" \
    "$([ "$(grep -rl 'never to be told' "$work/terms")" = "$work/terms/.class/terms.json" ] &&
        [ "$(stat -c %a "$work/terms/.class/terms.json")" = 600 ]; echo $?)"
echo 'due: never' >"$work/rubric.yaml"
run "$work/terms" --rubric "$work/rubric.yaml"
promise "a rubric that is wrong is refused with its line" "$([ $code = 2 ] && says 'line 1'; echo $?)"
rm "$work/build/rubric"

refused() { # TEXT ARGUMENTS
    text=$1
    shift
    build/cpu/class --grade "$work/grade" --folder "$work/build" "$@" >"$work/out.txt" 2>&1
    [ $? = 2 ] && says "$text" && [ "$(wc -l <"$work/out.txt")" = 1 ]
}
promise "OUT in SUBMISSIONS is refused" \
    "$(refused 'lies in SUBMISSIONS' --submissions "$subs" --out "$subs/out"; echo $?)"
rm -rf "$subs/out"
promise "submissions that are not there are refused" \
    "$(refused 'cannot be read' --submissions "$work/none" --out "$work/o"; echo $?)"
promise "labs that are not there are refused" \
    "$(refused "LABS='99'" --submissions "$subs" --out "$work/o" --labs 99; echo $?)"
echo garbage >"$work/o/.class/journal.db" 2>/dev/null || { mkdir -p "$work/o/.class" &&
    echo garbage >"$work/o/.class/journal.db"; }
promise "a journal that is none is refused and kept" \
    "$(refused 'is no journal' --submissions "$subs" --out "$work/o" &&
        grep -q garbage "$work/o/.class/journal.db"; echo $?)"

# All programs but node, and two files long enough to be compared.
mkdir "$work/bin" "$work/pairs" "$work/pairs/anna" "$work/pairs/bert"
ln -s /usr/bin/* "$work/bin" && rm -f "$work/bin/node"
cp solutions/01_serial_radix.c "$work/pairs/anna" &&
    sed 's/next/after/g' solutions/01_serial_radix.c >"$work/pairs/bert/01_serial_radix.c"
PATH=$work/bin $class --submissions "$work/pairs" --out "$work/alone" >"$work/out.txt" 2>&1
promise "without node a class is graded, and its output and page say in a sentence that no files were compared" \
    "$([ $? = 0 ] &&
    grep -q 'No files were compared with each other: .* not installed. Type make deps-similar\.$' "$work/out.txt" &&
    grep -q '"similarity":{"skipped":"[^"]* not installed' "$work/alone/class.html"; echo $?)"

# A disk that is full.
if needs mounts "a full disk is named, and with room the run goes on"; then
    mkdir "$work/small"
    hand_in jana "$(head -c 60000 /dev/zero | tr '\0' x)"
    hand_in kurt "$(head -c 60000 /dev/zero | tr '\0' y)"
    cat >"$work/fill" <<END
mount -t tmpfs -o size=160k none $work/small
$class --submissions $subs --out $work/small/out
echo "code \$?"
mount -o remount,size=4m $work/small
$class --submissions $subs --out $work/small/out
cp -r $work/small/out $work/filled
END
    unshare -m sh "$work/fill" >"$work/full.txt" 2>&1
    run "$out"
    cp "$work/full.txt" "$work/out.txt"
    promise "a full disk is named, and with room the run goes on to the same bytes" \
        "$(says 'No space left on device. Make space' && says 'code 2' && same "$out" "$work/filled"; echo $?)"
fi

# One process at a time changes no verdict.
: >"$work/out.txt"
for sub in solutions labs; do
    build/cpu/grade --folder "$work/build" --submission $sub --lab 03 --stage 1 --tool none --sandbox none \
        --result "$work/$sub.once" >>"$work/out.txt" 2>&1
    build/cpu/grade --folder "$work/build" --submission $sub --lab 03 --stage 1 --tool none --sandbox none \
        --serial --result "$work/$sub.turn" >>"$work/out.txt" 2>&1
done
promise "one process at a time comes to the same result" \
    "$(cmp "$work/solutions.once" "$work/solutions.turn" && cmp "$work/labs.once" "$work/labs.turn" &&
        grep -q '"points": 20' "$work/solutions.turn"; echo $?)"

# The grader itself, on a lab that is quick. Where no sandbox holds a class is not graded, and that is said.
rm -rf "$subs" && mkdir "$subs"
mkdir "$subs/anna" "$subs/bert" && cp solutions/01_serial_radix.c "$subs/anna" &&
    cp labs/01_serial_radix/serial_radix.c "$subs/bert/01_serial_radix.c"
rm -rf "$out"
build/cpu/class --folder "$work/build" --grade build/cpu/grade --labs 01 --submissions "$subs" --out "$out" \
    >"$work/out.txt" 2>&1
code=$?
if needs sandbox "the solution gets all points, the skeleton none"; then
    promise "the solution gets all points, the skeleton none" \
        "$([ $code = 0 ] && grep -q ',anna,.*,100,0,100,100,' "$out/grades.csv" &&
            grep -q ',bert,.*,0,0,0,100,' "$out/grades.csv"; echo $?)"
else
    promise "without a sandbox a class is not graded, and what that takes is said" "$([ $code = 2 ] &&
        says "this takes the sandbox 'reduced' or a stronger one, and 'none' is what holds here"; echo $?)"
fi
exit $failed
