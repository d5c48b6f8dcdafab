#!/bin/sh
# Makes sure that what a target needs is there; installs it with apt where that is allowed, saying so
# first, and otherwise names the one command to type.
#     sh common/deps.sh core|dev|debug|editor|web|class|similar|formats|slurm|slides|docs|mpi|arm [cpu|gpu]
#     sh common/deps.sh --missing GROUP      prints the packages that are missing, and fails where there are any
set -u
only_look=
[ "${1:-}" != --missing ] || { only_look=yes && shift; }

has_command() { command -v "$1" >/dev/null 2>&1; }
has_header() { [ -n "$(find /usr/include /usr/local/include -path "*/$1" -print -quit 2>/dev/null)" ]; }

missing=
need() { missing="$missing $1"; }
case $1 in
core)
    has_command gcc || has_command cc || need gcc
    has_command "${CXX:-g++}" || need g++
    has_command make || need make
    has_header stdlib.h || need libc6-dev
    has_header CUnit/CUnit.h || need libcunit1-dev
    has_header jansson.h || need libjansson-dev
    ;;
dev)
    has_command clang-format || need clang-format
    has_command clang++ || need clang
    has_command cppcheck || need cppcheck
    ;;
debug)
    has_command gdb || need gdb
    ;;
editor) # what tries the files of make editor
    has_command clangd || need clangd
    has_command node || need nodejs
    ;;
web)
    has_command chromium || has_command chromium-browser || has_command google-chrome || need chromium
    has_command node || need nodejs
    has_command npm || need npm
    ;;
class) # what grades a class: rubrics, archives, a journal, pages, a sandbox, copies
    has_header cyaml/cyaml.h || need libcyaml-dev
    has_header yaml.h || need libyaml-dev
    has_header archive.h || need libarchive-dev
    has_header sqlite3.h || need libsqlite3-dev
    has_header openssl/sha.h || need libssl-dev
    has_command git || need git
    has_header libxml/xmlwriter.h || need libxml2-dev
    has_command bwrap || need bubblewrap
    ;;
similar) # what compares the files of a class; not every release has it, so class runs do without
    has_command sim_c || need similarity-tester
    ;;
formats) # what packs for other systems, and what holds files against their schemas
    has_command zip || need zip
    has_command unzip || need unzip
    has_command node || need nodejs
    [ -d /usr/share/nodejs/ajv ] || need node-ajv
    [ -d /usr/share/nodejs/js-yaml ] || need node-js-yaml
    has_command xmllint || need libxml2-utils
    ;;
slurm) # a cluster of one node, for the test of EXECUTOR=slurm
    has_command sbatch || need slurm-client
    [ -x /usr/sbin/slurmctld ] || need slurmctld
    [ -x /usr/sbin/slurmd ] || need slurmd
    [ -x /usr/sbin/munged ] || need munge
    ;;
slides) # what makes HTML and PDF of decks
    has_command chromium || has_command chromium-browser || has_command google-chrome || need chromium
    has_command node || need nodejs
    has_command npm || need npm
    has_command fc-list && fc-list | grep -qi dejavu || need fonts-dejavu-core
    ;;
docs) # the handbook
    has_command doxygen || need doxygen
    has_command dot || need graphviz
    [ -d /usr/share/doxygen-awesome-css ] || need doxygen-awesome-css
    has_command codespell || need codespell
    has_command npm || need npm
    ;;
mpi) # ranks that are processes
    has_command mpirun || need openmpi-bin
    has_command mpicc || need libopenmpi-dev
    ;;
arm) # another processor's compiler, and what runs its programs here
    has_command aarch64-linux-gnu-g++ || need g++-aarch64-linux-gnu
    has_command qemu-aarch64 || need qemu-user
    ;;
*)
    echo "deps.sh: '$1' is no group of packages; there are core, dev, debug, editor, web, class, similar, formats, slurm, slides, docs, mpi and arm" >&2
    exit 2
    ;;
esac

if [ "$only_look" ]; then
    echo "${missing# }"
    [ -z "$missing" ]
    exit
fi

if [ -n "$missing" ]; then
    install="apt-get install -y --no-install-recommends$missing"
    lists=/var/lib/apt/lists
    if ! has_command apt-get; then
        echo "make: these packages are missing:$missing. Install them with your system's package manager." >&2
        exit 2
    elif [ "$(id -u)" = 0 ]; then
        as_root=
    elif has_command sudo && sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    elif has_command sudo && [ -t 0 ]; then
        as_root=sudo
    else
        echo "make: these packages are missing:$missing. Type: sudo apt-get update && sudo $install" >&2
        exit 2
    fi
    echo "make: installing$missing (${as_root:+$as_root }apt-get)"
    log=$(mktemp) || exit 2
    export DEBIAN_FRONTEND=noninteractive
    # Two of these at once wait for each other here. Whoever else works with apt is waited for by apt, or tried
    # again where apt does not wait: while it reads its lists.
    [ ! -d $lists ] || { exec 9<$lists && flock 9; }
    for try in $(seq 60); do
        $as_root apt-get update >"$log" 2>&1 9<&- && updated=yes && break
        updated=
        grep -q "$lists/lock" "$log" || break
        sleep 5
    done
    unknown= # what this release does not have, and no second try would install
    for package in $missing; do apt-cache show "$package" >/dev/null 2>&1 || unknown="$unknown $package"; done
    if [ "$updated" ] && [ "$unknown" ]; then
        rm -f "$log"
        echo "make: this needs$unknown, and apt has no package of that name on this system" >&2
        exit 2
    fi
    # shellcheck disable=SC2086
    if ! { [ "$updated" ] && $as_root env DEBIAN_FRONTEND=noninteractive $install -o DPkg::Lock::Timeout=600; } >>"$log" 2>&1 9<&-; then
        tail -n 5 "$log" >&2
        echo "make: the installation failed; its log is $log. Type: sudo apt-get update && sudo $install" >&2
        exit 2
    fi
    rm -f "$log"
    exec 9<&-
fi

if [ "${2:-cpu}" = gpu ]; then
    if ! has_command nvcc && [ ! -x "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" ]; then
        echo "make: DEV=gpu needs nvcc, and there is none here; install the CUDA Toolkit, or leave DEV out to run on the CPU" >&2
        exit 2
    fi
    if ! has_command nvidia-smi || ! nvidia-smi -L 2>/dev/null | grep -q GPU; then
        echo "make: DEV=gpu needs an NVIDIA GPU, and nvidia-smi finds none here; leave DEV out to run on the CPU" >&2
        exit 2
    fi
fi
