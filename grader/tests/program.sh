# For tests of the program `run`: RUN is where it is, kit the kit's top folder; they stand in a folder of their own,
# $work.
#     . "$(dirname "$0")/../program.sh"
. "$(dirname "$0")/../../../common/tests/promise.sh"
kit=$PWD
RUN=$(readlink -f "${RUN:-build/cpu/solutions/run}") && [ -x "$RUN" ] || {
    echo "not ok - the program is built"
    exit 1
}
trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 2

# ok PROMISE CODE: says how a test went, with the program's words when it went wrong.
ok() {
    [ "$2" = 0 ] || head -n 5 said heard >words 2>/dev/null
    report "$1" "$2" words
}
