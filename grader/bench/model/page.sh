#!/bin/sh
# Prints docs/model.md with its tables, between the marks, as the program has them now.
#     sh grader/bench/model/page.sh PROGRAM
set -u
tables=$("$1" --page) || exit
awk -v text="$tables" '/^<!-- model -->$/ { print; print ""; print text; print ""; left_out = found = 1; next }
    /^<!-- end of model -->$/ { left_out = 0 }
    !left_out { print }
    END { exit !found || left_out }' docs/model.md && exit
echo "model: docs/model.md has no lines <!-- model --> and <!-- end of model -->" >&2
exit 1
