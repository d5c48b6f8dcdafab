# Modules: what cuModuleLoad of the driver API takes (run/module.c), and how a program is linked that loads some.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154 # the other parts of simtcc read and set these variables

check_module_inputs() {
    case $n_sources,$inputs in
    1,cu"$separator"*) ;;
    *) die "-$suffix takes one .cu file, and nothing else. Include the others in it" ;;
    esac
}

# A module is a shared object. Its own functions are meant where it calls them, and each load has its own variables.
set_module_flags() {
    for word in -fPIC -fno-semantic-interposition; do module_flags=$module_flags$word$separator; done
    case $cxx_name in *clang++*) ;; *) module_flags=$module_flags-fno-gnu-unique$separator ;; esac
}

# Writes the module: a line about it, and the shared object as base64.
make_module() { # OBJECT
    module=${src##*/} module=${out:-${module%.*}.$suffix}
    require base64
    step $cxx -Wl,-z,norelro $link_flags -shared -Wl,-Bsymbolic -Wl,-z,lazy -o "$tmp/module.so" "$1" $libs
    [ ! "$dry" ] || return 0
    {
        printf 'simt-module 1 %d %s\n' "$(wc -c <"$tmp/module.so")" "${tool:-none}"
        base64 -w 0 "$tmp/module.so"
    } >"$module" || die "cannot write $module. Check the folder"
}

# Sets module_links where the program calls what loads modules, as find_runtime saw: they see the runtime in it, and
# all of it is there. Such a program may have no .cu file that says which checks run.
link_for_modules() {
    module_links=''
    [ ! "$dry" ] && printf '%s\n' "$needed" |
        grep -qE ' U (simt_seen_)?(cuModuleLoad|cu(da)?LibraryLoad|nvrtcCompile)' || return 0
    case $separator$libs in *"$separator"-static"$separator"*)
        die "a program that loads modules cannot be linked with -static. Leave it out" ;;
    esac
    header=$(printf %s "$simt/include/cuda_runtime.h" | sed 's/[\\"]/\\&/g')
    {
        printf 'const char simt_header[] = "%s";\n' "$header"
        [ ! "$tool" ] || printf 'char simt_tool[] = "%s"; void __tsan_init(void);
            __attribute__((constructor)) static void start(void) { __tsan_init(); }\n' "$tool"
    } >"$tmp/start.c"
    step $cc -fPIC -c -o "$tmp/start.o" "$tmp/start.c"
    module_links=$tmp/start.o$separator
    [ ! "$form" ] || return 0
    exported=$SIMT_BUILD/$cxx_name/plain
    [ ! "$tool" ] || exported=$SIMT_BUILD/$cxx_name/checks
    for word in "$exported.ld" "-Wl,--dynamic-list=$exported.list"; do
        module_links=$module_links$word$separator
    done
}
