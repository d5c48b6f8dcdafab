#!/bin/sh
# Translations against their pages: docs/LANGUAGE/PATH is docs/PATH in another language, or PATH outside of docs.
# The first line of a translation names its page, and the page's hash at that time.
#     sh common/build/words/translated.sh [PAGE...]      which translations are wrong, or older than their page
#     sh common/build/words/translated.sh --line PAGE    the first line of a translation of this page
# A number, a piece of code, a command, a link, a step or a row that differs is wrong, and the exit code is 1. A page
# that has changed since is named, and is no error.
set -u
export LC_ALL=C
here=$(dirname "$0")

line_of() { echo "<!-- translates $1 $(sha256sum <"$1" | cut -c1-12) -->"; }
tokens() { awk -v self="$1" -v source="${2:-}" -f "$here/tokens.awk" "$1" | sort; }

[ "${1:-}" != --line ] || { line_of "$2"; exit; }
[ $# -gt 0 ] || set -- $(find docs/?? -name '*.md' 2>/dev/null | sort)
wrong=0
out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT || exit 2
for page; do
    first=$(head -n 1 "$page")
    source=$(echo "$first" | sed -n 's/^<!-- translates \([^ ]*\) [0-9a-f]* -->$/\1/p')
    [ -f "$source" ] || {
        echo "$page:1: names no page of the kit. Write: $0 --line PAGE"
        wrong=1
        continue
    }
    [ "$first" = "$(line_of "$source")" ] || {
        echo "$page: $source has changed since. See: git log -p -- $source"
    }
    tokens "$source" >"$out/source" && tokens "$page" "$source" >"$out/page"
    diff "$out/source" "$out/page" | awk -F '\t' -v page="$page" '
        /^[<>]/ { section = substr($1, 3)
                  print page ": section " section ": the " $2 " " $3 (/^</ ? " is missing" : " is not in the page") }' \
        >"$out/diff"
    [ ! -s "$out/diff" ] || { cat "$out/diff"; wrong=1; }
done
exit $wrong
