#!/bin/sh
# Decks: what they refer to is there, what changes in the kit changes on the slide, and a browser shows it whole.
set -u
. "$(dirname "$0")/promise.sh"
have() { command -v "$1" >/dev/null 2>&1; }
if ! have node; then
    for what in "references of decks resolve" "what changes in the kit changes on the slide" "decks work in a browser"; do
        echo "skip - $what (there is no node)"
    done
    exit 0
fi

# The kit as far as decks see it, to change things in; its decks go to $work/out.d/md.
mkdir "$work/kit" && cp -r slides solutions labs docs "$work/kit" || exit 2
resolve() { (cd "$work/kit" && node slides/build/decks.mjs . "$work/out.d" none students "$@"); } # DECK.md...

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
    common/simt/simtcc -O2 -g --tool=racecheck -o "$work/$(basename "$example" .cu)" "$example" 2>&1
done >"$work/out"
{
    run saxpy | grep -q '^y\[700\] = 1401$' || echo "saxpy adds up otherwise"
    run letters | grep -q '^a 4, e 6, m 5$' && run letters >"$work/said" && ! run letters race >"$work/said" &&
        grep -q '^a 4, e 6, m 5$' "$work/said" && [ "$(grep -c 'Race reported' "$work/said")" = 2 ] || echo "letters: no race is found, or the counts are others"
    run starts | grep -q '^others starts at 14$' && ! SIMT_ORDER=reverse run starts early | grep -q '^others starts at 14$' || echo "starts: the barrier is not missed"
    [ "$(run turn | head -n 1) $(SIMT_ORDER=reverse run turn | head -n 1) $(run turn right | head -n 1)" = 'maeeam strrts maerts' ] &&
        run turn | grep -q 'Race reported' || echo "turn: other words come out, or no race is found"
} >>"$work/out"
[ ! -s "$work/out" ]
promise "the decks' examples compile, and their faults are found" $?

# A deck of one slide that says what is given; what comes of its text.
slide() { printf -- '---\ntitle: t\ndescription: d\n---\n## Slide\n%s\n' "$1"; }
shows() { # REFERENCE TEXT
    slide "$1" >"$work/kit/slides/99_try.md"
    resolve slides/99_try.md >"$work/out" 2>&1 && sed '1,/^## Slide$/d' "$work/out.d/md/99_try.md" >"$work/out" && grep -qF -e "$2" "$work/out"
}
# Those that have to be refused, all in one go: each with deck, line and these words.
refused=0
refuses() { # REFERENCE TEXT [LINE]
    refused=$((refused + 1))
    slide "$1" >"$work/kit/slides/98_wrong_$refused.md"
    printf '%s\t%s\n' "slides/98_wrong_$refused.md:${3:-6}: " "$2" >>"$work/wanted"
}

code='<!-- code: solutions/03_atomic_merge.cu choose 3-9 -->'
shows "$code" 'if (has_key) atomicMin(&s_lowest, key);' && ! grep -qE '//[>|<]' "$work/out"
promise "a function stands on the slide without its marks" $?
sed -i 's/if (has_key) atomicMin(&s_lowest, key);/if (has_key) atomicMin(\&s_lowest, key + 1);/' "$work/kit/solutions/03_atomic_merge.cu"
shows "$code" 'atomicMin(&s_lowest, key + 1);'
promise "a line that changes inside a marked solution changes on the slide" $?

printf '%s\n' '' '| `sundial` row | of two | cells |' '|---|---|---|' '| `sundial` more | 36.6 | **keys** |' >>"$work/kit/docs/measured.md"
shows '<!-- number: docs/measured.md "sundial more" 2 --> <!-- number: docs/measured.md "sundial more 36.6" 3 -->' '36.6 **keys**'
promise "a measured figure is that of its row" $?
shows '<!-- cost: 03 4 barriers_per_key --> ![a picture, in words](picture:radix_split)' '3 ![a picture, in words](data:image/svg+xml;base64,'
promise "so are a cost and a picture" $?
parts() { base64 -d | grep -c '^<g class="step">'; }
shows '![the first steps, in words](picture:race@3)' '(data:image/svg+xml;base64,' &&
    [ "$(sed -n 's/.*base64,//; s/)$//p' "$work/out" | parts)" = 2 ] && ! sed -n 's/.*base64,//; s/)$//p' "$work/out" | base64 -d | grep -q 'is lost</text>' &&
    shows '![the whole, in words](picture:race)' 'base64,' && sed -n 's/.*base64,//; s/)$//p' "$work/out" | base64 -d | grep -q 'is lost</text>'
