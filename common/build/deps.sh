#!/bin/sh
# Makes sure that what a target needs is there; installs it with the system's package manager where that is
# allowed, saying so first, and otherwise names the one command to type. Packages are called as in Debian.
#     sh common/build/deps.sh GROUP [cpu|gpu]
#         GROUP: core|sandbox|dev|debug|editor|web|class|similar|questions|formats|slurm|slides|docs|words|mpi|arm
#     sh common/build/deps.sh --missing GROUP      prints the packages that are missing, and fails where there are any
set -u
only_look=
[ "${1:-}" != --missing ] || { only_look=yes && shift; }

has_command() { command -v "$1" >/dev/null 2>&1; }
# The compiler is asked, since it also looks into other folders: CPATH, a module's, a home folder's.
# shellcheck disable=SC2086
has_header() { printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$1" |
    ${CC:-cc} ${CFLAGS:-} -E -x c - >/dev/null 2>&1; }

missing=
need() { missing="$missing $1"; }
case $1 in
core)
    has_command gcc || has_command cc || need gcc
    has_command "${CXX:-g++}" || need g++
    has_command make || need make
    for tool in awk=gawk cmp=diffutils find=findutils flock=util-linux; do # no small system of Debian's lacks these
        has_command "${tool%=*}" || need "${tool#*=}"
    done
    has_header stdlib.h || need libc6-dev
    has_header CUnit/CUnit.h || need libcunit1-dev
    has_header jansson.h || need libjansson-dev
    ;;
sandbox) # what holds submissions; the grader does with less, and says so
    has_command bwrap || need bubblewrap
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
    has_header utf8proc.h || need libutf8proc-dev
    has_command git || need git
    has_command bwrap || need bubblewrap
    ;;
similar) # what compares the files of a class, beside what npm brings; class runs do without
    has_command node || need nodejs
    has_command npm || need npm
    ;;
questions) # what reads the question bank, beside what npm brings
    has_command node || need nodejs
    has_command npm || need npm
    has_command zip || need zip
    ;;
formats) # what packs for other systems, and what holds files against their schemas
    has_command zip || need zip
    has_command unzip || need unzip
    has_command node || need nodejs
    [ -d /usr/share/nodejs/ajv ] || need node-ajv
    [ -d /usr/share/nodejs/js-yaml ] || need node-js-yaml
    has_command xmllint || need libxml2-utils
    has_command python3 || need python3
    ;;
slurm) # a cluster of one node, for the test of EXECUTOR=slurm
    has_command sbatch || need slurm-client
    [ -x /usr/sbin/slurmctld ] || need slurmctld
    [ -x /usr/sbin/slurmd ] || need slurmd
    [ -x /usr/sbin/munged ] || need munge
    ;;
slides) # what makes HTML and PDF of decks, and reads them for tests
    has_command chromium || has_command chromium-browser || has_command google-chrome || need chromium
    has_command node || need nodejs
    has_command npm || need npm
    has_command fc-list && fc-list | grep -qi dejavu || need fonts-dejavu-core
    has_command pdftotext || need poppler-utils
    ;;
docs) # the handbook
    has_command doxygen || need doxygen
    has_command dot || need graphviz
    [ -d /usr/share/doxygen-awesome-css ] || need doxygen-awesome-css
    has_command codespell || need codespell
    has_command npm || need npm
    ;;
words) # what make words reads pages, counts sentences and looks up words with
    has_command cmark || need cmark
    has_command style || need diction
    has_command hunspell || need hunspell
    [ -e /usr/share/hunspell/en_US.dic ] || [ -e /usr/share/myspell/en_US.dic ] || need hunspell-en-us
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
    echo "deps.sh: '$1' is no group of packages; there are core, sandbox," \
        "dev, debug, editor, web, class, similar, questions, formats, slurm, slides, docs, words, mpi and arm" >&2
    exit 2
    ;;
esac

if [ "$only_look" ]; then
    echo "${missing# }"
    [ -z "$missing" ]
    exit
fi

