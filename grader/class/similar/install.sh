#!/bin/sh
# Brings what compares files, as package-lock.json has it, into build/similar-web; nothing of it is compiled.
#     sh grader/class/similar/install.sh [try]      try: without node, npm or a registry it says nothing and stays away
set -eu
cd "$(dirname "$0")/../../.."
here=grader/class/similar web=build/similar-web
sh common/build/npm.sh $here $web ${1:-}
[ ! -e $web/installed ] || cp $here/*.mjs $web
