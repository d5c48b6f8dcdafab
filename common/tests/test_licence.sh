#!/bin/sh
# A licence is put on the kit in one command, and can be changed.
# Takes turn 11 of 12.
set -u
. "$(dirname "$0")/promise.sh"
. common/tests/copy.sh
printf 'Copyright [year] [fullname]\nDo as you like.\n' >"$work/text"
licence() { sh common/build/licence.sh "$@" >"$work/out" 2>&1; }
marked() { git grep -lE "^[/*# ]*SPDX-License-Identifier: $1( \*/)?$" -- '*.c' '*.h' '*.cu' '*.sh' '*.mk' Makefile |
    grep -c .; }
git init -q . && git add -A

licence MIT '2026 A. & B. Owner' "$work/text" && grep -qx 'Copyright 2026 A. & B. Owner' LICENSE
promise "it writes the licence's text, with its owner" $?
n=$(git ls-files '*.c' '*.h' '*.cu' '*.sh' '*.mk' Makefile | grep -cvE '^grader/selftest/hostile/[A-Z]|/golden/')
[ "$(marked MIT)" = "$n" ] && make -n help >"$work/out" 2>&1 && sh -n common/build/deps.sh
promise "and one line to the end of each source file" $?
for solution in solutions/*; do
    file=${solution##*/}
    sh common/build/skeletons.sh --print "$solution" | cmp - "labs/${file%.*}/${file#*_}"
done >"$work/out" 2>&1 && [ ! -s "$work/out" ]
promise "skeletons are still what solutions make" $?
licence Apache-2.0 '2027 Owner' "$work/text" && [ "$(marked Apache-2.0)" = "$n" ] && [ "$(marked MIT)" = 0 ]
promise "another one takes its place" $?
! licence 'my own' 'me' "$work/text" && grep -q "^licence: 'my own' is no name of a licence" "$work/out" &&
    ! licence MIT me "$work/none" && grep -q 'has no text' "$work/out"
promise "what is no name, or no text, is refused in a sentence" $?
exit $failed
