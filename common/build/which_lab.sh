#!/bin/sh
# Asks for the lab, which was not named, as in `make debug`, `make profile`.
#     sh common/build/which_lab.sh TARGET KNOB...      what to type
. common/build/language.sh
echo "make: $(said "which lab? Type: %s" "make $*")" >&2
