#!/bin/sh
# Runs one suite, prints its line, and leaves its three numbers for the sum.
#     sh common/build/suite.sh FOLDER TITLE COMMAND...
# A suite prints a line for each promise: `ok - …`, `not ok - …` or `skip - … (why)`. One that fails without
# saying why counts as a failure itself.
set -u
folder=$1 title=$2
shift 2
log=$(mktemp "$folder/log-XXXXXX") || exit 2
began=$(date +%s)
"$@" >"$log" 2>&1 </dev/null
code=$?
good=$(grep -c '^ok - ' "$log")
bad=$(grep -c '^not ok - ' "$log")
none=$(grep -c '^skip - ' "$log")
if [ "$bad" = 0 ] && { [ $code != 0 ] || [ $((good + none)) = 0 ]; }; then
    bad=1
    echo "not ok - $title ends with exit code $code" >>"$log"
fi
said=$(
    printf '%-34s %4d ok %s%s(%d s)\n' "$title" "$good" "$([ "$bad" = 0 ] || printf '%d NOT OK ' "$bad")" \
        "$([ "$none" = 0 ] || printf '%d skipped ' "$none")" $(($(date +%s) - began))
    grep '^skip - ' "$log" | sed 's/^/    /'
    [ "$bad" = 0 ] || sed 's/^/    /' "$log"
)
# In one piece, since suites run side by side.
flock "$folder" printf '%s\n' "$said"
echo "$good $bad $none" >"$log.sum"
