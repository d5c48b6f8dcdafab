# For tests in sh: goes to the kit's top folder, makes $work, and says what is kept.
#     . "$(dirname "$0")/../../common/tests/promise.sh"
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

promise() { # TEXT STATUS: what was printed to $work/out explains a promise that is not kept
    if [ "$2" = 0 ]; then
        echo "ok - $1"
    else
        echo "not ok - $1"
        sed 's/^/# /' "$work/out"
        failed=1
    fi
}
