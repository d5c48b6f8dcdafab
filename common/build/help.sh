#!/bin/sh
# Prints the targets that carry a `## what it does` in the given makefiles, as wide as the terminal; but
# for those that are ABSENT. Such a text goes on in the lines `##   and more` right below.
. common/build/width.sh
find_width

# Lines "  make target  what it does", which goes on beneath itself, or a little in where that is narrow.
list='
    BEGIN { indent = width < 60 ? 5 : 18 }
    { line = $1 == "" ? "" : sprintf("  make %-11s", $1); n = split($2, words, " ") }
    { for (i = 1; i <= n; i++) {
          if (line != "" && length(line " " words[i]) > width) {
              print line; line = sprintf("%*s", $1 == "" ? 6 : indent, "") }
          line = line (line == "" ? "" : " ") words[i] }
      print line }'
list() { awk -F'\t' -v width="$width" "$list"; }

printf '\tSortlab: learn GPU programming by one large program, a sort. Targets:\n\t\n' | list
awk -v absent=" ${ABSENT:-} " '
    function put() { if (text != "") print text; text = "" }
    text != "" && sub(/^##   /, "") { text = text " " $0; next }
    { put() }
    /^[a-z][a-z0-9-]*:.*## / { target = $0; sub(/:.*/, "", target); sub(/.*## /, "")
        if (index(absent, " " target " ") == 0) text = target "\t" $0 }
    END { put() }' "$@" | list
set -- labs/[0-9]*/README.md
start="$([ "${ABSENT:-}" ] || echo 'make demo, then') $1"
printf '\t\n\t%s\n\tStart: %s\n' \
    "Knobs: DEV=cpu|gpu WHO=labs|solutions LAB=03 STAGE=2 CASE=1 N=33 SEED=7 ORDER=forward|reverse|random:1" "$start" |
        list
