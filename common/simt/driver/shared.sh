# Shared libraries: which runtime a program has with them, and how one is linked.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154 # the other parts of simtcc read and set these variables

# A process has one runtime. It is shared in a shared library, with those that were linked so, and where libraries or
# functions of the driver may be asked for by name. The kit's own programs, whose runtime is built before
# (SIMTCC_READY=1), ask for none.
is_shared() {
    [ ! "$shared" ] || return 0
    by_name='dlopen|cuGetProcAddress|cudaGetDriverEntryPoint(ByVersion)?'
    [ "${SIMTCC_READY:-}" = 1 ] || { printf '%s\n' "$needed" | grep -qxE " *U ($by_name)" && return; }
    for file in $archives $(found_libraries $libs); do
        case $file in *.so | *.so.*) ;; *) continue ;; esac
        runtime_of "$file"
        [ "$its_runtime" ] || continue
        case $its_runtime in *_checks.so) ;; *) [ ! "$tool" ] || die "$file was linked without --tool, and the program \
with it. Compile both with the same --tool" ;; esac
        return
    done
    return 1
}

# Sets its_runtime to the shared runtime that a shared library was linked with; to nothing, if it was not by simtcc.
runtime_of() { # FILE
    its_runtime=$("$($cxx -print-prog-name=objdump)" -p "$1" 2>/dev/null |
        sed -n 's/^ *NEEDED *\(.*libsimt_[a-z]*\.so\)$/\1/p')
}

# The shared libraries that lie in folders of the program's own, which find_libraries has found.
found_libraries() { # -LFOLDER|-lNAME...
    for word; do
        case $word in -l*) ;; *) continue ;; esac
        for folder in $folders; do
            [ ! -e "$folder/lib${word#-l}.so" ] || printf "%s$separator" "$folder/lib${word#-l}.so"
        done
    done
}

# A shared library tells the runtime where it lies. Its kernels are known by their addresses, so it stays.
link_shared() {
    printf 'void simt_library(const void *of);
        __attribute__((constructor(101))) static void start(void) { simt_library((const void *)start); }\n' \
        >"$tmp/library.c"
    step $cc -fPIC -c -o "$tmp/library.o" "$tmp/library.c"
    shared_links=$shared$separator-Wl,-z,nodelete$separator$tmp/library.o$separator
}
