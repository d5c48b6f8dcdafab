#!/bin/sh
# Hints: three for each TODO of each skeleton, short, with no line of a solution; and the command that
# shows them.
set -u
. "$(dirname "$0")/../../common/tests/promise.sh"
hint="sh common/build/hint.sh"
export PROGRESS="$work/progress.json" # and not what a learner has done here

# ---- The files. These functions look at the kit in the current folder, and print what is wrong. ----

solutions() { ls solutions/[0-9]*_*.c solutions/[0-9]*_*.cu; }
lab_of() { basename "$1" | sed 's/\.[^.]*$//'; }
todos() { awk -f common/build/skeleton.awk "$1" | sed -n 's/.*\/\/ TODO \([0-9]*\).*/\1/p' | sort -nu; }

# Each step of each skeleton wants levels 1, 2 and 3, in this order and with no other.
uncovered() {
    for solution in $(solutions); do
        lab=$(lab_of "$solution")
        for step in $(todos "$solution"); do printf "$step %d\n" 1 2 3; done >"$work/wanted"
        awk -f common/build/hints.awk "labs/$lab/hints.md" | awk '$2 > 0 { print $1, $2 }' | uniq >"$work/there"
        diff "$work/wanted" "$work/there" | sed -n "s/^</$lab: no hint /p; s/^>/$lab: nobody asks for hint /p"
    done
    for hints in labs/*/hints.md; do
        lab=$(basename "${hints%/*}")
        solutions | grep -q "/$lab\." || echo "$lab: there are hints and no solution"
    done
}

misshapen() {
    for hints in labs/*/hints.md; do
        awk -f common/build/hints.awk "$hints" | LC_ALL=C awk -F '\t' -v f="$hints" '
            { where = f ": step " $1 " level " $2; name = $1 " " $2 }
            $3 == "bad" { print where ": this is no part of a hint: " $4 }
            /[^\t -~]/ { print where ": not ASCII, so its width is not known: " $4 }
            $3 == "text" { letters[name] += length($4) + 1 }
            $3 == "text" && length($4) > 97 { print where ": a line of more than 100 columns" }
            $3 == "picture" && (length($4) > 76 || ++lines[name] > 6) { print where ": the picture is too large" }
            $3 == "class" && length($5) > 100 { print where ": a line of more than 100 columns" }
            $3 == "class" { letters[name " " $4] += length($5) + 1 }
            END { for (name in letters) if (letters[name] > 600) print f ": " name ": more than 600 letters" }'
    done
}

