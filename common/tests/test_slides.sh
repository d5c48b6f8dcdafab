#!/bin/sh
# Decks: what they refer to is there, what changes in the kit changes on the slide, and each form has what is for it.
# test_decks_shown.sh looks at what is built of them.
set -u
. "$(dirname "$0")/promise.sh"
have() { command -v "$1" >/dev/null 2>&1; }
if ! have node; then
    for what in "references of decks resolve" "what changes in the kit changes on the slide"; do
        echo "skip - $what (there is no node)"
    done
    exit 0
fi

# The kit as far as decks see it, to change things in; its decks go to $work/out.d/md.
mkdir "$work/kit" && cp -r slides solutions labs docs "$work/kit" || exit 2
resolve() { # students|instructor DECK.md...
    (cd "$work/kit" && node slides/build/decks.mjs . "$work/out.d" none "$@")
}

(cd "$work/kit" && node slides/build/decks.mjs . "$work/all.d" none instructor slides/[0-9]*.md) >"$work/out" 2>&1 &&
    ! grep -rnE '<!-- (code|number|cost):|\(picture:' "$work/all.d/md" >>"$work/out"
promise "every reference of $(ls slides/[0-9]*.md | wc -l) decks resolves" $?

: >"$work/out"
for deck in slides/[0-9]*.md; do
    grep -nHE '^```(cuda|cpp|c)$' "$deck" && echo "code is pasted; refer to it by a code: line"
done >>"$work/out"
[ ! -s "$work/out" ]
promise "no deck has code of its own" $?

grep -noE '(docs|labs|solutions|common)/[A-Za-z0-9_./-]*[a-z]' slides/[0-9]*.md | while IFS=: read -r deck line file; do
    [ -e "$file" ] || case $file in */NN_name*) ;; *) echo "$deck:$line: there is no $file" ;; esac
done >"$work/out"
[ ! -s "$work/out" ]
promise "every file that a deck names is there" $?

