#!/bin/sh
# Shows one hint of a step, wrapped to the terminal, and says how to get the next one. What was shown is
# kept with the learner's progress, once the kit is built.
#     sh common/build/hint.sh [LAB]                  the next hint for what failed last (in this lab)
#     sh common/build/hint.sh LAB STEP [LEVEL]       LAB: 3, 03 or 03_atomic_merge
set -u
wanted=${1:-} step=${2:-} level=${3:-}
. common/build/width.sh
. common/build/find_lab.sh
. common/build/language.sh
state=${PROGRESS:-.sortlab/progress.json}

refuse() { # FORMAT WORD...
    echo "hint: $(said "$@")" >&2
    exit 2
}

# What an awk program makes of the records of the lab's hints (common/build/hints.awk).
pick() {
    printf '%s\n' "$records" | LC_ALL=C awk -F '\t' "$@"
}

one_of() { # NUMBER "NUMBERS"
    case $1 in *[!0-9]*) return 1 ;; esac
    case " $2 " in *" $1 "*) return 0 ;; esac
    return 1
}

# Text is wrapped, though not within `code`; a picture stays as it is. A class has its names before its text.
wrap=$(cat common/build/wide.awk)'
    function put() { if (line != "") print "    " line; line = "" }
    function add(word,    part, glue) {
        glue = line == "" ? "" : " "
        while (word != "") {
            part = first_part(word)
            if (line != "" && columns("    " line glue part) > width) { put(); glue = "" }
            line = line glue part
            word = substr(word, length(part) + 1)
            glue = ""
        }
    }
    $1 != step { next }
    level == "" ? $3 != "class" || index(", " $4 ",", ", " class ",") == 0 : $2 != level { next }
    $3 == "gap" { put(); print ""; next }
    $3 == "picture" { put(); print "    " $4; next }
    { n = split($3 == "class" ? $5 : $4, words, " ") }
    { for (i = 1; i <= n; i++) { word = word (word == "" ? "" : " ") words[i]
                                 if (gsub(/`/, "`", word) % 2 == 0) { add(word); word = "" } } }
    END { put() }'

# The program that knows what was done, with what it is asked; nothing where it is not built.
ask() {
    for program in build/*/grade; do
        [ ! -x "$program" ] || { "$program" --progress "$state" "$@"; return; }
    done
}

# Sets lab, step and class to what failed last, in the lab that is wanted if one is.
find_failure() {
    [ -z "$wanted" ] || find_lab "$wanted" || refuse "there is no lab '%s'. There are%s" "$wanted" "$labs"
    failure=$(ask ${wanted:+--lab "$lab"} failure)
    wanted=${failure%% *} failure=${failure#* } step=${failure%% *} class=${failure#* }
    [ -n "$step" ] || refuse "no stage is known to fail. Type make, or name the lab and the TODO: %s" "$usage"
}

# Sets level to the next one that was not shown, or to the last one; to none for a hint by class, which
# goes first.
choose_next() {
    shown=$(ask shown "$lab" "$name")
    echo "$shown" | grep -qxF "$class" && class=
    [ -z "$class" ] || [ -z "$(pick -v step="$step" -v class="$class" \
        '$1 == step && $3 == "class" && index(", " $4 ",", ", " class ",")')" ] || return 0
    level=$(($(echo "$shown" | grep -x '[0-9]*' | sort -n | tail -n 1) + 1))
    one_of "$level" "$levels" || level=${levels##* }
}

usage="make hint LAB=03 STEP=2"
class=
[ ! -f exam.txt ] || refuse "this is an examination, and it has no hints. The README.md of a lab says what is asked"
next=$([ -n "$step$level" ] || echo 1) # the next one is wanted
[ -z "$next" ] || find_failure
[ -n "$wanted" ] && [ -n "$step" ] || refuse "name the lab and the number of the TODO: %s" "$usage"
find_lab "$wanted" || refuse "there is no lab '%s'. There are%s" "$wanted" "$labs"
[ -f "labs/$lab/hints.md" ] || refuse "lab %s has no hints yet" "$lab"
page=$(in_language "labs/$lab/hints.md")
records=$(awk -f common/build/hints.awk "$page")
steps=$(pick '$3 == "title" { print $1 }' | xargs)
one_of "$step" "$steps" || refuse "lab %s has no step '%s'. It has %s" "$lab" "$step" "$steps"
levels=$(pick -v step="$step" '$1 == step && $2 > 0 { print $2 }' | uniq | xargs)
title=$(pick -v step="$step" '$1 == step && $3 == "title" { print $4 }')
name=$(sed -n "s/^## Step $step: //p" "labs/$lab/hints.md")
if [ -n "$next" ]; then choose_next; else level=${level:-1}; fi
[ -z "$level" ] || one_of "$level" "$levels" ||
    refuse "step %s of lab %s has no hint of level '%s'. It has %s" "$step" "$lab" "$level" "$levels"

if [ -n "$level" ]; then
    which=$(said_part "Hint %s of %s" "$level" "${levels##* }")
else
    which=$(said_part "The failure is %s" "$class")
fi
said "Lab %s, step %s: %s. %s:" "$number" "$step" "$title" "$which"
echo
find_width
pick -v step="$step" -v level="$level" -v class="$class" -v width="$width" "$wrap"
echo
if [ "$level" = "${levels##* }" ]; then
    said "This was the last hint of this step."
elif [ -n "$next" ]; then
    said "The next one, which says more: make hint"
else
    said "The next one, which says more: make hint LAB=%s STEP=%s LEVEL=%s" "$number" "$step" $((level + 1))
fi
ask shown "$lab" "$name" "$step" "${level:-$class}" || : # a hint is one though nobody remembers it
