#!/bin/sh
# The commands of the pages on grading are run as they stand there (documented.sh); and a rule for commands is of use.
#     sh common/tests/test_documented.sh [PAGE...]
# ALL=1: also those of which a run takes a third; TIMES=1: how long each took.
# Takes turn 4 of 12.
set -u
. "$(dirname "$0")/promise.sh"
. common/tests/documented.sh

printf '%s\n' 'Type `make no-such-target`, or `rm no-such-file`.' '' '    echo right   # fails in nothing' \
    '    echo wrong' '' '```' right '```' '' \
    '    $ echo one' '    two' >"$work/page.md"
read_page "$work/page.md"
[ "$(wc -l <"$work/commands")" = 5 ] &&
    [ "$(grep -c "^$work/page.md:[0-9]*: .*: \(ended with [12], not 0\|prints something else\)" "$work/bad")" = 4 ] &&
    ! grep -q 'right: ' "$work/bad"
report "a command that fails is found, and one that prints something else than its page shows" $? "$work/bad"

documented ${*:-$pages_on_grading}
if [ ! "$*" ]; then
    awk -v folder="$work/printed" -f common/tests/commands.awk $pages_on_grading $pages_on_courses |
        while IFS='	' read -r place command; do
            command=$(printf '%s' "$command" | sed 's/  *#.*//; s/ *$//')
            for kind in ends shows needs skip slow; do rule "$command" $kind; done
        done >"$work/out"
    grep -vxFf "$work/used" "$work/rules" >"$work/out"
    [ ! -s "$work/out" ]
    promise "no rule is for a command that no page prints" $?
fi
exit $failed
