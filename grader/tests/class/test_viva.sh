#!/bin/sh
# make viva: three questions about a student's own code, the same each time, whatever was handed in.
# Takes turn 5 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
what="a viva asks about the student's own code"
needs class "$what" && needs web "$what" || exit 0
flock build/cpu/lock make -s build/cpu/grade build/cpu/unpack build/cpu/child.names >"$work/out" 2>&1 || exit 1
viva() { node grader/class/viva/viva.mjs --out "$work/pages" "$@" >"$work/out" 2>&1; }
# asks PAGE EXPRESSION: what an expression makes of the data d of a page, and of its questions q.
asks() {
    node --input-type=module \
        -e 'import { dataOf } from "./common/web/data.mjs"; const d = dataOf(process.argv[1]), q = d.questions;
        console.log(String(new Function("d", "q", `return ${process.argv[2]}`)(d, q)))' "$work/pages/$1.html" "$2"
}
holds() { [ "$(asks "$1" "$2" 2>>"$work/out")" = true ] ||
    { asks "$1" 'JSON.stringify(q, null, 1)' >>"$work/out" 2>&1 && echo "not: $2" >>"$work/out" && false; }; }

mkdir -p "$work/ada" "$work/broken" "$work/wrong" "$work/empty" "$work/odd"
cp solutions/03_atomic_merge.cu "$work/ada" && cp solutions/01_serial_radix.c "$work/ada"
viva --lab 03 --submission "$work/ada" --name 'Ada Lind' && [ "$(cat "$work/out")" = "$work/pages/03-Ada_Lind.html" ] &&
    [ -s "$work/pages/03-Ada_Lind-trace.html" ] &&
    holds 03-Ada_Lind 'd.student === "Ada Lind" && d.points === 100 && d.path === "03_atomic_merge.cu" &&
        q.length === 3 && new Set(q.map((x) => x.text)).size === 3'
promise "three questions, and the trace beside them" $?
holds 03-Ada_Lind 'd.functions.map((f) => `${f.name} ${f.steps}`).join("; ") ===
    "choose 1,2; merge 3; merge_lists_atomic_kernel 4; merge_lists_atomic 5"'
promise "functions are marked with their steps" $?

# The figures are those of the profile: each line's barriers are the block's rounds.
barrier=$(grep -n 'all bids are in' solutions/03_atomic_merge.cu | cut -d: -f1)
holds 03-Ada_Lind "d.counts[$barrier].barriers === 2049 && d.counts[$((barrier - 1))].atomics > 8000"
promise "the counts of a line are those of the profile" $?
node --input-type=module -e '
    import { dataOf } from "./common/web/data.mjs";
    import { questionsOf } from "./grader/class/viva/ask.mjs";
    import { draw } from "./grader/class/viva/draw.mjs";
    import { stepsOf, tasksOf } from "./grader/class/viva/source.mjs";
    const d = dataOf(process.argv[1]), lines = d.source.split("\n"), line = Number(process.argv[2]);
    const w = { ...d, number: d.lab, lines, file: "03_atomic_merge.cu", functions: d.functions,
        steps: stepsOf("03_atomic_merge"), tasks: tasksOf("03_atomic_merge"),
        counts: new Map(Object.entries(d.counts).map(([l, c]) => [Number(l), c])) };
    const all = questionsOf(w), kinds = [...new Set(all.measured.map((q) => q.kind))].sort().join();
    if (kinds !== "atomic,barrier,divergence,sectors") console.log(`kinds: ${kinds}`);
    const told = (q) => q.listen.some((x) => /lines .* write\. lines .* read/.test(x));
    const waits = `Line ${line} waits at a barrier 2,049 times`;
    if (!all.measured.some((q) => q.lines[0] === line && q.text.startsWith(waits) && told(q)))
        console.log("nothing asks about the barrier");
    const names = Array.from({ length: 20 }, (_, i) => `student ${i}`);
    const draws = () => names.map((n) => draw(n, d.lab, all).map((q) => q.text).join("\n")), drawn = draws();
    if (drawn.join() !== draws().join()) console.log("a name draws others the second time");
    if (new Set(drawn).size < 15) console.log(`20 students share ${new Set(drawn).size} draws`);
    if (draw("student 1", "04", all).map((q) => q.text).join("\n") === drawn[1]) console.log("the lab does not matter");
' "$work/pages/03-Ada_Lind.html" "$barrier" >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "questions come from barriers, atomics, branches and sectors; a name draws the same ones, \
20 names at least 15 sets" $?
cp "$work/pages/03-Ada_Lind.html" "$work/first.html" && viva --lab 3 --submission "$work/ada" --name 'Ada Lind' &&
    cmp "$work/first.html" "$work/pages/03-Ada_Lind.html" >>"$work/out"
