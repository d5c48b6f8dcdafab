#!/bin/sh
# Prints the targets that carry a `## what it does` in the given makefiles.
echo "Sortlab: learn GPU programming by one large program, a sort. Targets:"
echo
sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1\t\2/p' "$@" | awk -F'\t' '{ printf "  make %-11s %s\n", $1, $2 }'
echo
echo "Knobs: DEV=cpu|gpu WHO=labs|solutions LAB=03 STAGE=2 CASE=1 N=33 SEED=7 ORDER=forward|reverse|random:1"
echo "Start: make demo, then labs/01_*/README.md"
