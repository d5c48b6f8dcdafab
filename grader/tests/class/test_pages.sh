#!/bin/sh
# The pages of a class run: whole, closed to the world, true to the results, whatever a student wrote.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "pages of a class run" && needs node "pages of a class run" || exit 0
flock build/cpu/lock make -s build/cpu/pages build/cpu/tests/valid || exit 1
out=$work/class
page() { shown "$out/feedback/$1.html"; }
pages() { build/cpu/pages "$out" >"$work/out" 2>&1; }
class_page() { shown "$out/class.html" | tr '\n' ' ' >"$work/page"; }

# A class of N: everybody has two labs of three stages; who fails what follows from the number.
make_class() { # N
    rm -rf "$out" && mkdir -p "$out/results" "$out/.class"
    printf 'int a;\nint b;\nint c;\n' >"$out/.class/a.cu"
    printf 'int b;\r\n<script>alert(4)</script> \033[31m \000hidden \377\nint d;' >"$out/.class/b.cu"
    awk -v n="$1" -v out="$out" '
    function stage(lab, k, good) {
        return sprintf("{\"lab\": \"%s\", \"stage\": %d, \"step\": %d, \"title\": \"stage %d of %s\", " \
            "\"points\": %d, \"max_points\": 10, \"verdict\": \"%s\", \"class\": \"%s\", \"message\": \"%s\", " \
            "\"repeat\": \"%s\"%s}",
            lab, k, k, k, lab, good ? 10 : 0, good ? "OK" : "WA", good ? "" : "tail",
            good ? "" : "place 17 holds 9 before 4 (n = 33, uniform, seed 7)",
            good ? "" : "make check LAB=03 STAGE=3",
            good ? "" : ", \"advice\": \"Look at the tail.\", " \
                "\"smallest\": {\"order\": \"reverse\", \"shown\": \"keys 0 1 0\"}")
    }
    BEGIN {
        for (i = 1; i <= n; i++) {
            name = sprintf("student%03d", i); sum = 0; stages = ""
            for (l = 3; l <= 4; l++) for (k = 1; k <= 3; k++) {
                good = (i * (l + k)) % 7 >= k; sum += 10 * good; own[l] += 10 * good
                stages = stages (stages ? ", " : "") stage(l == 3 ? "03_atomic_merge" : "04_reduce_merge", k, good)
            }
            hints = sum > 8 ? 4 : 0; raw = sum - hints; penalty = i % 3 ? 0 : int(raw / 10)
            score = sprintf("{\"raw\": %d, \"penalty\": %d, \"score\": %d, \"max\": 60, \"days_late\": %d, " \
                "\"late\": \"%s\", \"labs\": [{\"lab\": \"03_atomic_merge\", \"points\": %d, \"max_points\": 30, " \
                "\"hints\": %d, \"weight_percent\": 100, \"bonus\": false, \"dropped\": false}, {\"lab\": " \
                "\"04_reduce_merge\", \"points\": %d, \"max_points\": 30, \"hints\": 0, \"weight_percent\": 100, " \
                "\"bonus\": false, \"dropped\": false}]}",
                raw, penalty, raw - penalty, i % 3 == 0, i % 3 ? "" : "1 day late: 10 % less", own[3], hints, own[4])
            own[3] = own[4] = 0
            printf "{\"submission\": \"%s\", \"student\": \"%s\", \"submitted\": \"2026-11-20T18:05:00Z\", " \
                "\"sandbox\": \"reduced\", \"points\": %d, \"max_points\": 60, \"score\": %s, \"labs\": [], " \
                "\"stages\": [%s]}\n", name, name, sum, score, stages >(out "/results/" name ".json")
            close(out "/results/" name ".json")
            students = students (students ? ",\n" : "") sprintf("{\"student\": \"%s\", \"graded\": true, " \
                "\"handed_in\": true, \"refused\": \"\"}", name)
        }
        printf "{\"version\": 1, \"assignment\": \"Sorting\", \"sandbox\": [\"reduced\"], " \
            "\"students\": [%s],\n\"similarity\": {\"threshold\": 80, \"run\": 10, \"compared\": 6, " \
            "\"left_out\": [{\"lab\": \"03_atomic_merge\", \"student\": \"student009\", \"origin\": \"class\", " \
            "\"why\": \"there is too little\"}], \"groups\": [{\"lab\": \"03_atomic_merge\", \"page\": " \
            "\"look-alikes/01.html\", \"identical\": false, \"percent\": 97, \"files\": [{\"source\": " \
            "\".class/a.cu\", \"tokens\": 169, \"members\": [{\"student\": \"student001\", \"origin\": " \
            "\"class\"}]}, {\"source\": \".class/b.cu\", \"tokens\": 170, \"members\": [{\"student\": " \
            "\"student002\", \"origin\": \"class\"}, {\"student\": \"zoe\", \"origin\": \"earlier\"}]}], " \
            "\"pairs\": [{\"a\": 0, \"b\": 1, \"percent\": 97, \"tokens\": 169, \"runs\": [{\"a\": [2, 3], " \
            "\"b\": [1, 2], \"tokens\": 169}]}]}, {\"lab\": \"03_atomic_merge\", \"page\": " \
            "\"look-alikes/02.html\", \"identical\": true, \"percent\": 100, \"files\": [{\"source\": " \
            "\"../../../../etc/passwd\", \"tokens\": 169, \"members\": [{\"student\": \"student003\", \"origin\": " \
            "\"class\"}, {\"student\": \"\", \"origin\": \"reference\"}]}], " \
            "\"pairs\": []}]}}\n", students >(out "/class.json")
    }'
}

