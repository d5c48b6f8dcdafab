#!/bin/sh
# Builds, while no other make does. A first build says how far it is: on a terminal in one line, else now and then.
#     sh common/build/alone.sh FOLDER TOTAL COMMAND...     TOTAL: objects that a first build makes; 0: it is none
set -u
folder=$1 total=$2
shift 2
. common/build/language.sh
mkdir -p "$folder" || exit
[ "$total" -gt 0 ] || exec flock "$folder/lock" "$@"

# tick PID: as long as that process is there.
tick() {
    second=0
    while sleep 0.5 && kill -0 "$1" 2>/dev/null; do
        made=$(find build -name '*.o' | wc -l) second=$((second + 1))
        [ "$made" -lt "$total" ] || made=$total
        if [ -t 1 ]; then
            printf '\r%s ' "$(said "  %d of %d files are compiled" "$made" "$total")"
        elif [ $((second % 20)) = 0 ]; then
            said "  %d of %d files are compiled" "$made" "$total"
        fi
    done
}

tick $$ &
ticker=$!
flock "$folder/lock" "$@"
status=$?
kill "$ticker" 2>/dev/null
wait "$ticker" 2>/dev/null
[ ! -t 1 ] || printf '\r%40s\r' ''
exit "$status"