# A hint for a class that no failure has would never be shown.
unheard() {
    for hints in labs/*/hints.md; do
        awk -f common/build/hints.awk "$hints" | awk -F '\t' '$3 == "class" { gsub(/, /, "\n", $4); print $4 }' |
            sort -u |
            while read -r class; do
            grep -qF "{\"$class\"," grader/grade/judge/failure.c || echo "$hints: no failure is called '$class'"
        done
    done
}

# Of each line that a skeleton lacks, 8 letters of code or more, blanks do not count. Without what ends
# it, it must not be in the hints either; but a call with nothing in it may be named.
leaks() {
    for solution in $(solutions); do
        awk -v f="$solution" '
            NR == FNR { gsub(/[ \t`]/, ""); hints = hints $0; next }
            /^ *\/\/[>|<]/ { inside = /\/\/>/ || inside && !/\/\/</; next }
            !inside { next }
            { gsub(/\/\/.*|\/\*.*\*\/|[ \t]/, ""); bare = $0; sub(/[;{}]+$/, "", bare) }
            length($0) >= 8 && index(hints, bare ~ /^[A-Za-z_]+\(\)$/ ? $0 : bare) { print f ":" FNR ": " $0 }
            ' "labs/$(lab_of "$solution")/hints.md" "$solution"
    done
}

# finds FAULT COMMAND: in a copy of the kit that COMMAND changes, FAULT has something to say.
finds() {
    rm -rf "$work/kit"
    mkdir -p "$work/kit/common/build"
    cp -r labs solutions "$work/kit"
    cp common/build/*.awk "$work/kit/common/build"
    mkdir "$work/kit/grader" && cp -r grader/grade/judge "$work/kit/grader"
    (cd "$work/kit" && eval "$2" && "$1") >"$work/out" 2>&1 || return 1
    [ -s "$work/out" ]
}

uncovered >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "every TODO of every skeleton has three hints, and there are no others" $?
misshapen >"$work/out"
[ ! -s "$work/out" ]
promise "every hint is plain text, short, with pictures that fit a terminal" $?
unheard >"$work/out"
[ ! -s "$work/out" ]
promise "every hint for a class is for one that there is" $?
leaks >"$work/out"
[ ! -s "$work/out" ]
promise "no hint holds a line that a solution has and its skeleton lacks" $?

h=labs/03_atomic_merge/hints.md
finds uncovered "sed -i '/^## Step 2/,/^## Step 3/s/^3\. /   /' $h" &&
    finds uncovered "printf '\n## Step 9: none\n\n1. None.\n' >>$h" && finds uncovered "rm $h" &&
    finds uncovered "sed -i 's/TODO 5/TODO 6/' solutions/03_atomic_merge.cu"
promise "a hint that is missing, and one too many, are found" $?
finds misshapen "sed -i '0,/^2\. /s//4. /' $h" && finds misshapen "echo 'No step.' >>$h" &&
    finds misshapen "sed -i '0,/^1\. /s//&$(printf '%0101d' 0) /' $h"
promise "a line that no hint is made of, and one too long, are found" $?
finds unheard "sed -i 's/^..race, /**rice, /' $h"
promise "a class that there is not is found" $?
finds leaks "printf '\n   Try \`run[ i ]\n   = key\` then.\n' >>$h" &&
    finds leaks "printf '   if(has_key)atomicMin(&s_lowest,key)\n' >>$h" &&
    finds leaks "echo '__syncthreads();' >>$h" &&
    ! finds leaks "echo 'Now \`__syncthreads()\` once; and choice.key is s_lowest.' >>$h"
promise "a line of a solution is found, however it is spaced; the name of a call is none" $?

# ---- The command. ----

words() { tr -s ' \n' '\n\n' | grep -v '^$'; }
for folder in labs/[0-9]*; do
    awk -f common/build/hints.awk "$folder/hints.md" | awk '$2 > 0' >"$work/records"
    cut -f 4 "$work/records" | words >"$work/wanted"
    cut -f 1,2 "$work/records" | uniq | while read -r step level; do
        $hint "${folder#labs/}" "$step" "$level" 2>&1 | tee "$work/shown" | sed '1d;$d'
        awk -v at="$folder $step $level" 'length($0) > 80 { print at ": " $0 }' "$work/shown" >>"$work/wide"
    done | words | diff "$work/wanted" -
done >"$work/out"
cat "$work/wide" >>"$work/out"
[ ! -s "$work/out" ]
promise "every hint is shown, to its last word, in at most 80 columns" $?

for folder in labs/[0-9]*; do
    lab=${folder#labs/}
    number=${lab%%_*}
    $hint "$lab" 1 >"$work/shown" && [ -s "$work/shown" ] || echo "$lab has no hint"
    for name in "$number" "${number#0}"; do $hint "$name" 1 | cmp -s - "$work/shown" || echo "$name is not $lab"; done
done >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "a lab may be spelled 3, 03 and by its name" $?

says() { $hint 3 2 $1 >"$work/out" && head -n 1 "$work/out" | grep -q "$2" && tail -n 1 "$work/out" | grep -q "$3"; }
says '' 'step 2: .* Hint 1 of 3:$' 'make hint LAB=03 STEP=2 LEVEL=2$' &&
    says 2 'Hint 2 of 3:$' 'make hint LAB=03 STEP=2 LEVEL=3$' && says 3 'Hint 3 of 3:$' 'the last hint of this step'
promise "the first hint is shown first, and each says how to get the next one" $?

# refused WORDS ARGUMENTS: status 2, one line and no hint, which has the words in it.
refused() {
    words=$1
    shift
    $hint "$@" >"$work/hint" 2>"$work/out"
    [ $? = 2 ] && [ ! -s "$work/hint" ] && [ "$(wc -l <"$work/out")" = 1 ] && grep -qF -- "$words" "$work/out"
}
refused "no lab '99'. There are 01_serial_radix" 99 1 && refused "no lab '3x'" 3x 1 &&
    refused "no lab '*'" '*' 1 && refused "no lab '03_atomic'" 03_atomic 1
promise "a lab that there is not is refused with the names of those that there are" $?
refused "03_atomic_merge has no step '9'. It has 1 2 3 4 5" 3 9 && refused "no step '0'" 3 0 &&
    refused "no step '1 2'" 3 '1 2' && refused "no step 'x'" 03 x && refused "no step '-1'" 03 -1
promise "so is a step" $?
refused "no hint of level '4'. It has 1 2 3" 3 2 4 && refused "level '0'" 3 2 0 && refused "level 'x'" 3 2 x
promise "so is a level" $?
refused "make hint LAB=03 STEP=2" && refused "make hint LAB=03 STEP=2" "" 2 && refused "STEP=2" 3 "" 1
promise "without a lab or a step the command says how it is used" $?

make="env -u MAKEFLAGS -u MAKELEVEL -u LAB -u STEP -u LEVEL make --no-print-directory"
$hint 3 2 2 >"$work/shown"
$make hint LAB=03 STEP=2 LEVEL=2 >"$work/out" 2>&1 && cmp -s "$work/out" "$work/shown" &&
    ! $make hint LAB=03 STEP=9 >"$work/out" 2>&1 && grep -q "no step '9'" "$work/out" &&
    ! $make hint >"$work/out" 2>&1
promise "make hint is that command" $?
$make -n hint LAB=3 STEP=1 >"$work/out" 2>&1
grep -qxF "sh common/build/hint.sh '3' '1' ''" "$work/out" && [ "$(wc -l <"$work/out")" = 1 ]
promise "and nothing is built or installed for it" $?

if command -v script >/dev/null; then
    for columns in 50 90 200; do
        script -qec "stty cols $columns; $hint 5 4 2" "$work/shown" </dev/null >/dev/null 2>&1
        tr -d '\r' <"$work/shown" | awk '/^    / && length($0) > most { most = length($0) } END { print most }'
    done >"$work/out"
    [ "$(sed -n '1p' "$work/out")" -le 50 ] && [ "$(sed -n '2p' "$work/out")" -gt 80 ] &&
        [ "$(sed -n '2p' "$work/out")" -le 90 ] && [ "$(sed -n '3p' "$work/out")" -le 100 ]
    promise "a hint is as wide as the terminal, up to 100 columns" $?
else
    echo "skip - a hint is as wide as the terminal (there is no script here)"
fi
exit $failed
