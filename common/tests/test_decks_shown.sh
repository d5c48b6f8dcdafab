#!/bin/sh
# Decks as they are built: a browser shows them whole, notes stand on paper, and students get no line that they have to
# write. test_slides.sh looks at what they are built of.
# Takes turn 10 of 12.
set -u
. "$(dirname "$0")/promise.sh"
have() { command -v "$1" >/dev/null 2>&1; }

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
reason=
if ! have node || ! have npm; then
    reason="there is no node or no npm"
elif [ ! "$chromium" ]; then
    reason="there is no chromium"
else
    { make -s --no-print-directory grade-program && sh slides/build/build.sh "" 1 && sh slides/build/build.sh &&
        sh common/web/build.sh trace "$work/template.html"; } >"$work/out" 2>&1 ||
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
[ ! -s "$work/out" ] && ls build/slides-instructor/trace/03.html >"$work/out" 2>&1 &&
    ! grep -l 'solutions/' build/slides/trace/*.html >"$work/out" && [ "$(ls build/slides/trace | wc -l)" = 2 ]
promise "trace pages lie beside the decks, and the students' show no solution" $?
in_all=$(ls slides/[0-9]*.md | sed 's#^slides/\(.*\)md$#build/slides-instructor/\1html#')
timeout 600 node slides/build/look.mjs build/web "$chromium" build/slides-instructor/index.html $in_all \
    >"$work/looked" 2>&1
status=$?
grep -E '^(ok|not ok|#) ' "$work/looked"
[ $status = 0 ] || failed=1
grep -q '^ok' "$work/looked"
promise "a browser looked at the decks" $?

# ---- what students get, and what stands on paper ----

needs slides "students' decks hold no line that they have to write" "no note is in a students' file" \
    "every note stands whole on its page" || exit $failed
text() { node slides/build/text.mjs build/slides-web "$@"; } # FOLDER FILE...
mkdir -p build/cpu
flock build/cpu/lock env -u MAKEFLAGS -u MAKELEVEL make -s build/cpu/tests/leaks >"$work/out" 2>&1 &&
    . common/build/kit_files.sh && choose_labs "" && put_kit "$work/whole" &&
    text "$work/text" build/slides/*_*.html build/slides/*.pdf >>"$work/out" 2>&1
promise "the text of $(ls build/slides/*.pdf | wc -l) decks can be read, in both forms" $?
build/cpu/tests/leaks . "$work/whole" "$work/text" >"$work/out"
promise "students' decks share no run of 5 tokens with the solutions but the skeletons' own" $?
mkdir "$work/leaky"
{ echo 'All bid:' && grep 'if (has_key) atomicMin' solutions/03_atomic_merge.cu; } >"$work/leaky/03.html.txt"
! build/cpu/tests/leaks . "$work/whole" "$work/leaky" >"$work/out" && grep -q '03.html.txt:2: .*s_lowest' "$work/out"
promise "and a line that is pasted is found" $?

last_words() { # DECK.md COUNT: of each note, if it has as many, a line
    awk '/^<!--$/ { inside = 1; last = "" }
        inside && /-->/ { print last; inside = 0 }
        inside && NF { last = $0 }' "$1" | tr -cs '[:alnum:]\n' ' ' |
        awk -v n="$2" 'NF >= n { for (i = NF - n + 1; i <= NF; i++) printf "%s ", $i; print "" }'
}
found_in() { # FILE: those of the lines in $work/last
    tr -cs '[:alnum:]' ' ' <"$1" >"$work/words"
    while read -r words; do ! grep -qF "$words" "$work/words" || echo "$words "; done <"$work/last"
}
text "$work/all.d" build/slides-instructor/*.pdf >"$work/out" 2>&1
for deck in slides/[0-9]*.md; do
    name=$(basename "$deck" .md) notes=build/slides-instructor/md/$(basename "$deck")
    last_words "$notes" 6 >"$work/last"
    [ "$(wc -l <"$work/last")" -gt 9 ] || echo "$name has few notes"
    found_in "$work/all.d/$name.pdf.txt" | diff "$work/last" - | sed -n "s/^</$name:/p"
    last_words "$notes" 12 >"$work/last"
    for file in "$work/text/$name".*; do found_in "$file"; done >>"$work/notes"
done >>"$work/out"
[ ! -s "$work/out" ]
promise "every note stands whole on its page in the instructor's PDF, where what goes over a page is cut" $?
[ ! -s "$work/notes" ]
report "no note is in a students' HTML or PDF, shown or hidden" $? "$work/notes"
mkdir "$work/kit" && cp -r slides solutions labs docs "$work/kit" && cat >"$work/kit/slides/97_notes.md" <<END
---
title: t
description: d
---
<!-- minutes: 2 -->
## Idea
<!-- Ask \`s_one\` first, then __s_two__. -->
END
(cd "$work/kit" && node slides/build/decks.mjs . "$work/out.d" none instructor slides/97_notes.md) >"$work/out" 2>&1
set -- --config build/slides-web/marp.config.mjs --pdf --pdf-notes -o "$work/hidden.pdf" "$work/out.d/md/97_notes.md"
CHROME_PATH=$chromium CHROME_NO_SANDBOX=1 build/slides-web/node_modules/.bin/marp "$@" </dev/null >"$work/out" 2>&1 &&
    text "$work/all.d" "$work/hidden.pdf" >>"$work/out" 2>&1 && grep -q 'Ask .s_one. first' "$work/all.d/hidden.pdf.txt"
promise "and one that hides in a PDF's annotations would be found" $?
exit $failed
