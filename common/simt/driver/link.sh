# From objects to a program, which -run starts, to a shared library, or to an archive.
# shellcheck shell=sh disable=SC2086,SC2154 # the other parts of simtcc set these variables

# What a program that writes a page is told. One thread at a time is seen, and one tool makes the page.
show_page() {
    SIMT_PAGE=$page SIMT_WEB=$simt/../web SIMT_PAGE_KERNEL=$page_kernel SIMT_PAGE_LAUNCH=$page_launch
    SIMT_PAGE_BLOCK=$page_block SIMT_THREADS=1 SIMT_STREAMS=eager
    export SIMT_PAGE SIMT_WEB SIMT_PAGE_KERNEL SIMT_PAGE_LAUNCH SIMT_PAGE_BLOCK SIMT_THREADS SIMT_STREAMS
}

# Leaves out, with a note, the libraries that are nowhere: the linker then says what is truly missing.
find_libraries() { # -LFOLDER|-lNAME...
    folders='' found=''
    for word; do case $word in -L*) folders=$folders${word#-L}$separator ;; esac done
    for word; do
        case $word in
        -l*) is_library "${word#-l}" || {
            [ "$quiet" ] || tell_notes "$word is left out: there is no such library
"
            continue
        } ;;
        esac
        found=$found$word$separator
    done
    libs=$found
}

is_library() { # NAME
    for folder in $folders; do
        [ ! -e "$folder/lib$1.so" ] && [ ! -e "$folder/lib$1.a" ] || return 0
    done
    for file in "lib$1.so" "lib$1.a"; do
        [ "$($cxx $link_flags -print-file-name="$file")" = "$file" ] || return 0
    done
    case $1 in :*) ;; *) return 1 ;; esac
}

# The libraries of the system that stand behind CUDA's, as -lcublas asks for them.
add_host_library() { # NAME:LIBRARY:PACKAGE
    library=${1#*:} package=${1##*:} library=${library%:*}
    case $($cxx -print-file-name="lib$library.so") in
    */*) behind=$behind-l$library$separator ;;
    *) die "-l${1%%:*} needs a library of the system that is not installed. Install the package $package" ;;
    esac
}

# For -dlink: nvcc links device code into an object that is linked with the others. There is none here, so it is empty.
link_device() { step $cc -x c -c /dev/null -o "${out:-a_dlink.o}"; }

# Sets runtime to the parts of the library that the program asks for, builds them, and sets needed to what the objects
# leave undefined. Into libraries of a folder of the program's own nobody looks: with them it gets all parts.
find_runtime() { # OBJECT...
    parts='' runtime=''
    needed=$("$($cxx -print-prog-name=nm)" -u "$@" 2>/dev/null)
    is_shared && form=.shared || form=''
    folder=$SIMT_BUILD/$cxx_name$form
    add_part libraries '(simt_seen_|simt_)?(cublas|cufft|curand|cusolver|cusparse|mrg|sobol|xorwow)'
    [ "$form" ] || add_part checks "${tool:+.|}(__tsan|__sanitizer|simt_seen)_"
    case $form in
    '') parts=plain$separator$parts runtime=$folder/run/data_guard.c.o$separator$runtime$folder/libsimt.a ;;
    *) whole=${tool:+checks} whole=${whole:-plain} parts=FORM=shared$separator$whole$separator$parts
        runtime=$runtime$folder/libsimt_$whole.so$separator-Wl,-rpath,$folder/libsimt_$whole.so.names$separator ;;
    esac
    build_runtime $parts
}

add_part() { # NAME PATTERN
    case $libs in *-L*) ;; *) printf '%s\n' "$needed" | grep -qE " [Uw] ($2)" || return 0 ;; esac
    parts=$parts$1$separator runtime=$runtime$folder/libsimt_$1.a$separator
}

# Some programs define pointers with the names of the driver's functions, and fill them from libcuda.so when they run.
tell_own_driver() {
    own=$(LC_ALL=C sed -nE \
        "s,.*/run/driver_.*: multiple definition of .(cu[A-Z]\w*).; (.*/)?([0-9]+-)?([^/:]+)\.o:.*,\1 \4,p" \
        "$tmp/errors" | sed 1q)
    [ ! "$own" ] || die "${own#* } defines ${own% *}, a function of CUDA's driver API. Include <cuda.h> and \
add -lcuda, since there is no libcuda.so to load it from"
}

# Links, and where a function of cuBLAS or cuFFT lacks the library behind it, says which option is missing. A shared
# array may be aligned to more than a page, and then the loader could not protect the program's data: hence norelro.
link() {
    behind='' folders='' shared_links=''
    [ ! "$libs" ] || find_libraries $libs
    split "$host_libraries" add_host_library
    find_runtime $objects $archives
    link_for_modules
    [ ! "$shared" ] || link_shared
    program=${out:-a.out}
    set -- $cxx -Wl,-z,norelro $link_flags $shared_links -o "$program" $objects $archives $libs $module_links \
        $runtime $behind -lpthread -lm -ldl
    if shown "$@"; then
        "$@" 2>"$tmp/errors"
        status=$?
        ! grep -qE 'undefined reference to .[sdcz](potr[fsi]|geqrf|gesvd)_' "$tmp/errors" ||
            die "the program calls cuSOLVER. Add -lcusolver"
        ! grep -qE 'undefined reference to .(cblas_|[sdcz]getr[fis]_)' "$tmp/errors" ||
            die "the program calls cuBLAS. Add -lcublas"
        ! grep -q 'undefined reference to .fftwf\{0,1\}_' "$tmp/errors" || die "the program calls cuFFT. Add -lcufft"
        [ $status = 0 ] || tell_own_driver
        cat "$tmp/errors" >&2
        [ $status = 0 ] || exit $status
    fi
    [ ! "${SIMTCC_RUNNER:-}" ] || step sh "$simt/runner.sh" "$program"
    [ "$run" ] && [ ! "$dry" ] || return 0
    case $program in */*) ;; *) program=./$program ;; esac
    [ ! "$page" ] || show_page
    "$program"
    exit
}

archive() {
    rm -f -- "${out:-a.a}"
    step "$($cxx -print-prog-name=ar)" rcs "${out:-a.a}" $objects
}