# The examples, by the program that racecheck watches; what the decks say of them.
run() { (cd "$work" && "./$@") 2>&1; } # PROGRAM [ARGUMENT]
for example in slides/examples/*.cu; do
    common/simt/simtcc -O2 --tool=racecheck -o "$work/$(basename "$example" .cu)" "$example" 2>&1
done >"$work/out"
{
    run saxpy | grep -q '^y\[700\] = 1401$' || echo "saxpy adds up otherwise"
    run letters >"$work/said" && grep -q '^a 4, e 6, m 5$' "$work/said" && ! run letters race >"$work/said" &&
        grep -q '^a 4, e 6, m 5$' "$work/said" && [ "$(grep -c 'Race reported' "$work/said")" = 2 ] ||
        echo "letters: no race is found, or the counts are others"
    run starts | grep -q '^others starts at 14$' && ! SIMT_ORDER=reverse run starts early |
        grep -q '^others starts at 14$' ||
        echo "starts: the barrier is not missed"
    [ "$(run turn | head -n 1) $(SIMT_ORDER=reverse run turn | head -n 1) $(run turn right | head -n 1)" = \
        'maeeam strrts maerts' ] &&
        run turn | grep -q 'Race reported' || echo "turn: other words come out, or no race is found"
} >>"$work/out"
[ ! -s "$work/out" ]
promise "the decks' examples compile, and their faults are found" $?

# A deck of one slide that says what is given; what comes of its text.
given='<!-- minutes: 1 --> <!-- for: instructor -->'
slide() { printf -- '---\ntitle: t\ndescription: d\n---\n## Slide\n%s\n%s\n' "$1" "$2"; } # TEXT MARKS
shows() { # REFERENCE TEXT
    slide "$1" "$given" >"$work/kit/slides/99_try.md"
    resolve instructor slides/99_try.md >"$work/out" 2>&1 &&
        sed '1,/^## Slide$/d' "$work/out.d/md/99_try.md" >"$work/out" &&
        grep -qF -e "$2" "$work/out"
}
# Those that have to be refused, all in one go: each with deck, line and these words.
refused=0
refuses() { # REFERENCE TEXT [LINE] [MARKS]
    refused=$((refused + 1))
    slide "$1" "${4-$given}" >"$work/kit/slides/98_wrong_$refused.md"
    printf '%s\t%s\n' "slides/98_wrong_$refused.md:${3:-6}: " "$2" >>"$work/wanted"
}

code='<!-- code: solutions/03_atomic_merge.cu choose 3-9 -->'
shows "$code" 'if (has_key) atomicMin(&s_lowest, key);' && ! grep -qE '//[>|<]' "$work/out"
promise "a function stands on the slide without its marks" $?
sed -i 's/if (has_key) atomicMin(&s_lowest, key);/if (has_key) atomicMin(\&s_lowest, key + 1);/' \
    "$work/kit/solutions/03_atomic_merge.cu"
shows "$code" 'atomicMin(&s_lowest, key + 1);'
promise "a line that changes inside a marked solution changes on the slide" $?

printf '%s\n' '' '| `sundial` row | of two | cells |' '|---|---|---|' '| `sundial` more | 36.6 | **keys** |' \
    >>"$work/kit/docs/measured.md"
shows '<!-- number: docs/measured.md "sundial more" 2 --> <!-- number: docs/measured.md "sundial more 36.6" 3 -->' \
    '36.6 **keys**'
promise "a measured figure is that of its row" $?
shows '<!-- cost: 03 4 barriers_per_key --> ![a picture, in words](picture:radix_split)' \
    '3 ![a picture, in words](data:image/svg+xml;base64,'
promise "so are a cost and a picture" $?
parts() { base64 -d | grep -c '^<g class="step">'; }
shows '![the first steps, in words](picture:race@3)' '(data:image/svg+xml;base64,' &&
    [ "$(sed -n 's/.*base64,//; s/)$//p' "$work/out" | parts)" = 2 ] && ! sed -n 's/.*base64,//; s/)$//p' "$work/out" |
        base64 -d | grep -q 'is lost</text>' &&
    shows '![the whole, in words](picture:race)' 'base64,' && sed -n 's/.*base64,//; s/)$//p' "$work/out" | base64 -d |
        grep -q 'is lost</text>'
promise "a picture that grows can be shown up to a step" $?

refuses '<!-- code: solutions/03_atomic_merge.cu choose -->' \
    'lines, and a slide shows at most 12; name some of its 14, as in:'
refuses '<!-- code: solutions/01_serial_radix.c split_by_digit 1-13 -->' 'takes 14 lines'
refuses '<!-- code: solutions/03_atomic_merge.cu chose -->' 'has no function chose. It has choice, choose, merge'
refuses '<!-- code: solutions/03_atomic_merge.cu merge 5-99 -->' 'has lines 1 to'
refuses '<!-- code: solutions/33_none.cu merge -->' 'there is no file solutions/33_none.cu'
refuses '<!-- number: docs/measured.md "no such words" 1 -->' 'has no row'
refuses '<!-- number: docs/measured.md "sundial" 1 -->' 'has 2 rows'
refuses '<!-- number: docs/measured.md "sundial more" 9 -->' 'has 3 cells'
refuses '<!-- cost: 03 9 barriers -->' 'has stages 1 to 5'
refuses '<!-- cost: 03 4 miles_per_key -->' 'counts no miles. It has loads'
refuses '![a picture, in words](picture:none)' 'there is no picture none. make pictures writes'
refuses '![a picture, in words](picture:race@9)' 'picture race has steps 1 to 5, and no 9'
refuses '![a picture, in words](picture:radix_split@2)' 'picture radix_split has one step, and no 2'
refuses '![](picture:radix_split)' 'cannot be read'
refuses '<!-- code: choose -->' 'cannot be read; slides/README.md has the forms'
refuses '<!-- code: solutions/01_serial_radix.c radix_sort_digits -->
<!-- code: solutions/01_serial_radix.c split_by_digit 1-8 -->' 'with this the slide shows 14 lines of code' 7
refuses "$code" 'this shows line ' 6 '<!-- minutes: 1 -->'
refuses "$code" 'atomic_merge.cu, which students have to write' 6 '<!-- minutes: 1 --> <!-- for: students -->'
refuses Text 'this slide has no minutes' 5 ''
refuses Text 'not "2.5"' 5 '<!-- minutes: 2.5 -->'
refuses Text 'not for "teachers"' 5 '<!-- minutes: 1 --> <!-- for: teachers -->'
refuses '<!-- _class: exercise -->' 'no answer follows this exercise' 5 '<!-- minutes: 1 -->'
refuses '<!-- _class: answer -->' 'an answer is for the instructor' 5 '<!-- minutes: 1 -->'
refuses '<!-- What the speaker says.' 'a comment on this slide does not end' 5 '<!-- minutes: 1 -->'
refuses Text 'it takes 46 minutes and has no break' 1 '<!-- minutes: 46 -->'
resolve students $(cd "$work/kit" && ls slides/98_*.md) >"$work/said" 2>&1
status=$?
while IFS='	' read -r place words; do
    grep -F -e "$place" "$work/said" | grep -qF -e "$words" || echo "$place: not refused with '$words'"
done <"$work/wanted" >"$work/out"
[ $status != 0 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/said")" = $refused ]
promise "what is not there, too long, graded or not marked, $refused faults, is refused with deck, \
line and what to do" $?

# ---- two kinds of decks ----

cat >"$work/kit/slides/97_kinds.md" <<END
---
title: t
description: d
---
<!-- minutes: 2 -->
## Idea
<!-- Ask \`s_one\` first, then __s_two__. -->

---
<!-- _class: exercise -->
<!-- minutes: 3 -->
## Task

---
<!-- _class: answer -->
<!-- minutes: 4 -->
<!-- for: instructor -->
## Answer

---
<!-- minutes: 5 -->
<!-- For: instructor -->
## Solution
$code

---
<!-- minutes: 1 --> <!--for:students-->
## Picture
END
headings() { grep -E '^#' "$work/out.d/$1/97_kinds.md" | paste -sd/ >"$work/out" && cat "$work/out"; }
resolve students slides/97_kinds.md >"$work/out" 2>&1 && [ "$(headings md)" = '## Idea/## Task/## Picture' ] &&
    cp "$work/out.d/md/97_kinds.md" "$work/out" && ! grep -qE 'Ask|<!-- [^_]|atomicMin' "$work/out" &&
    grep -qF '_header: "Exercise · 3 minutes"' "$work/out"
promise "a students' deck has no notes, answers and solutions" $?
whole='## Idea/## Task/## Answer/## Picture/# After the deadline/## Solution'
resolve instructor slides/97_kinds.md >"$work/out" 2>&1 && [ "$(headings md)" = "$whole" ] &&
    cp "$work/out.d/md/97_kinds.md" "$work/out" && grep -qF 'They take 5 minutes.' "$work/out" &&
    grep -qF '4 minutes: minute 5 to 9 of 10.' "$work/out" && cp "$work/out.d/paper/97_kinds.md" "$work/out" &&
    grep -qF '## Notes to slide 1: Idea' "$work/out" && grep -qF 'Ask `s_one` first, then \_\_s\_two\_\_.' "$work/out"
promise "the instructor's has all of them, with times, and the solutions at its end" $?

for deck in slides/[0-9]*.md; do
    n=$(grep -c '^<!-- _class: exercise' "$deck")
    [ "$n" -ge 2 ] || echo "$deck has $n exercises"
done >"$work/out"
sed -n 's#.*href="\([^"]*\).html">.* \([0-9]*\)&nbsp;minutes.</p></li>#\2 \1#p' "$work/all.d/index.html" |
    awk '$1 > 50 { print $2 " takes " $1 " minutes" } END { if (!NR) print "the index has no minutes" }' >>"$work/out"
[ ! -s "$work/out" ]
promise "each deck has two exercises and takes 50 minutes at most" $?
exit $failed
