# What has to be there: the host's compilers, the rewriter and the parts of the runtime's library that a program asks
# for. make builds these (simt.mk).
# shellcheck shell=sh disable=SC2034,SC2086,SC2154 # the other parts of simtcc read and set these variables

# Names the packages of those programs that are missing, in one command.
require() { # PROGRAM...
    missing=''
    for program; do
        command -v "$program" >/dev/null 2>&1 && continue
        package=${program##*/}
        case $package in
        clang++*) package=clang${package#clang++} ;;
        addr2line | objcopy) package=binutils ;;
        esac
        case "$missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
    done
    [ ! "$missing" ] || die "a program is missing. Install its package:$missing"
}

# `make CXX=simtcc` and CMake export CXX to everything that they start, so it may name this driver. The host's compiler
# is then the default one: the driver would call itself without an end.
forget_self() {
    ! is_self "${CXX:-}" || CXX=''
    ! is_self "${CC:-}" || CC=''
}
# Also a script that starts this driver, for which its version speaks. The usual compilers are not asked.
is_self() { # COMMAND
    file=$(command -v -- "${1%% *}") || return
    [ "$(readlink -f -- "$file")" != "$self" ] || return 0
    case ${file##*/} in *gcc* | *g++* | *clang* | cc | c++ | ccache) return 1 ;; esac
    CXX='' CC='' "$file" --version 2>/dev/null </dev/null | head -n 1 | grep -q '^simtcc:'
}

# CXX and CC may be two words, as `ccache g++` is: cxx and cc are their lists. Sets cxx_name, and where the runtime is.
find_compilers() {
    forget_self
    CXX=${CXX:-g++}
    case ${CC:-} in
    '')
        case $CXX in
        *clang++*) CC=${CXX%clang++*}clang${CXX##*clang++} ;;
        *g++*) CC=${CXX%g++*}gcc${CXX##*g++} ;;
        *) CC=cc ;;
        esac
        ;;
    esac
    require "${CXX%% *}" "${CC%% *}"
    cxx='' cc=''
    split "$CXX" add_cxx
    split "$CC" add_cc
    cxx_name=${CXX##*/} cxx_name=${cxx_name##* }
    find_build
}
add_cxx() { cxx=$cxx$1$separator; }
add_cc() { cc=$cc$1$separator; }

find_build() {
    repo=${simt%/*/*} form='' # .shared: of the runtime, for shared libraries and those who use them
    [ "${SIMT_BUILD:-}" ] || SIMT_BUILD=$repo/build/simt
    case $SIMT_BUILD in /*) ;; *) SIMT_BUILD=$(pwd -P)/$SIMT_BUILD ;; esac
    # make cannot have every name, so a folder in the repository is named as seen from here.
    case $SIMT_BUILD in
    "$repo"/*) make_build=../../${SIMT_BUILD#"$repo"/} ;;
    *) make_build=$SIMT_BUILD ;;
    esac
    case $make_build in
    *[[:space:]\$\#%:\;\&\|\<\>\(\)\*\?\[\]\'\"\`\\\~]*)
        die "SIMT_BUILD is '$SIMT_BUILD'. Choose a folder with a name of letters, digits and -_.+,@" ;;
    esac
}

# Once at a time. What make inherits from a calling make is not for this one, which takes longer than a look at what it
# would look at: its sources and their folders, beside a file that was new when it last began.
build_runtime() { # rewriter|plain|checked|libraries...
    [ "${SIMTCC_READY:-}" != 1 ] || return 0
    IFS=.
    made=$SIMT_BUILD/$cxx_name$form/made.$*
    IFS=$separator
    ! is_made || return 0
    require make
    mkdir -p "${made%/*}" 2>/dev/null || die "cannot make $SIMT_BUILD. Set SIMT_BUILD to a folder of yours"
    lock=flock
    command -v flock >/dev/null 2>&1 || lock=run_unlocked
    (
        unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS
        cd "$simt" || exit 2
        "$lock" "$SIMT_BUILD/lock" sh -c 'touch "$0.new" 2>&-; "$@" && { mv -f "$0.new" "$0" 2>&- || :; }' "$made" \
            make -s -j4 -f simt.mk SIMT_BUILD="$make_build" CXX="$CXX" CC="$CC" "$@" >&2
    ) || die "the runtime could not be built. The messages above say why"
}

is_made() {
    [ -x "$SIMT_BUILD/rewrite" ] && [ -e "$made" ] && newer=$(find "$simt/compile" "$simt/run" "$simt/check" \
        "$simt/lib" "$simt/include" "$simt/simt.mk" -newer "$made") && [ ! "$newer" ]
}

run_unlocked() { shift && "$@"; }
