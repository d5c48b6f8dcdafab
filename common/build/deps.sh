#!/bin/sh
# Makes sure that what a target needs is there; installs it with the system's package manager where that is
# allowed, saying so first, and otherwise names the one command to type. Packages are called as in Debian;
# packages.txt has the groups.
#     sh common/build/deps.sh GROUP [cpu|gpu]
#         GROUP: core|sandbox|dev|debug|editor|web|class|similar|questions|formats|slurm|slides|fonts|docs|words|
#                mpi|thrust|libraries|arm
#     sh common/build/deps.sh --missing GROUP      prints the packages that are missing, and fails where there are any
set -u
only_look=
[ "${1:-}" != --missing ] || { only_look=yes && shift; }

has_command() { command -v "$1" >/dev/null 2>&1; }
# The compiler is asked, since it also looks into other folders: CPATH, a module's, a home folder's.
# shellcheck disable=SC2086
has_header() { printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$1" |
    ${CC:-cc} ${CFLAGS:-} -E -x c - >/dev/null 2>&1; }

there() { # KIND WORD...: one of the words
    kind=$1 && shift
    for word; do
        case $kind in
        command) has_command "$word" ;;
        compiler) has_command "${CXX:-$word}" ;;
        header) has_header "$word" ;;
        path) [ -e "$word" ] ;;
        font) has_command fc-list && fc-list | grep -qi "$word" ;;
        esac && return
    done
    return 1
}

here=. groups='' missing=''
case $0 in */*) here=${0%/*} ;; esac
. "$here/language.sh"
# shellcheck disable=SC2086
while read -r group package shown_by; do
    case $group in '#') continue ;; "$1") there $shown_by || missing="$missing $package" ;; esac
    case $groups in *" $group,"*) ;; *) groups="$groups $group," ;; esac
done <"$here/packages.txt" || exit 2
case $groups in *" $1,"*) ;; *)
    groups=${groups%,}
    echo "deps.sh: '$1' is no group of packages. There are${groups%,*} and${groups##*,}" >&2
    exit 2
    ;;
esac

if [ "$only_look" ]; then
    echo "${missing# }"
    [ -z "$missing" ]
    exit
fi

# Adds to packages what this system calls one.
name_of() { # PACKAGE
    name=$1
    while read -r apt dnf pacman zypper; do
        [ "$apt" != "$1" ] || eval "name=\$${manager%-get}"
    done <"$here/package_names.txt"
    for name in $(echo "$name" | tr , ' '); do
        case "$packages " in
        *" $name "*) ;;
        *) [ "$name" = - ] && unknown="$unknown $1" || packages="$packages $name" ;;
        esac
    done
}

refuse() { # FORMAT WORD...
    echo "make: $(said "$@")" >&2
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
        refuse "this needs%s, and apt has no package of that name on this system" "$unknown"
    fi
    # shellcheck disable=SC2086
    [ "$updated" ] && $as_root env DEBIAN_FRONTEND=noninteractive $install -o DPkg::Lock::Timeout=600 >>"$log" 2>&1 9<&-
}

if [ -n "$missing" ]; then
    case $(uname 2>/dev/null) in
    Linux | '') ;;
    *) refuse "the kit needs Linux. docs/install.md says how to have it here: \
by WSL 2 on Windows, by a container on macOS" ;;
    esac
    for manager in apt-get dnf pacman zypper apk none; do ! has_command $manager || break; done
    lists= packages= unknown=
    case $manager in
    apt-get) lists="apt-get update" install="apt-get install -y --no-install-recommends" ;;
    dnf) install="dnf install -y" ;;
    pacman) install="pacman -S --needed --noconfirm" ;;
    zypper) install="zypper --non-interactive install" ;;
    apk) refuse "the kit needs glibc, and this system has musl. docs/install.md says how to have it in a container" ;;
    *) refuse "these packages are missing:%s. Install them with your system's package manager" "$missing" ;;
    esac
    for package in $missing; do name_of "$package"; done
    [ ! "$unknown" ] ||
        refuse "this needs%s, and no package of %s is known to have that. On Debian it is there" "$unknown" $manager
    install="$install$packages"
    by_hand="${lists:+sudo $lists && }sudo $install"
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif ! has_command sudo; then
        refuse "these packages are missing:%s. Ask whoever administers this machine to type: %s; \
docs/install.md says what can lie in your home folder instead" "$packages" "$by_hand"
    elif sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    elif [ -t 0 ]; then
        as_root=sudo
    else
        refuse "these packages are missing:%s. Type: %s" "$packages" "$by_hand"
    fi
    echo "make: $(said "installing%s (%s)" "$packages" "${as_root:+$as_root }$manager")"
    log=$(mktemp) || exit 2
    # shellcheck disable=SC2086
    if [ $manager = apt-get ]; then install_by_apt; else $as_root $install >"$log" 2>&1 </dev/null; fi || {
        tail -n 5 "$log" >&2
        refuse "the installation failed. Its log is %s. Type: %s" "$log" "$by_hand"
    }
    rm -f "$log"
    exec 9<&-
fi

if [ "${2:-cpu}" = gpu ]; then
    if ! has_command nvcc && [ ! -x "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" ]; then
        refuse "DEV=gpu needs nvcc, and there is none here; \
install the CUDA Toolkit, or leave DEV out to run on the CPU"
    fi
    if ! has_command nvidia-smi || ! nvidia-smi -L 2>/dev/null | grep -q GPU; then
        refuse "DEV=gpu needs an NVIDIA GPU, and nvidia-smi finds none here. Leave DEV out to run on the CPU"
    fi
fi