# What the lines of a feedback page add up to, and the score that stands below them.
sum_of() {
    shown "$1" | tr '\n' ' ' | sed 's/.*id="score"//; s/<\/table>.*//; s/<tr/\n&/g' |
        awk '{ n = $0; if (!sub(/.*<td class="number">/, "", n)) next; sub(/<.*/, "", n);
            if (sub(/^[^0-9.]+/, "", n)) n = -n
               if (/class="sum"/) print sum " " n; else sum = n + (/class="total"/ ? 0 : sum) }'
}

make_class 24
build/cpu/tests/valid grader/grade/report/class.schema.json "$out/class.json" >"$work/out" 2>&1 &&
    build/cpu/tests/valid grader/grade/report/result.schema.json "$out/results/student003.json" >>"$work/out" 2>&1 &&
        pages &&
    [ "$(ls "$out/feedback" | wc -l)" = 24 ] && [ -s "$out/class.html" ]
promise "a class of 24 gets its page, and each student one" $?
for page in "$out"/feedback/*.html; do
    sums=$(sum_of "$page")
    [ "$sums" ] && [ "${sums% *}" = "${sums#* }" ] || echo "${page##*/}: the lines and the score: $sums"
done >"$work/out"
[ ! -s "$work/out" ]
promise "on every page the lines add up to the score: $(sum_of "$out/feedback/student003.html")" $?
page student001 >"$work/out"
grep -q 'place 17 holds 9 before 4' "$work/out" && grep -q '<pre>keys 0 1 0</pre>' "$work/out" &&
    grep -q 'threads in reverse order' "$work/out" &&
    grep -q 'make check LAB=03 STAGE=3' "$work/out" && grep -q 'make hint LAB=04 STEP=3' "$work/out" &&
        grep -q 'Look at the tail' "$work/out" &&
    grep -q 'a reduced sandbox' "$work/out" && grep -q '20 Nov 2026, 18:05 UTC' "$work/out"
promise "a failure has its words, smallest input, command, hint, sandbox and time" $?
class_page
grep -q 'The hardest is <b>lab 04, stage 3:' "$work/page" &&
    grep -q 'href="look-alikes/01.html">97 % alike<.*student001.*; '\
'.*student002.*zoe.*an earlier year.*href="look-alikes/02.html">the same bytes<.*student003.*the reference '\
'solution.*student009</bdi>, lab 03: there is too little' "$work/page" &&
    grep -q 'Nothing waits for you' "$work/page" &&
    [ "$(grep -o 'href="feedback/student[0-9]*.html"' "$work/page" | sort -u | wc -l)" = 24 ]
promise "the class's page has the hardest stage, the groups that look alike with a link each, \
and a link to everybody" $?
alike=$out/look-alikes
shown "$alike/01.html" | tr '\n' ' ' >"$work/out" &&
    grep -q 'href="../feedback/student001.html".*<figure.*<figure' "$work/out" &&
    grep -q '<span class="line r0"><span class="n"><a class="tag" id="p1a1" href="#p1b1">1</a>2</span>int '\
