#!/bin/sh
# Gradescope runs this once, as root, when the image is made: what the kit needs, and the kit, built.
# It goes to a place of its own, since what lies in source is nobody else's business afterwards.
set -eu
source=${AUTOGRADER:-/autograder}/source
kit=${SORTLAB:-/opt/sortlab}
(cd "$source/kit" && sh common/deps.sh core)
command -v bwrap >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends bubblewrap >/dev/null ||
    echo "setup.sh: without bubblewrap the sandbox is a weaker one"
if [ -n "$(ls -A "$kit" 2>/dev/null)" ] && [ ! -e "$kit/.installed-by-setup" ]; then
    echo "setup.sh: $kit holds files that setup.sh did not put there; move them away, or set SORTLAB to another folder" >&2
    exit 1
fi
rm -rf "$kit"
mkdir -p "$kit"
: >"$kit/.installed-by-setup"
cp -r "$source/kit/." "$kit"
chmod -R u=rwX,go=rX "$kit"
cd "$kit"
make -s grade-program
# A skeleton gets no points, and the grader says so with exit code 1.
code=0
lab=$(cd labs && ls -d [0-9]*_* | head -n 1)
build/cpu/grade --submission labs --lab "$lab" >build/tried.txt || code=$?
cat build/tried.txt
if [ $code != 1 ] || grep -qx 'sandbox: none' build/tried.txt; then
    echo "setup.sh: the grader does not work here: exit code $code, $(tail -n 1 build/tried.txt)" >&2
    exit 1
fi
echo "setup.sh: ready"
