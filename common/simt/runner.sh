#!/bin/sh
# A program for another machine can be started like one for this: its name gets a script, which has COMMAND run it.
#     SIMTCC_RUNNER=COMMAND sh runner.sh PROGRAM
set -eu
mv -f -- "$1" "$1.bin"
printf '#!/bin/sh\nexec %s "$(readlink -f -- "$0").bin" "$@"\n' "$SIMTCC_RUNNER" >"$1"
chmod 755 "$1"