'b;</span><span class="line r0"><span class="n">3</span>int c;' "$work/out" &&
    grep -q '<span class="line r0"><span class="n"><a class="tag" id="p1b1" href="#p1a1">1</a>1</span>int b;</span>' \
    "$work/out" && grep -qF '&lt;script&gt;alert(4)&lt;/script&gt; \x1b[31m \x01hidden \xff' "$work/out" &&
    shown "$alike/02.html" | grep -q 'no longer where it was compared' && ! grep -q root: "$alike/02.html"
promise "a group's page has both texts with what they share; strange bytes are text, and no other file is read" $?
mkdir "$work/first" && cp -r "$out/class.html" "$out/feedback" "$work/first"
touch -d '2 days ago' "$out/class.json" "$out"/results/* && echo old >"$out/feedback/gone.html" &&
    echo old >"$alike/09.html" && pages && [ ! -e "$alike/09.html" ] &&
    diff -r -I '^"graded":' "$work/first/feedback" "$out/feedback" >"$work/out" &&
    diff -I '^"graded":' "$work/first/class.html" "$out/class.html" >>"$work/out" &&
    ! cmp -s "$work/first/class.html" "$out/class.html"
promise "graded again, they differ in one line, the time; and who is gone has no page" $?

# What strangers write. student002 has it in a stage, 003 a stage that is hidden, 004 a megabyte, 005 is
# refused, 006 has no result that can be read, 007 has a name, and 008 is to be looked at.
evil='<script>alert(1)</script>\">'"'"'><img src=x onerror=alert(2)>]]><!-- &lt; '\
'\u202eright to left \u0007\u001b[31m \ufffe caf\u00e9 \u05e9\u05dc\u05d5\u05dd'
edit() { # FILE FROM TO: the first FROM of every line
    FROM=$2 TO=$3 awk '{ at = index($0, ENVIRON["FROM"])
        if (at) print substr($0, 1, at - 1) ENVIRON["TO"] substr($0, at + length(ENVIRON["FROM"])); else print }' \
            "$out/$1.json" >"$work/edited" &&
        mv "$work/edited" "$out/$1.json"
}
edit results/student002 'place 17 holds 9 before 4' "$evil"
edit results/student002 'stage 1 of 03_atomic_merge' "$evil"
sed -i 's/"verdict": "WA"/"hidden": true, &/g; s/place 17/TOKEN-4711/g; s/keys 0 1 0/TOKEN-4711/g;
    s/Look at/TOKEN-4711/g; s/make check/TOKEN-4711/g' "$out/results/student003.json"
awk '{ at = index($0, "place 17"); t = "y"; for (i = 0; i < 20; i++) t = t t
       print substr($0, 1, at - 1) t substr($0, at) }' "$out/results/student004.json" >"$work/edited" &&
    mv "$work/edited" "$out/results/student004.json"
printf '{"stages": [\377\376' >"$out/results/student006.json"
edit results/student008 '"points": 10, "max_points": 10, "verdict": "OK"' \
    '"suspicion": "it holds fork", "points": 10, "max_points": 10, "verdict": "CHEAT?"'
edit class '"student005", "graded": true, "handed_in": true, "refused": "' \
    '"student005", "graded": true, "handed_in": true, "refused": "the archive holds a link'
edit class '"student007", ' '"student007", "first_name": "'"$evil"'", "last_name": "<b>Bobby</b>", '
edit class '"Sorting"' '"</title><script>alert(3)</script>"'
pages
promise "with strange results the pages are written too" $?
if command -v xmllint >/dev/null; then
    xmllint --noout "$out/class.html" "$out"/feedback/*.html "$alike"/*.html >"$work/out" 2>&1
    promise "every page is well-formed" $?
else
    echo "skip - every page is well-formed (there is no xmllint)"
fi
for page in "$out/class.html" "$out"/feedback/*.html "$alike"/*.html; do
    grep -q "Content-Security-Policy\" content=\"default-src 'none'" "$page" || echo "${page##*/} has no policy"
    grep -q "unsafe-inline\|unsafe-eval" "$page" && echo "${page##*/} has a policy with a hole"
    grep -nE '(src|href|action)="?(https?:|//)' "$page"
    [ "$(grep -o '</*script' "$page" | wc -l)" = 4 ] || echo "${page##*/} has a script that is not its own"
    grep -nE '^"[a-z_]+":.*[<>&]' "$page" | head -c 300
    shown "$page" | grep -E '<(img|script|b>Bobby)|<title>.*<script' && echo "${page##*/} has an element of a stranger"
    LC_ALL=C grep -nP '[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80[\xaa-\xae\x8e\x8f]|\xef\xbf[\xbe\xbf]' "$page" | head -c 300