# What other systems call these, if not the same; - is not known to be there. docs/install.md says what was tried.
name_of() { # PACKAGE
    name=$1
    while read -r apt dnf pacman zypper; do
        [ "$apt" != "$1" ] || eval "name=\$${manager%-get}"
    done <<END
g++                 gcc-c++,libasan,libtsan,libubsan  gcc         gcc-c++
libc6-dev           glibc-devel                       glibc       glibc-devel
libcunit1-dev       CUnit-devel                       cunit       cunit-devel
libjansson-dev      jansson-devel                     jansson     libjansson-devel
clang-format        clang-tools-extra                 clang       clang
clangd              clang-tools-extra                 clang       clang-tools
g++-aarch64-linux-gnu -                               -           -
libcyaml-dev        -                                 libcyaml    -
libyaml-dev         libyaml-devel                     libyaml     libyaml-devel
libarchive-dev      libarchive-devel                  libarchive  libarchive-devel
libsqlite3-dev      sqlite-devel                      sqlite      sqlite3-devel
libssl-dev          openssl-devel                     openssl     libopenssl-devel
libutf8proc-dev     utf8proc-devel                    libutf8proc utf8proc-devel
libxml2-utils       libxml2                           libxml2     libxml2-tools
fonts-dejavu-core   dejavu-sans-fonts                 ttf-dejavu  dejavu-fonts
poppler-utils       poppler-utils                     poppler     poppler-tools
hunspell-en-us      hunspell-en-US                    hunspell-en_us myspell-en_US
openmpi-bin         openmpi                           openmpi     openmpi
libopenmpi-dev      openmpi-devel                     openmpi     openmpi-devel
node-ajv            -                                 -           -
node-js-yaml        -                                 -           -
doxygen-awesome-css -                                 -           -
slurm-client        -                                 -           -
slurmctld           -                                 -           -
slurmd              -                                 -           -
END
    for name in $(echo "$name" | tr , ' '); do
        case "$packages " in
        *" $name "*) ;;
        *) [ "$name" = - ] && unknown="$unknown $1" || packages="$packages $name" ;;
        esac
    done
}

refuse() {
    echo "make: $*" >&2
    exit 2
}

# Fills log. Two of these at once wait for each other here. Whoever else works with apt is waited for by apt, or tried
# again where apt does not wait: while it reads its lists.
install_by_apt() {
    lists=/var/lib/apt/lists
    export DEBIAN_FRONTEND=noninteractive
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
        refuse "this needs$unknown, and apt has no package of that name on this system"
    fi
    # shellcheck disable=SC2086
    [ "$updated" ] && $as_root env DEBIAN_FRONTEND=noninteractive $install -o DPkg::Lock::Timeout=600 >>"$log" 2>&1 9<&-
}

if [ -n "$missing" ]; then
    case $(uname 2>/dev/null) in
    Linux | '') ;;
    *) refuse "the kit needs Linux; docs/install.md says how to have it here:" \
        "by WSL 2 on Windows, by a container on macOS" ;;
    esac
    for manager in apt-get dnf pacman zypper apk none; do ! has_command $manager || break; done
    lists= packages= unknown=
    case $manager in
    apt-get) lists="apt-get update" install="apt-get install -y --no-install-recommends" ;;
    dnf) install="dnf install -y" ;;
    pacman) install="pacman -S --needed --noconfirm" ;;
    zypper) install="zypper --non-interactive install" ;;
    apk) refuse "the kit needs glibc, and this system has musl; docs/install.md says how to have it in a container" ;;
    *) refuse "these packages are missing:$missing. Install them with your system's package manager." ;;
    esac
    for package in $missing; do name_of "$package"; done
    [ ! "$unknown" ] ||
        refuse "this needs$unknown, and no package of $manager is known to have that; on Debian it is there"
    install="$install$packages"
    by_hand="${lists:+sudo $lists && }sudo $install"
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif ! has_command sudo; then
        refuse "these packages are missing:$packages. Ask whoever administers this machine to type: $by_hand;" \
            "docs/install.md says what can lie in your home folder instead"
    elif sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    elif [ -t 0 ]; then
        as_root=sudo
    else
        refuse "these packages are missing:$packages. Type: $by_hand"
    fi
    echo "make: installing$packages (${as_root:+$as_root }$manager)"
    log=$(mktemp) || exit 2
    # shellcheck disable=SC2086
    if [ $manager = apt-get ]; then install_by_apt; else $as_root $install >"$log" 2>&1 </dev/null; fi || {
        tail -n 5 "$log" >&2
        refuse "the installation failed; its log is $log. Type: $by_hand"
    }
    rm -f "$log"
    exec 9<&-
fi

if [ "${2:-cpu}" = gpu ]; then
    if ! has_command nvcc && [ ! -x "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" ]; then
        echo "make: DEV=gpu needs nvcc, and there is none here;" \
            "install the CUDA Toolkit, or leave DEV out to run on the CPU" >&2
        exit 2
    fi
    if ! has_command nvidia-smi || ! nvidia-smi -L 2>/dev/null | grep -q GPU; then
        echo "make: DEV=gpu needs an NVIDIA GPU, and nvidia-smi finds none here; leave DEV out to run on the CPU" >&2
        exit 2
    fi
fi
