#!/bin/sh
# Everything the kit promises: builds the tests, runs them, fast ones first, and adds up what they say.
# Side by side run one suite more than there are cores, since some wait for a clock. A script may say that it
# "Begins first" or that it "Runs alone", and why. Of long suites that "Take turn N of M", 3 or 12, a run has a part,
# which DRAW=1 to 12 chooses: another one at each commit in CI. ALL=1, or a PART, has all. They begin first, too: short
# ones keep the other cores busy while the last long one runs.
#     sh common/build/test.sh [PART]     only suites with PART in their names; quick: what takes seconds
set -u
part=${1:-}
lanes=$(($(nproc) + 1))
make="make -s --no-print-directory"
long='\(Begins first\|Takes turn\)'
sums=$(mktemp -d) || exit 2
trap 'rm -rf "$sums"' EXIT
trap 'exit 130' INT TERM

# Of lines with a title those that are asked for.
chosen() {
    case $part in
    quick) grep -E '^(common|grader)/test_|test_(house|map|score)\.sh' ;;
    *) grep -F -- "$part" ;;
    esac
}
# Scripts with (l) or without (L) a line that begins like this.
scripts() { grep -"$1" "^# $2" common/tests/test_*.sh common/simt/tests/test_*.sh grader/tests/*/test_*.sh | chosen; }
# Lines of a title and, behind a tab, a command: of scripts, and of programs.
commands() {
    while read -r script; do
        turn=$(sed -n 's/^# Takes turn \([0-9]* of [0-9]*\).*/\1/p' "$script") turns=${turn#* of }
        if [ "$turn" ] && [ ! "$part${ALL:-}" ] && [ $(((${turn% of *} - ${DRAW:-1}) % turns)) != 0 ]; then
            printf '%s\techo skip - it takes turns (one run in %s has it; ALL=1 has all)\n' "$script" "$turns"
        else
            printf '%s\tsh %s\n' "$script" "$script"
        fi
    done
}
programs() {
    for program in build/cpu/tests/common/* build/cpu/tests/grader/*; do
        [ -x "$program" ] && printf '%s\t%s\n' "${program#build/cpu/tests/}" "$program"
    done
    [ "$class" ] ||
        printf '%s\t%s\n' grader/test_intake \
            "echo skip - what is handed in is taken in ($(sh common/tests/lacks.sh class))"
    for program in build/cpu/tests/simt/*_test; do
        [ -x "$program" ] || continue
        for order in forward reverse random:1 'reverse SIMT_STREAMS=lazy'; do
            printf '%s\tenv SIMT_ORDER=%s %s\n' "${program#build/cpu/tests/} $order" "$order" "$program"
        done
    done
}
side_by_side() { # LANES, and lines as above
    tr '\n' '\0' | xargs -0 -r -n 1 -P "$1" sh -c '
        title=${1%%"	"*} command=${1#*"	"}
        exec sh common/build/suite.sh "$0" "$title" $command' "$sums"
}

# What does not build ends it all, with the compiler's words: what would follow has no other cause.
build() {
    flock build/cpu/lock $make -j"$(nproc)" "$@" && return
    echo "the tests do not build"
    echo "0 passed, 1 failed, 0 skipped"
    exit 2
}

started=$(date +%s)
mkdir -p build/cpu
sh common/build/deps.sh class && class=tests-class || class=
build tests $class
programs | chosen | side_by_side $lanes
{ scripts l "$long"; scripts L "\($long\|Runs alone\)"; } | commands | side_by_side $lanes
scripts l 'Runs alone' | commands | side_by_side 1

if ! ls "$sums"/*.sum >/dev/null 2>&1; then
    echo "make: no suite has '$part' in its name;" \
        "their names are those of the files in common/tests, common/simt/tests and grader/tests" >&2
    exit 2
fi
echo "all suites took $(($(date +%s) - started)) s"
cat "$sums"/*.sum | awk '{ good += $1; bad += $2; none += $3 }
    END { printf "%d passed, %d failed, %d skipped\n", good, bad, none; exit bad > 0 }'
