# For tests in sh: goes to the kit's top folder, makes $work, and says what is kept.
#     . "$(dirname "$0")/../../common/tests/promise.sh"       from wherever the test lies
cd "$(dirname "$0")" || exit 2
until [ -d labs ] && [ -f Makefile ]; do cd .. && [ "$PWD" != / ] || exit 2; done
top=$PWD
work=$(mktemp -d) || exit 2
chmod 755 "$work" # in a sandbox work other users
trap 'rm -rf "$work"' EXIT
failed=0
case $(make --version) in 'GNU Make 4.'[0-3]*) unsolved=141 ;; *) unsolved=2 ;; esac # how make ends where a stage fails
n_labs=$(ls -d labs/[0-9]* | wc -l)

report() { # TEXT STATUS LOG: the log explains a promise that is not kept
    if [ "$2" = 0 ]; then
        echo "ok - $1"
    else
        echo "not ok - $1"
        sed 's/^/# /' "$3"
        failed=1
    fi
}

# What pages of a class show, as HTML: each page is data, and a script that shows them.
shown() { node common/web/tests/shown.mjs "$@"; }

# again_of FILE: the commands behind "again:", each in one line, as a shell reads them.
again_of() {
    awk '/^ *again:? / { on = 1; sub(/^ *again:? +/, "") }
        on { sub(/^ +/, ""); on = sub(/ \\$/, ""); printf "%s%s", $0, on ? " " : "\n" }' "$1"
}

# needs THING PROMISE...: whether this system has what the promises take. Where it lacks that, they are skipped by name.
needs() {
    thing=$1
    shift
    why=$(sh "$top/common/tests/lacks.sh" "$thing") || return 0
    for promise; do echo "skip - $promise ($why)"; done
    return 1
}

# running TEXT [PROGRAM]: the numbers of the processes with TEXT in their command lines, whose program has this name.
# /proc knows them everywhere, and ps is a package. The text is in a file, since grep has a command line too.
running() {
    printf %s "$1" >"$work/running"
    for pid in $(grep -lsaFf "$work/running" /proc/[0-9]*/cmdline | tr -cd '0-9\n' | sort -n); do
        program=$(readlink "/proc/$pid/exe") program=${program% (deleted)}
        [ "${2:-${program##*/}}" != "${program##*/}" ] || echo "$pid"
    done
}

# Of cases that are alike a run takes every third one, or a third of a list. DRAW=2 or 3: the next ones. ALL=1: all.
# Long suites run once in six draws, and each time with another third.
in_turn() {
    turns=$((${turns:-0} + 1))
    [ "${ALL:-}" ] || [ $(((turns - ${DRAW:-1} - ${DRAW:-1} / 6) % 3)) = 0 ]
}
some() { for item; do ! in_turn || echo "$item"; done; }

promise() { report "$1" "$2" "$work/out"; } # TEXT STATUS
