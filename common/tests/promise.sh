# For tests in sh: goes to the kit's top folder, makes $work, and says what is kept.
#     . "$(dirname "$0")/../../common/tests/promise.sh"       from wherever the test lies
cd "$(dirname "$0")" || exit 2
until [ -d labs ] && [ -f Makefile ]; do cd .. && [ "$PWD" != / ] || exit 2; done
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
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

promise() { report "$1" "$2" "$work/out"; } # TEXT STATUS
