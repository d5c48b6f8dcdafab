#!/bin/sh
# Pictures: what is drawn was run; the same bytes each time; nothing invented where a figure is gone.
set -u
. "$(dirname "$0")/promise.sh"

draw=$PWD/build/cpu/pictures
make -s --no-print-directory pictures-program >"$work/out" 2>&1
promise "the pictures' program builds" $?

mkdir "$work/one" "$work/two"
"$draw" "$work/one" >"$work/out" 2>&1 && SIMT_ORDER=reverse "$draw" "$work/two" >>"$work/out" 2>&1 &&
    diff -r "$work/one" "$work/two" >>"$work/out" && [ "$(ls "$work/one" | wc -l)" -ge 14 ]
promise "two runs draw all pictures with the same bytes, whatever the order of threads" $?

diff -rq -x draw docs/pictures "$work/one" >"$work/out" 2>&1 ||
    { echo "make pictures draws them anew" >>"$work/out" && false; }
promise "those in docs/pictures, which pages and slides show, are these" $?

sh docs/pictures/draw/all.sh "$draw" "$work/all" >"$work/out" 2>&1
for folder in docs/??/pictures; do
    diff -r "$folder" "$work/all/${folder#docs/}" >>"$work/out" 2>&1 ||
        echo "make pictures draws them anew" >>"$work/out"
    cmp -s "$folder/radix_split.svg" docs/pictures/radix_split.svg && echo "$folder has English words" >>"$work/out"
done
[ ! -s "$work/out" ] && grep -q '<title>按位 0 稳定地拆分<' docs/zh/pictures/radix_split.svg &&
    grep -q 'xml:lang="ru"' docs/ru/pictures/banks.svg
promise "pages in another language have them with words of this language, and of all words" $?

for picture in "$work"/one/*.svg; do
    grep -q '^<title>..*</title>$' "$picture" && grep -q '^<desc>..*</desc>$' "$picture" ||
        echo "$picture says not what it shows"
    ! command -v xmllint >/dev/null || xmllint --noout "$picture" 2>&1
    ! grep -nE 'http|url\(' "$picture" | grep -v 'xmlns="http://www.w3.org/2000/svg"' ||
        echo "$picture asks for something"
    grep -oE 'font-size:[0-9]+' "$picture" | awk -F: '$2 < 32 { print "letters of " $2 }'
done >"$work/out"
[ ! -s "$work/out" ]
promise "each is whole, says what it shows, has large letters and asks for nothing" $?

# Texts of a picture, in a line.
texts() { sed -n 's/.*<text[^>]*>\(.*\)<\/text>.*/\1/p' "$1" | tr '\n' ' '; }
{
    texts "$work/one/radix_passes.svg" | grep -q '15 1 1 1 1 $' || echo "radix_passes does not end in order"
    texts "$work/one/half_cleaner.svg" | grep -q '1 2 3 4 5 6 7 8 ' || echo "half_cleaner does not end in order"
    texts "$work/one/strided_lists.svg" | grep -q ' 4 sectors' || echo "strided lists do not touch 4 sectors"
    texts "$work/one/blocked_lists.svg" | grep -q ' 32 sectors' || echo "blocked lists do not touch 32 sectors"
    texts "$work/one/banks.svg" | grep -q 'word l 1 turn .*word 2 l 2 turns .*word 32 l 32 turns $' ||
        echo "requests to banks take other turns"
    texts "$work/one/odd_even_phases.svg" | grep -q '1 2 3 4 5 6 7 8 $' || echo "odd-even does not end in order"
} >"$work/out"
[ ! -s "$work/out" ]
promise "they show what the solutions did" $?

{
    texts "$work/one/race.svg" |
        grep -q 'loads 7 7 loads 7 7 adds 1, stores 8 8 adds 1, stores 8 8 8: one addition is lost $' ||
        echo "race loses nothing"
    texts "$work/one/barrier.svg" | grep -q 'starts at 0 .*starts at 7 .*starts at 11 .*starts at 14 $' ||
        echo "barrier adds up other lengths"
    for steps in race:5 race_atomic:3 barrier:4 look_back:6 merge_path:5 latency:2 gpu:3 launch:4; do
        name=${steps%:*}
        [ "$(grep -c '^<g class="step">$' "$work/one/$name.svg")" = $((${steps#*:} - 1)) ] ||
            echo "$name has not ${steps#*:} steps"
    done
} >"$work/out"
[ ! -s "$work/out" ]
promise "those of a process grow step by step" $?

mkdir -p "$work/kit/docs/measured" "$work/three"
sed 's/^| 02, 5 | `sort_lists` |\(.*| \)23170 |/| 02, 5 | `sort_lists` |\1 12345 |/' docs/measured/labs.md \
    >"$work/kit/docs/measured/labs.md"
(cd "$work/kit" && "$draw" "$work/three" every_step) >"$work/out" 2>&1 && texts "$work/three/every_step.svg" |
    grep -q ' 12345 '
promise "a figure that changes in docs/measured/labs.md changes in the picture" $?

awk -F, -v OFS=, '$1 == "staircase" && $2 == "06 bitonic" { $8 = 12.345 } { print }' docs/bench.csv \
    >"$work/kit/docs/bench.csv"
(cd "$work/kit" && "$draw" "$work/three" staircase) >"$work/out" 2>&1 && texts "$work/three/staircase.svg" |
    grep -q ' 12.3 G, 2^22 '
promise "and one that changes in docs/bench.csv in the staircase" $?

for lab in 21 22 23; do
    for step in 1 2 3 4; do echo "| $lab, $step | \`step_$lab$step\` | 1 | 1 | 1 | $lab$step | 1 | 1 |"; done
done >"$work/rows"
sed "/^| 07, 3 | \`merge_runs/r $work/rows" docs/measured/labs.md >"$work/kit/docs/measured/labs.md"
(cd "$work/kit" && "$draw" "$work/three" every_step) >"$work/out" 2>&1 &&
    [ "$(grep -c '>2[123]  step_' "$work/three/every_step.svg")" = 12 ]
promise "further labs get their steps" $?

grep -v '256 MB' docs/measured/external.md >"$work/kit/docs/measured/external.md"
! (cd "$work/kit" && "$draw" "$work/three" out_of_core_timeline) >"$work/out" 2>&1 &&
    grep -q 'docs/measured/external.md has no row' "$work/out" &&
    [ ! -e "$work/three/out_of_core_timeline.svg" ]
promise "without the figures there is no picture, and a word why" $?
exit $failed
