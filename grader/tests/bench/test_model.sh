#!/bin/sh
# make model: the page has the tables that the program prints, knobs do what they say, and what is wrong with them
# is said.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
make -s --no-print-directory build/cpu/model >"$work/out" 2>&1
promise "the model is built" $?
model=$PWD/build/cpu/model folder=.
sh grader/bench/model/page.sh "$model" >"$work/page" 2>"$work/out" && diff docs/model.md "$work/page" >"$work/out"
promise "docs/model.md has the tables that the program prints (make model PAGE=1 writes them)" $?

"$model" >"$work/100" 2>&1 && "$model" --network 25 >"$work/slow" 2>&1
exchange() { sed -n 's/^  exchange: over the network  *\([0-9.]*\) s  network$/\1/p' "$1"; }
awk -v a="$(exchange "$work/100")" -v b="$(exchange "$work/slow")" \
    'BEGIN { exit !(a > 0 && b > 1.99 * a && b < 2.01 * a) }' >"$work/out"
promise "on half the network the exchange takes twice as long" $?

refused() { # PROMISE WORDS ARGUMENT...
    promise=$1 words=$2
    shift 2
    (cd "$folder" && "$model" "$@") >"$work/out" 2>&1
    [ $? = 2 ] && grep -qF -- "$words" "$work/out" && [ "$(grep -c . "$work/out")" = 1 ]
    promise "$promise" $?
}
refused "a number that is none is refused" "--nodes is 'many'. It must be a number from 1 to 100000" --nodes many
kit() { # FOLDER SED: a folder with the model's figures, edited
    mkdir -p "$1/grader/bench/model" && sed "$2" grader/bench/model/figures.csv >"$1/grader/bench/model/figures.csv"
    folder=$1
}
kit "$work/gone" /^RANKS_1_20,/d
refused "a figure that is not there is named" "RANKS_1_20 is not in grader/bench/model/figures.csv"
kit "$work/odd" 's/^lists,10000000,0,/lists,ten,0,/'
refused "a row that cannot be read is named" "'lists,ten,0,0.4,ms,"
make -s --no-print-directory model DIST=all >"$work/out" 2>&1
[ $? = 2 ] && grep -q 'simulates no exchange.*Leave out DIST' "$work/out"
promise "the old knob of the simulation says that it is gone" $?
folder=$work
refused "and figures that are not there" "cannot read './grader/bench/model/figures.csv'"
exit $failed