done >"$work/out"
[ ! -s "$work/out" ]
promise "no reference to elsewhere, no element and no control character of a stranger's" $?
for page in "$out"/feedback/*.html; do
    own=${page##*/} own=${own%.html}
    grep -oE 'student[0-9]{3}|CHEAT|holds fork' "$page" | grep -vx "$own" | sed "s/^/$own: /"
done >"$work/out"
[ ! -s "$work/out" ]
promise "a student's page holds nothing of another student's, and no sign for the instructor" $?
page student002 >"$work/out"
grep -qF '&lt;script&gt;alert(1)&lt;/script&gt;' "$work/out" && grep -qF 'onerror=alert(2)&gt;' "$work/out" &&
    grep -qF '\u{202e}right to left \x07\x1b[31m \u{fffe} café שלום' "$work/out"
promise "what they wrote stands there as text" $?
page student003 >"$work/out"
grep -q 'A hidden stage' "$work/out" && ! grep -q TOKEN-4711 "$out/feedback/student003.html" &&
    grep -q TOKEN-4711 "$out/results/student003.json"
promise "of a hidden stage a student sees that it failed, and nothing else" $?
[ "$(wc -c <"$out/feedback/student004.html")" -lt 60000 ] && page student004 | grep -q ' bytes more'
promise "a message of a megabyte is cut, and says so" $?
page student005 >"$work/out"
class_page
grep -q 'Waits for you.*student005.*REJ.*the archive holds a link.*student006.*IE.*student008.*CHEAT?.*lab 03, '\
'stage 1.*it holds fork' "$work/page" && grep -q 'This submission was '\
'refused' "$work/out" && page student006 | grep -q 'could not be graded' && ! grep -q 'CHEAT\|looked at\|holds '\
'fork' "$out/feedback/student008.html"
promise "who was refused, cannot be read or looks like cheating waits for the instructor; the first two read why" $?

printf '{"version": 1, "students": [{"student": "x/../../../evil"}]}' >"$work/evil.json"
mkdir -p "$work/o1" "$work/o2" && cp "$work/evil.json" "$work/o1/class.json" &&
    sed 's/[./]//g' "$work/evil.json" >"$work/o2/class.json" && : >"$work/o2/feedback"
build/cpu/pages "$work/o1" >"$work/out" 2>&1
[ $? = 2 ] && grep -q "cannot be a file" "$work/out" && [ ! -e "$work/o1/feedback" ] && [ ! -e "$work/evil.html" ] &&
    ! build/cpu/pages "$work/o2" >>"$work/out" 2>&1 &&
    ! build/cpu/pages "$work/o3" >>"$work/out" 2>&1 && grep -q 'Run grade-class again' "$work/out" &&
        [ "$(grep -c '^pages: ' "$work/out")" = 3 ]
promise "names that are paths, folders that cannot be written and no class are each named in a sentence" $?

looks="pages of a class run work in a browser"
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
have() { command -v "$1" >/dev/null 2>&1; }
if ! have node || ! have npm; then
    echo "skip - $looks (there is no node or no npm)"
    exit $failed
fi
if ! sh common/web/build.sh class "$work/class.template" >"$work/out" 2>&1 &&
    grep -qiE 'network|ENOTFOUND|EAI_AGAIN|ECONN|registry' "$work/out"; then
    echo "skip - $looks (npm reaches no registry)"
    exit $failed
fi
sh common/web/build.sh feedback "$work/feedback.template" >>"$work/out" 2>&1 &&
    cmp "$work/class.template" common/web/class.html >>"$work/out" 2>&1 &&
    cmp "$work/feedback.template" common/web/feedback.html >>"$work/out" 2>&1 &&
    sh common/web/build.sh look-alikes "$work/alike.template" >>"$work/out" 2>&1 &&
        cmp "$work/alike.template" common/web/look-alikes.html >>"$work/out" 2>&1
promise "the committed templates are what their sources give" $?
if [ ! "$chromium" ]; then
    echo "skip - $looks (there is no chromium)"
    exit $failed
fi
timeout 600 node common/web/tests/class.mjs build/web "$chromium" "$out/class.html" "$out/feedback/student002.html" \
    "$out/feedback/student005.html" "$alike/01.html" >"$work/looked" 2>&1
code=$?
cat "$work/looked"
[ $code = 0 ] || failed=1
exit $failed
