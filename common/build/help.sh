#!/bin/sh
# Prints the targets that carry a `## what it does` in the given makefiles, as wide as the terminal; but
# for those that are ABSENT. Such a text goes on in the lines `##   and more` right below.
. common/build/width.sh
. common/build/language.sh
find_width

targets=$(awk -v absent=" ${ABSENT:-} " '
    function put() { if (text != "") print text; text = "" }
    text != "" && sub(/^##   /, "") { text = text " " $0; next }
    { put() }
    /^[a-z][a-z0-9-]*:.*## / { target = $0; sub(/:.*/, "", target); sub(/.*## /, "")
        if (index(absent, " " target " ") == 0) text = target "\t" $0 }
    END { put() }' "$@")

# What a target does, in the reader's language; or in English, and missed is set then.
tab=$(printf '\t') missed=
say_targets() {
    echo "$targets" | { while IFS=$tab read -r target text; do
        words=$text
        [ ! "$language" ] || words=$(in_catalogue "$text")
        [ "$words" != "$text" ] || missed=$language
        printf '%s\t%s\n' "$target" "$words"
    done
    [ ! "$missed" ] ||
        printf '\t\n\t%s\n' "$(said "Some messages have no translation yet, and are in English.")"; }
}

{
    printf '\t%s\n\t\n' "$(said "Sortlab: learn GPU programming by one large program, a sort. Targets:")"
    say_targets
    printf '\t\n\t%s\n' "$(said "Knobs: %s" \
        "DEV=cpu|gpu WHO=labs|solutions LAB=03 STAGE=2 CASE=1 N=33 SEED=7 ORDER=forward|reverse|random:1")"
    set -- labs/[0-9]*/README.md
    page=$(in_language "$1")
    start="Start: make demo, then %s"
    [ ! "${ABSENT:-}" ] || start="Start: %s"
    printf '\t%s\n' "$(said "$start" "$page")"
} | list
