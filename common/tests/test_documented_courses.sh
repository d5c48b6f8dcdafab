#!/bin/sh
# The commands of the pages on courses, and of those that lead to the others, are run as they stand there
# (documented.sh).
#     sh common/tests/test_documented_courses.sh
# ALL=1: also those of which a run takes a third; TIMES=1: how long each took.
# Takes turn 1 of 12.
set -u
. "$(dirname "$0")/promise.sh"
. common/tests/documented.sh

documented $pages_on_courses
exit $failed
