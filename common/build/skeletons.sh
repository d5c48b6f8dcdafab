#!/bin/sh
# Writes labs/NN_name/name.cu (or .c) from every solutions/NN_name.cu. A learner's work is never
# overwritten: a file that git shows as changed, or does not know, is left alone with a sentence.
#     sh common/build/skeletons.sh            write them
#     sh common/build/skeletons.sh --print F  print the skeleton of one solution
set -u
strip() { awk -f common/build/skeleton.awk "$1"; }
if [ "${1:-}" = --print ]; then
    strip "$2"
    exit
fi
left=0
for solution in solutions/[0-9]*_*.c solutions/[0-9]*_*.cu; do
    [ -f "$solution" ] || continue
    file=${solution##*/}
    lab=${file%.*}
    skeleton=labs/$lab/${file#*_}
    if [ ! -d "labs/$lab" ]; then
        echo "skeletons: $solution has no folder labs/$lab" >&2
        exit 2
    fi
    if [ -e "$skeleton" ] && ! strip "$solution" | cmp -s - "$skeleton" &&
        [ -n "$(git status --porcelain -- "$skeleton" 2>/dev/null || echo unknown)" ]; then
        echo "skeletons: $skeleton has changes that git does not have. Commit them or move them away" >&2
        left=1
        continue
    fi
    strip "$solution" >"$skeleton.new" && mv "$skeleton.new" "$skeleton"
done
exit $left
