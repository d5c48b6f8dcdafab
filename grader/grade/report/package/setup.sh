#!/bin/sh
# Runs once, as root, when an image is made, by Gradescope or by the Dockerfile: what the kit needs, and the kit, built.
# It goes to a place of its own, since what lies in source is nobody else's business afterwards.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
kit=${SORTLAB:-/opt/sortlab}
(cd "$source/kit" && sh common/build/deps.sh core)
command -v bwrap >/dev/null ||
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends bubblewrap >/dev/null ||
    echo "setup.sh: without bubblewrap the sandbox is a weaker one"
if [ -n "$(ls -A "$kit" 2>/dev/null)" ] && [ ! -e "$kit/.installed-by-setup" ]; then
    echo "setup.sh: $kit holds files that setup.sh did not put there;" \
        "move them away, or set SORTLAB to another folder" >&2
    exit 1
fi
rm -rf "$kit"
mkdir -p "$kit"
: >"$kit/.installed-by-setup"
cp -r "$source/kit/." "$kit"
chmod -R u=rwX,go=rX "$kit"
cd "$kit"
make -s -j"$(nproc)" grade-program
# A skeleton gets no points, and the grader says so with exit code 1.
code=0
lab=$(cd labs && ls -d [0-9]*_* | head -n 1)
build/cpu/grade --submission labs --lab "$lab" --sandbox held >build/tried.txt 2>&1 || code=$?
cat build/tried.txt
if [ $code != 1 ]; then
    echo "setup.sh: the grader does not work here: exit code $code, $(tail -n 1 build/tried.txt)" >&2
    exit 1
fi
chmod -R go=rX build
cp "$source/kit.sum" "$kit/kit.sum"
echo "setup.sh: ready"
