#!/bin/sh
# A lint for prose: what readers have to read twice on pages, in comments and in messages. docs/style.md has the rules.
#     sh common/build/words/words.sh [--known FILE | --rows] [PAGE...]
#         --known FILE   a page may be as bad as its row there says, and findings are those of worse pages alone
#         --rows         prints such rows: a page that keeps to the limits has none
# The exit code is 1 where something is above its limit.
set -u
known=/dev/null rows=
case ${1:-} in
--known) known=$2 && shift 2 ;;
--rows) rows=yes && shift ;;
esac
here=common/build/words
export LC_ALL=C

pages() {
    ls README.md docs/*.md docs/instructor/*.md docs/measured/*.md labs/*/README.md labs/*/hints.md labs/*/exam/*.md \
        slides/*.md grader/README.md grader/*/*/README.md common/simt/README.md
}
sources() {
    ls labs/*/*.h labs/*/stages.c solutions/*.c solutions/*.cu
    find common grader -name '*.c' | grep -vE '/(tests|selftest)/' | sort
}

for page; do
    [ -f "$page" ] && continue
    echo "make: $page is no file. PAGE is a path such as labs/03_atomic_merge/README.md" >&2
    exit 2
done
out=$(mktemp -d) || exit 2
trap 'rm -rf "$out"' EXIT
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(pages) $(sources)

# Sentences, with what is found in each.
: >"$out/units"
for page; do
    case $page in
    *.md) echo "$page" >>"$out/md" ;;
    *) echo "$page" >>"$out/other" ;;
    esac
done
if [ -e "$out/md" ]; then
    xargs awk -v map="$out/map" -f $here/markdown.awk <"$out/md" >"$out/markdown"
    cmark -t xml --sourcepos "$out/markdown" | awk -v map="$out/map" -f $here/text.awk >>"$out/units"
fi
[ ! -e "$out/other" ] || xargs awk -f $here/source.awk <"$out/other" >>"$out/units"
awk -v table=docs/words.txt -v out="$out" -f $here/judge.awk "$out/units" || exit 2

# What the dictionary and docs/spelling.txt do not know.
cut -f3 "$out/words" | sort -u | hunspell -i UTF-8 -d en_US -p docs/spelling.txt -l | sort -u >"$out/unknown"
awk -F '\t' -v list="$out/unknown" -v remedy='(correct it, or add it to docs/spelling.txt)' '
    BEGIN { while ((getline word < list) > 0) unknown[word] }
    $3 in unknown { printf "%s\t%d\t\"%s\" is in no dictionary %s\n", $1, $2, $3, remedy }
    ' "$out/words" | tee "$out/misspelt" >>"$out/found"

# The reading ease of each page, and of all.
touch "$out/pages"
{ cat "$out/pages" && echo sum; } | while read -r page; do
    n=$((${n:-0} + 1))
    echo "page: $page"
    if [ "$page" = sum ]; then cat "$out"/*.text; else cat "$out/$n.text"; fi | style
done | awk '
    function put() { if (page != "") print "ease\t" page "\t" (words >= 100 ? ease : "-"); words = 0 }
    /^page: / { put(); page = $2 }
    /Flesch Index/ { split($3, part, "/"); ease = part[1] }
    / words, average/ { words = $1 }
    END { put() }' >"$out/values"
sed 's/^/misspelt	/' "$out/misspelt" >>"$out/values"
sort "$out/counts" | sed 's/^/counts	/' >>"$out/values"

sort -t "$(printf '\t')" -k1,1 -k2,2n "$out/found" >"$out/sorted"
awk -v found="$out/sorted" -v known="$known" -v rows="$rows" -f $here/table.awk "$out/values"
