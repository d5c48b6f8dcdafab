#!/bin/sh
# Says what this system lacks, in a few words, and succeeds; prints nothing and fails where it is there.
#     sh common/tests/lacks.sh THING          a group of packages (common/build/deps.sh), or what stands below
set -u
lacks() { echo "$1" && exit 0; }
case $1 in
counts-*) # the tables of what a GPU counts were held against these versions (common/simt/tests/golden/reasons.txt)
    compiler=${1#counts-} least=12 most=16
    case $compiler in *clang++) least=14 most=21 ;; esac
    version=$("$compiler" -dumpversion 2>/dev/null | cut -d. -f1)
    [ "$version" ] || lacks "$compiler is not installed"
    [ "$version" -ge $least ] && [ "$version" -le $most ] ||
        lacks "the tables know $compiler $least to $most, and this is $version"
    ;;
sandbox | sandbox-*) # the grader's own choice, in a folder that others may enter; or that one
    backend=${1#sandbox} backend=${backend#-} place=$(mktemp -d) && chmod 755 "$place"
    build/cpu/grade --folder "$place" ${backend:+--sandbox "$backend"} --submission solutions --lab 01 --stage 1 \
        2>/dev/null |
        grep -q '^sandbox: r' && held=yes || held=
    rm -rf "$place"
    [ "$held" ] ||
        lacks "no ${backend:+$backend }sandbox holds here; the kit's folder may be closed to others, \
or the kernel allows none"
    ;;
debugger)
    missing=$(sh "$(dirname "$0")/../build/deps.sh" --missing debug) ||
        lacks "no $missing; type sh common/build/deps.sh debug"
    [ "$(gdb -nx -batch -ex 'python print(6 * 7)' 2>/dev/null)" = 42 ] || lacks "this gdb has no Python"
    gdb -nx -batch -ex run --args true 2>/dev/null | grep -q 'exited normally' || lacks "gdb may not run a program here"
    ;;
similar)
    missing=$(sh "$(dirname "$0")/../build/deps.sh" --missing similar) ||
        lacks "no $missing; type sh common/build/deps.sh similar"
    sh grader/class/similar/install.sh try && [ -e build/similar-web/installed ] || lacks "npm reaches no registry"
    ;;
questions)
    missing=$(sh "$(dirname "$0")/../build/deps.sh" --missing questions) ||
        lacks "no $missing; type sh common/build/deps.sh questions"
    sh common/build/npm.sh grader/class/questions build/questions-web try && [ -e build/questions-web/installed ] ||
        lacks "npm reaches no registry"
    ;;
node) command -v node >/dev/null || lacks "no nodejs; type sh common/build/deps.sh web" ;;
mounts) unshare -m true 2>/dev/null || lacks "no mount namespace here" ;;
*) missing=$(sh "$(dirname "$0")/../build/deps.sh" --missing "$1") ||
    lacks "no ${missing:-$1}; type sh common/build/deps.sh $1" ;;
esac
exit 1