promise "the same command makes the same page" $?

# Ben's file lacks a barrier; Cleo's does not build; Dora's holds next to nothing. Names may be anything.
sed '/all bids are in/d' solutions/03_atomic_merge.cu >"$work/wrong/atomic_merge.cu"
viva --lab 03 --submission "$work/wrong" --name 'Ben & "Bo" </script><script>alert(1)//' &&
    page=$(basename "$(cat "$work/out")" .html) &&
    holds "$page" 'q.length === 3 && q[0].kind === "failure" && /^Stage 1, .* has the verdict WA/.test(q[0].text) &&
        q[0].listen.some((x) => x.startsWith("The smallest input")) &&
        q[0].listen.some((x) => x.includes("make check LAB=03 STAGE=1"))' &&
    [ "$(grep -o '</script>' "$work/pages/$page.html" | wc -l)" = 2 ] && [ -s "$work/pages/$page-trace.html" ]
promise "a wrong file is asked which input shows it, and what stands in a name is text" $?
wrong=$work/pages/$page.html
sed 's/uint32_t lowest//; s/size_t next\[2\]/size_t next 2/' solutions/01_serial_radix.c >"$work/broken/serial_radix.c"
viva --lab 01 --submission "$work/broken" --name Cleo && line=$(grep -n 'next 2 =' "$work/broken/serial_radix.c" |
    cut -d: -f1) && holds 01-Cleo "q.length === 3 && q[0].kind === 'build' && q[0].lines[0] === $line && d.trace === ''"
promise "a file that does not build is asked about the compiler's message, and has no trace" $?
echo 'int nothing;' >"$work/empty/serial_radix.c"
viva --lab 01 --submission "$work/empty" --name Dora &&
    holds 01-Dora 'q.length === 3 && q.slice(1).every((x) => x.kind.startsWith("missing"))'
promise "a file that holds nothing is asked about the steps that are missing" $?
viva --lab 01 --submission "$work/ada" --name Ada &&
    holds 01-Ada 'q.length === 3 && q.some((x) => x.kind === "accesses") && d.counts[10].reads > 0 && d.trace !== ""'
promise "a lab in C is asked about what its lines read and write" $?

tar -C "$work/ada" -czf "$work/ada.tar.gz" . && viva --lab 01 --submission "$work/ada.tar.gz" &&
    [ -s "$work/pages/01-ada.tar.gz.html" ] && holds 01-ada.tar.gz 'd.student === "ada"' &&
    viva --lab 01 --submission "$work/ada/01_serial_radix.c" --name one && holds 01-one 'd.points === 100'
promise "an archive and a single file are taken, too" $?
refused() { words=$1 && shift && ! viva "$@" && grep -qF -- "$words" "$work/out"; }
refused 'which lab? Type make viva LAB=03' && refused "there is no lab '77'" --lab 77 &&
    refused "$work/nobody is not there" --lab 03 --submission "$work/nobody" &&
    refused 'has no file of lab 02_strided_buckets' --lab 02 --submission "$work/ada" &&
        refused 'make grade-class SUBMISSIONS=' --lab 03 --submissions "$work"
promise "what cannot be done is said in a sentence" $?

# A class: its names are those of the class run.
mkdir -p "$work/class/ada" "$work/class/ben" "$work/graded/results" && cp solutions/01_serial_radix.c "$work/class/ada"
echo '{"student": "ada", "shown": "Ada Lind", "entry": "ada"}' >"$work/graded/results/ada.json" &&
    echo '{"student": "ben", "entry": "ben"}' >"$work/graded/results/ben.json" &&
    echo '{"student": "dora"}' >"$work/graded/results/dora.json"
node grader/class/viva/viva.mjs --lab 01 --submissions "$work/class" --out "$work/graded" >"$work/out" 2>&1 &&
    [ "$(ls "$work/graded/viva" | tr '\n' ' ')" = "01-ada-trace.html 01-ada.html " ] &&
    grep -q 'class/ben has no file of lab' "$work/out"
promise "of a class each student gets a page, and who has no file is named" $?

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if ! sh common/web/build.sh viva "$work/template.html" >"$work/out" 2>&1 &&
    grep -qiE 'network|ENOTFOUND|EAI_AGAIN|ECONN|registry' "$work/out"; then
    echo "skip - the page in a browser (npm reaches no registry)"
    exit $failed
fi
cmp "$work/template.html" common/web/viva.html >"$work/out" 2>&1
promise "the committed template is what its sources give" $?
timeout 600 node common/web/tests/viva.mjs build/web "$chromium" "$work/pages/03-Ada_Lind.html" "$wrong" \
    "$work/pages/01-Cleo.html" >"$work/looked" 2>&1
code=$?
cat "$work/looked"
[ $code = 0 ] || failed=1
exit $failed
