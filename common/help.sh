#!/bin/sh
# Prints the targets that carry a `## what it does` in the given makefiles, as wide as the terminal.
width=
[ ! -t 1 ] || { width=$(stty size <&3 2>/dev/null); } 3>&1
width=${width#* }
case $width in '' | 0 | *[!0-9]*) width=80 ;; esac

# Lines "  make target  what it does", which goes on beneath itself.
list='
    { line = sprintf("  make %-11s", $1); n = split($2, words, " ") }
    { for (i = 1; i <= n; i++) {
          if (length(line " " words[i]) > width) { print line; line = sprintf("%18s", "") }
          line = line " " words[i] }
      print line }'

echo "Sortlab: learn GPU programming by one large program, a sort. Targets:"
echo
sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1\t\2/p' "$@" | awk -F'\t' -v width="$width" "$list"
echo
echo "Knobs: DEV=cpu|gpu WHO=labs|solutions LAB=03 STAGE=2 CASE=1 N=33 SEED=7"
echo "       ORDER=forward|reverse|random:1"
echo "Start: make demo, then labs/01_*/README.md"
