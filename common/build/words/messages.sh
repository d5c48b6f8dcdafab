#!/bin/sh
# Catalogues of messages, docs/LANGUAGE/messages.po, against the sources that make the messages.
#     sh common/build/words/messages.sh [CATALOGUE...]
# A number, a format, a name or a command that differs between a message and its translation is wrong, and the exit
# code is 1. A message whose English is in no source is named: it has changed since. So is one that another language
# has, and one that is marked as fuzzy. These are no errors, and are shown in English.
set -u
export LC_ALL=C
here=$(dirname "$0")
[ $# -gt 0 ] || set -- docs/??/messages.po
[ -f "$1" ] || exit 0
out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT || exit 2
wrong=0

# What sources say, one string or text a line: of C its strings, of scripts and pages all that they hold.
c_files() {
    find common grader labs docs/pictures/draw -name '*.[ch]' -o -name '*.cu' |
        grep -vE '/(tests|selftest|mutants|right)/' | sort
}
other_files() {
    ls common/build/*.sh grader/grade/child_names.sh
    find common/web -maxdepth 2 \( -name '*.js' -o -name 'page.html' \) | sort
}
# Of simtcc, and what make help lists.
tools() { ls common/simt/simtcc common/simt/driver/*.sh Makefile common/build/*.mk grader/sort/ranks/*/*.mk; }
# shellcheck disable=SC2046
{ awk -f "$here/strings.awk" $(c_files); awk -v script=1 -f "$here/strings.awk" $(other_files)
    awk -v script=2 -f "$here/strings.awk" $(tools); } >"$out/sources"

for catalogue; do
    if command -v msgfmt >/dev/null 2>&1; then
        msgfmt -c -o /dev/null "$catalogue" 2>"$out/msgfmt" || {
            grep -v ' warning: ' "$out/msgfmt"
            wrong=1
        }
    fi
    awk -v sources="$out/sources" -v catalogue="$catalogue" -f "$here/messages.awk" "$catalogue" >"$out/said"
    sed 's/^[a-z]* //' "$out/said"
    ! grep -q '^wrong ' "$out/said" || wrong=1
done

# What one catalogue has and another has not.
for catalogue; do
    for other; do
        [ "$catalogue" != "$other" ] || continue
        awk -v catalogue="$catalogue" -v other="$other" '
            /^msgid / { id = $0; getline; while (/^"/) { id = id $0; getline } gsub(/""/, "", id) }
            /^msgstr / { if (FNR == NR) has[id]; else if (!(id in has))
                             print catalogue ": " other " has also " substr(id, 7, 90) }' "$catalogue" "$other"
    done
done
exit $wrong
