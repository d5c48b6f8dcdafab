#!/bin/sh
# make words finds what it says it finds, in made pages and sources, and nothing else. Then the kit's own prose: a page
# is within the limits, or no worse than its row in docs/words-exceptions.txt says.
. "$(dirname "$0")/promise.sh"
lint="sh common/build/words/words.sh"
needs words "make words finds what is read twice" "and no page of the kit is worse than it was" || exit 0

page=$work/page.md
found() { $lint "$page" >"$work/out"; } # whether the page, from the input, keeps to the limits
says() { grep -qF "$page:$1" "$work/out"; }
made() { printf '%s\n' "$@" >"$page" && found; }
clean() { made "$@" && ! grep -q "^$page:[0-9]" "$work/out"; }
column() { [ "$(awk -v p="$page" -v k="$1" '$1 == p { print $k }' "$work/out")" = "$2" ]; }

# A sentence of so many words, in two lines.
words() { awk -v n="$1" \
    'BEGIN { printf "A"; for (i = 2; i <= n; i++) printf "%skey", i == 9 ? "\n" : " "; print "." }'; }
many=$(seq 19 | sed 's/$/ A./' | tr '\n' ' ')
clean "$many" "$(words 30)" && column 2 20 && column 3 5 && ! made '# A' '' "One." "$(words 31)" &&
    says "4: sentence of 31 words: \"A key key key key key key key …\"" && column 2 2 && column 3 50 && column 5 1
promise "a sentence of more than 30 words is found, and those of more than 25 are counted" $?

! made "- One key \`with a name\`" "  lies here; the other" "  one waits." &&
    says '1: semicolon: "One key `with a name` lies here; the' &&
    ! made '| a |' '|---|' '| x |' '| A key; a list. |' && says 4: && ! made '<!--' 'A note; a half.' '-->' && says 2:
promise "semicolons are found, with their lines, in items, cells with sentences, and notes" $?

for start in 'What is right' 'Who waits' 'Whoever waits' 'Whose turn it is' 'Of which one'; do
    ! made "Keys wait." "$start goes on." && says "2: begins with a clause as its subject: \"$start goes on.\"" || break
done && ! made 'Of all keys one is the least.' && says '1: begins with Of:' &&
    clean 'What waits? "Who waits?" That is asked. (What is a key?) Of course it is.' && clean '## What is a key'
promise "clauses as subjects and a fronted Of are found, and questions and headings are not" $?

! made 'No key waits in the' 'end.' && says '1: "in the end": write finally' && ! made 'The road is long.' &&
    says '1: "road": write ' &&
    ! made 'The head is least.' && clean 'A sort in place needs `road` and no roadside.' &&
    mkdir -p "$work/labs/03_x" && here=$PWD && echo 'The head is least.' >"$work/labs/03_x/README.md" &&
    cp -r --parents common/build/words docs/words.txt docs/spelling.txt "$work" && cd "$work" &&
        $lint labs/03_x/README.md >"$work/out"
code=$?
cd "$top" && [ $code = 0 ]
promise "home-made words are found with what to write, but for pages that define them" $?

! made 'A kernol of the neighbour.' && says '1: "kernol" is in no dictionary' && ! grep -q neighbour "$work/out" &&
    column 11 1 &&
    clean "A rank's k-th key, atomicMin, SIMT, x86 and \`kernol\` with serial_radix.c."
promise "misspelt words are found, and names are not" $?

# Text of 100 words and more has a reading ease.
ease() { for _ in $(seq "$2"); do echo "$1"; done >"$page" && found; }
ease 'A key is in the list.' 20 && column 10 116 && ease 'Communicators necessitate considerable documentation.' 20 &&
    column 10 - &&
    ! ease 'Communicators necessitate considerable documentation.' 40 &&
        [ "$(awk '$1 == "sum" { print $10 }' "$work/out")" -lt 0 ]
promise "a page that is hard to read is found" $?

clean '---' 'description: "A page of keys."' '---' \
    'It took 1.5 ms, i.e. one run, e.g. on a GPU. D. E. Knuth wrote it. Wait ... and go on.' \
    '<!-- minutes: 3; a -->' '' '    What is it; code' '' '```' 'What is it; code' '```' '' '- one item' '- another' \
        '' '| What | a; b |' \
    '|---|---|' '| What a cell is | a; b |' '' \
        '1. See [it](https://a.org/x;kernol) and <https://a.org/y;kernol>: `a; b`.' \
    '2. "Is it right?" asks a student of list A. Then they read version 2.1-3.' && column 2 7
promise "code, tables of data, addresses, abbreviations and numbers are no mistakes, and sentences end where they do" $?

clean 'One. Two [i]. (Three.) `four` is one. 5 are more: so six... And seven, in "eight."' 'e.g. nine!' && column 2 6
promise "as many sentences are counted as there are" $?

source=$work/source.c
printf '%s\n' '// What is here; no message' 'static const char *text = "the road is " PRIu64 " long; a key"' \
    '    " is on it";' 'f("int a; of the road {}", "sh; the -x");' >"$source"
! $lint "$source" >"$work/out" && grep -qF "$source:2: semicolon: \"the road is 1 long; a key is …" "$work/out" &&
    grep -qF "$source:2: \"road\": write" "$work/out" && [ "$(grep -c "^$source:" "$work/out")" = 2 ]
promise "messages in sources are read, over several lines, and programs in strings are not" $?

! $lint "$work/none.md" >"$work/out" 2>&1 && grep -q 'none.md is no file. PAGE is' "$work/out"
promise "a page that is not there is an error that says what to type" $?

echo "A key; a list." >"$page" && $lint --rows "$page" >"$work/rows" &&
    $lint --known "$work/rows" "$page" >"$work/out" &&
    ! { made "A key; a list." "A list; a key." || $lint --known "$work/rows" "$page" >"$work/out"; } && says 2: &&
        echo "A key." >"$page" && ! $lint --known "$work/rows" "$page" >"$work/out" &&
            grep -q 'delete its row in' "$work/out"
promise "a page may be as bad as its row and no worse, and a row that is not needed has to go" $?

$lint --known docs/words-exceptions.txt >"$work/all"
code=$?
grep -vE '^$|^ |  [0-9]+ |^limits' "$work/all" >"$work/out"
[ $code = 0 ]
promise "no page, comment or message of the kit is worse than docs/words-exceptions.txt allows" $?
LC_ALL=C sort -c docs/spelling.txt 2>"$work/out" && sed '/^#/d; s/ .*//' docs/words-exceptions.txt |
    LC_ALL=C sort -c 2>>"$work/out"
promise "the list of words and the list of exceptions are sorted" $?
exit $failed