promise "a picture that grows can be shown up to a step" $?

refuses '<!-- code: solutions/03_atomic_merge.cu choose -->' 'lines, and a slide shows at most 12; name some of its 14, as in:'
refuses '<!-- code: solutions/01_serial_radix.c split_by_digit 1-13 -->' 'takes 14 lines'
refuses '<!-- code: solutions/03_atomic_merge.cu chose -->' 'has no function chose; it has choice, choose, merge'
refuses '<!-- code: solutions/03_atomic_merge.cu merge 5-99 -->' 'has lines 1 to'
refuses '<!-- code: solutions/33_none.cu merge -->' 'there is no file solutions/33_none.cu'
refuses '<!-- number: docs/measured.md "no such words" 1 -->' 'has no row'
refuses '<!-- number: docs/measured.md "sundial" 1 -->' 'has 2 rows'
refuses '<!-- number: docs/measured.md "sundial more" 9 -->' 'has 3 cells'
refuses '<!-- cost: 03 9 barriers -->' 'has stages 1 to 5'
refuses '<!-- cost: 03 4 miles_per_key -->' 'counts no miles; it has loads'
refuses '![a picture, in words](picture:none)' 'there is no picture none; make pictures writes'
refuses '![a picture, in words](picture:race@9)' 'picture race has steps 1 to 5, and no 9'
refuses '![a picture, in words](picture:radix_split@2)' 'picture radix_split has one step, and no 2'
refuses '![](picture:radix_split)' 'cannot be read'
refuses '<!-- code: choose -->' 'cannot be read; slides/README.md has the forms'
refuses '<!-- code: solutions/01_serial_radix.c radix_sort_digits -->
<!-- code: solutions/01_serial_radix.c split_by_digit 1-8 -->' 'with this the slide shows 14 lines of code' 7
resolve $(cd "$work/kit" && ls slides/98_*.md) >"$work/said" 2>&1
status=$?
while IFS='	' read -r place words; do
    grep -F -e "$place" "$work/said" | grep -qF -e "$words" || echo "$place: not refused with '$words'"
done <"$work/wanted" >"$work/out"
[ $status != 0 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/said")" = $refused ]
promise "13 lines of code, of one piece or two, and what is not there, are refused with deck, line and what to do" $?

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
reason=
if ! have npm; then
    reason="there is no npm"
elif [ ! "$chromium" ]; then
    reason="there is no chromium"
else
    make -s --no-print-directory grade-program >"$work/out" 2>&1 && sh slides/build/build.sh "" 1 html >"$work/out" 2>&1 && sh common/page/build.sh trace "$work/template.html" >>"$work/out" 2>&1 ||
        { grep -qiE 'network|ENOTFOUND|EAI_AGAIN|ECONN|registry' "$work/out" && reason="npm reaches no registry"; }
fi
if [ "$reason" ]; then
    echo "skip - decks work in a browser ($reason)"
    exit $failed
fi
for deck in build/slides-instructor/*.html; do
    grep -oE 'href="trace/[^"]*' "$deck" | sort -u | sed 's/.*="//' | while read -r page; do
        grep -q 'id="run"' "build/slides-instructor/$page" || echo "$deck leads to $page"
    done
done >"$work/out" 2>&1
[ ! -s "$work/out" ] && ls build/slides-instructor/trace/03.html >"$work/out" 2>&1 && ! grep -l 'solutions/' build/slides/trace/*.html >"$work/out" 2>/dev/null
promise "trace pages lie beside the decks, and the students' show no solution" $?
timeout 600 node slides/build/look.mjs build/web "$chromium" build/slides-instructor/index.html $(ls slides/[0-9]*.md | sed 's#^slides/\(.*\)md$#build/slides-instructor/\1html#') >"$work/looked" 2>&1
status=$?
grep -E '^(ok|not ok|#) ' "$work/looked"
[ $status = 0 ] || failed=1
grep -q '^ok' "$work/looked"
promise "a browser looked at the decks" $?
exit $failed
