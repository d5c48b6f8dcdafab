#!/bin/sh
# The question bank: whole, true where a program can tell, and the same in Moodle, in QTI and on paper.
# Takes turn 6 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
what="the question bank is whole, and its exports hold"
needs questions "$what" && needs formats "$what" || exit 0
flock build/cpu/lock make -s build/cpu/grade build/cpu/child.names >"$work/out" 2>&1 || exit 1
questions() { node grader/class/questions/main.mjs "$@" >"$work/out" 2>&1; }

questions --out "$work/made" &&
    grep -q "^56 questions of Think and [0-9]* closed questions of $n_labs labs. All are whole" "$work/out" &&
    [ "$(tail -n 4 "$work/out" | xargs ls | wc -l)" = 4 ]
promise "each question of Think has points, a rubric and an answer, and each core lab six closed questions or more" $?
grep -q "^| think | $(sed -n 's/^\([0-9]*\) questions of Think.*/\1/p' "$work/out"), " docs/instructor/questions.md &&
    grep -q "^| closed | $(sed -n 's/.* and \([0-9]*\) closed.*/\1/p' "$work/out"), " docs/instructor/questions.md
promise "their page says how many there are" $?
questions --out "$work/again" && diff -r "$work/made" "$work/again" >"$work/out"
promise "the same questions give the same bytes" $?
questions --labs 03,05-06 --kind closed --out "$work/some" &&
    ! grep -qE '^::(0[1247]|.*think)' "$work/some/questions.gift" && grep -q '^::05-' "$work/some/questions.gift"
promise "LABS and KIND choose" $?
questions --labs nine && code=0 || code=$?
[ "$code" = 2 ] && grep -q "there are no labs 'nine'" "$work/out"
promise "a lab that is not there is named" $?

# A bank of one lab, whose texts have all signs that mean something to GIFT, to XML and to Markdown.
mkdir -p "$work/bank/labs/01_signs" "$work/bank/docs/instructor" "$work/bank/common/web" "$work/bank/build"
ln -s "$top/grader" "$work/bank/grader" && ln -s "$top/build/questions-web" "$work/bank/build/questions-web" &&
    cp common/web/sheet.html "$work/bank/common/web"
printf '%s\n' '# 01 · Signs {~=#:}' '## Think' \
    '1. Why `a[i] = {x: ~0u} -> next;` and 50 % # of it, \ and <b>?' '   A second paragraph: a = b.' '## Source' \
    >"$work/bank/labs/01_signs/README.md"
printf '%s\n' '## 01 · Signs' '### Answers' '1. Because:' '' '   | a | b |' '   |---|---|' \
    '   | `{` | [a link](x.md) |' '' '   ```' '   if (a < b) {' '' '       c = ~d; // #' '   }' '   ```' \
    '### Wrong turns' >"$work/bank/docs/instructor/answers.md"
bank() { cat >"$work/bank/labs/01_signs/questions.yaml"; }
whole() {
    bank <<'END'
think:
  - - 2: "{a} = ~b: # 1 -> 2 <c> & \\d"
closed:
  - {id: one, text: "`for (;;) { a[0] = ~b; } // #1: x->y`\n\n    x = {1};\n\n    y = ~2;\n",
     answer: "`{~=#:} -> <b>`", wrong: ["`{`", "a = b # c"], why: "\\n is no line break: {}", unchecked: "a test"}
  - {id: two, text: "-5 = {x}?", answer: -5, why: "a: b", check: "echo -5"}
  - {id: three, text: "A &amp; B", answer: false, why: "=", check: "echo false"}
  - {id: four, text: "Order", order: ["a -> b", "{c}", "~d = #e"], why: ":",
     check: "printf '%s\\n' 'a -> b' '{c}' '~d = #e'"}
END
}
main() { (cd "$work/bank" && node grader/class/questions/main.mjs "$@" >"$work/out" 2>&1); }
whole
! main --out "$work/signs" && grep -q '4 closed questions; a core lab has 6 or more' "$work/out"
promise "a core lab with too few closed questions is refused" $?
mv "$work/bank/labs/01_signs" "$work/bank/labs/09_signs" &&
    sed -i 's/^## 01/## 09/' "$work/bank/docs/instructor/answers.md"
bank() { cat >"$work/bank/labs/09_signs/questions.yaml"; }
main --out "$work/signs" &&
    node grader/tests/class/questions.mjs gift "$work/signs/questions.gift" >"$work/moodle" 2>"$work/out" &&
    node grader/tests/class/questions.mjs bank "$work/bank" >"$work/own" 2>>"$work/out" &&
    [ "$(wc -l <"$work/own")" = 5 ] &&
        diff "$work/own" "$work/moodle" >"$work/out"
