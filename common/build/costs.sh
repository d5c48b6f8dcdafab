#!/bin/sh
# What the reference solutions cost, stage by stage, into labs/*/costs.json; it goes with the kit, so that
# learners see it beside their own. Of labs without kernels there is nothing to count.
#     sh common/build/costs.sh GRADER FOLDER [OUT]       OUT: another folder for the files, as NN_name.json
set -u
GRADER=$1 FOLDER=$2 OUT=${3:-}
export GRADER FOLDER OUT
# Two at a time: most of it is compiling.
grep -lE '__global__ void|/kernels.h"' solutions/*.cu labs/*/*.h |
    sed 's#/[^/]*[.]h$##; s#.*/##; s#[.]cu$##' | sort -u | xargs -P 2 -I '{}' sh -c \
    '"$GRADER" --folder "$FOLDER" --submission solutions --lab {} --costs "${OUT:+$OUT/{}.json}"'