promise "texts with { } = ~ # : \\ -> and empty lines in code come out of GIFT as they went in, \
by a parser that is not ours" $?
node grader/tests/class/questions.mjs gift "$work/made/questions.gift" >"$work/moodle" 2>"$work/out" &&
    node grader/tests/class/questions.mjs bank . >"$work/own" && diff "$work/own" "$work/moodle" >"$work/out"
promise "and so do all $(wc -l <"$work/own") of the bank" $?

for from in made signs; do
    mkdir "$work/qti-$from" && unzip -q "$work/$from/questions-qti.zip" -d "$work/qti-$from" &&
        xmllint --noout --relaxng grader/class/questions/qti.rng "$work/qti-$from"/*.xml 2>&1 | grep -v ' validates$'
    node grader/tests/class/questions.mjs package "$work/qti-$from"
done >"$work/out" 2>&1
[ ! -s "$work/out" ] && [ "$(ls "$work/qti-made" | wc -l)" = $((1 + n_labs + $(wc -l <"$work/own"))) ]
promise "the package is QTI, names each of its files, and each right answer is one of the choices" $?
sed 's/<itemBody>/<itemBody><script\/>/' "$work/qti-signs/q-09-one.xml" >"$work/bad.xml"
! xmllint --noout --relaxng grader/class/questions/qti.rng "$work/bad.xml" >"$work/out" 2>&1
promise "and an item with something else in it would be found" $?

grep -qF 'class="answer"' "$work/made/sheet-answers.html" && ! grep -qF 'class="answer"' "$work/made/sheet.html" &&
    grep -qF 'A stable split keeps' "$work/made/sheet-answers.html" &&
    ! grep -qF 'A stable split keeps' "$work/made/sheet.html" &&
    [ "$(grep -o '<article' "$work/made/sheet.html" | wc -l)" = "$(wc -l <"$work/own")" ] &&
        ! grep -qE '(src|href)="?(https?:)?//' "$work/made/sheet.html"
promise "the sheet has all questions and no answer, and asks nobody for anything" $?

# What is wrong with a bank, and the words that say so.
while IFS='|' read -r change words; do
    whole && sed -i "$change" "$work/bank/labs/09_signs/questions.yaml"
    ! main --out "$work/signs" && grep -qF -- "$words" "$work/out" &&
        grep -qF 'labs/09_signs/questions.yaml' "$work/out" || { echo "$change: not '$words'" && cat "$work/out"; }
done >"$work/wrong" <<'END'
/- - 2/d|0 rubrics for 1 questions
s/2: "{a}/0: "{a}/|a line of its rubric is not
s/why: "="/because: "="/|'because' is no key. There are id, text,
s/why: "="/why: ""/|09-three: it does not say why
s/id: two/id: three/|09-three is there twice
s/, unchecked: "a test"//|09-one: it needs either check
s/wrong: \["`{`", "a = b # c"\]/wrong: ["x"]/|09-one: a choice takes a text as its answer
s/wrong: \["`{`"/wrong: ["`{~=#:} -> <b>`"/|09-one: two of its choices are the same
s/order: \["a -> b", /order: [/|09-four: order takes three or more different items
s/text: "Order"/text: ""/|09-four: it has no text
s/text: "Order"/text: "Order/|labs/09_signs/questions.yaml:
END
cp "$work/wrong" "$work/out"
[ ! -s "$work/wrong" ]
promise "a bank that is not whole is refused, by file and question: 11 faults" $?

tries() { (cd "${2:-.}" && node grader/class/questions/main.mjs --try --labs "$1" >"$work/out" 2>&1); }
whole && tries 09 "$work/bank" && [ "$(grep -c '^ok' "$work/out")" = 3 ] &&
    grep -q '^not tried - 09-one: a test' "$work/out"
promise "a check has to print the answer" $?
whole && sed -i 's/echo -5/echo 5/' "$work/bank/labs/09_signs/questions.yaml" && ! tries 09 "$work/bank" &&
    grep -q '^not ok - 09-two' "$work/out" && grep -q 'the bank says: -5' "$work/out"
promise "and a check that prints something else fails" $?
for lab in 01 02 03 04 05 06 07 08; do
    ! in_turn || tries $lab || { grep -A3 '^not ok' "$work/out" || cat "$work/out"; }
done >"$work/wrong"
cp "$work/wrong" "$work/out"
[ ! -s "$work/wrong" ]
promise "what the bank says of the labs is what their programs do" $?

labs=$(ls -d labs/[0-9]* | sed 's#labs/##') && . common/build/kit_files.sh && kit_names >"$work/out" &&
    grep -q hints.md "$work/out" && ! grep -E 'questions|grader/class/viva|docs/instructor' "$work/out"
promise "no handout has questions or answers" $?
sh common/web/build.sh sheet "$work/sheet.template" >"$work/out" 2>&1 &&
    {
        cmp "$work/sheet.template" common/web/sheet.html >"$work/out" 2>&1
        promise "the committed template is what its sources give" $?
    }
exit $failed
