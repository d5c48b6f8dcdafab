# From a source to its object.
# shellcheck shell=sh disable=SC2086,SC2154 # the other parts of simtcc set these variables

# Compiles $src, a file of kind $kind.
compile() { # OBJECT
    set_dependency_flags "$1"
    [ ! -e "$1" ] || [ -f "$1" ] || set -- "$tmp/nobody_wants_it.o" # -o /dev/null: does it compile?
    case $kind in
    cu) compile_cuda "$1" ;;
    c++) compile_host "$1" "$cxx" "$std" ;;
    c) compile_host "$1" "$cc" "$c_std" ;;
    esac
}

# Sets made to the flags that write the list of headers.
set_dependency_flags() { # OBJECT
    made=''
    [ "$deps" ] || return 0
    target=$1
    [ "$mode" = compile ] || target=${src##*/} target=${target%.*}.o
    for word in "$deps" -MF "${deps_file:-${target%.o}.d}"; do made=$made$word$separator; done
    made=$made$deps_flags
    case $separator$deps_flags in
    *"$separator"-M[TQ]*) ;;
    *) made=$made-MQ$separator$target$separator ;;
    esac
}

# -fstack-clash-protection: a local array larger than a thread's stack is a fault, not a neighbour's data.
# -fsanitize=return: where a function ends that has to return a value, anything could come next (run/fault.c ends it).
# -mno-outline-atomics: a fault in an atomic is one of the line that has it, and not of a function without lines.
# -fno-strict-aliasing: nvcc's kernels may look at memory as another type, and many pack floats into a uint4. clang++
# then makes loads that no GPU makes, which a profile would count.
# -fno-finite-loops: C++ lets a compiler leave out a loop without effects; one that never ends has to hang.
# -fno-builtin-malloc: a compiler that knows malloc takes it for one that never fails, and leaves out unused pieces.
# -Wno-register: to clang++, the word in an older program is an error.
compile_cuda() { # OBJECT
    rewrite "$tmp/$n_made.cu.ii"
    inline='' module_flags='' aliasing=-fno-strict-aliasing
    case $tool:$cxx_name in profile:*clang++*) aliasing='' ;; esac
    [ "$mode" != module ] || set_module_flags
    case $($cxx -dumpmachine) in aarch64*) inline=-mno-outline-atomics ;; esac
    set_loop_flags
    set -- "$1" $cxx -x c++-cpp-output $std $inline $module_flags -fstack-clash-protection -fno-finite-loops \
        $aliasing -fsanitize=return -Wno-register -fno-builtin-malloc -fno-builtin-free \
        $loop_flags $host_flags $tool_flags -c -o "$1" "$tmp/$n_made.cu.ii"
    compile_loops "$@" || { only_changes_meaning && compile_loops "$@" -fpermissive; } || compile_threads "$@"
    if [ "$tool" ]; then
        step "$objcopy" --redefine-syms="$simt/check/library.syms" --redefine-syms="$simt/check/calls.syms" "$1"
    else
        step "$($cxx -print-prog-name=objcopy)" --redefine-syms="$simt/run/heap.syms" "$1"
    fi
}

# What kernels as loops need: g++ is to make vectors of them, and clang++ is not to tell where it cannot.
set_loop_flags() {
    loop_flags=''
    case ${loops:+$cxx_name} in
    '') return ;;
    *clang++*) loop_flags=-Wno-pass-failed ;;
    *) loop_flags=-fvect-cost-model=dynamic ;;
    esac
    [ ! "$tool" ] || return 0 # the tools ask for operations as they are written
    # Operations on floats are the same without errno and flags, and only then can they be made for several threads.
    [ "$(tail -n 1 "$tmp/$n_made.cu.ii")" != "// quiet floats" ] ||
        loop_flags=$loop_flags$separator-fno-math-errno$separator-fno-trapping-math
}

# Where something is wrong the messages are to be about the kernels as they were written, so these are compiled then.
compile_loops() { # OBJECT COMMAND...
    [ "$loops$shifts" ] || return
    shift
    shown "$@" || return 0
    LC_ALL=C "$@" 2>"$tmp/errors" || return
    cat "$tmp/errors" >&2
}
compile_threads() { # OBJECT COMMAND...
    why=$(grep -m 1 'error: ' "$tmp/errors" 2>/dev/null)
    [ ! "$loops$shifts" ] || without_loops
    shift
    run_compiler "$@"
    [ ! "$loops" ] || [ ! "$verbose" ] || echo "$src: no kernel runs as loops, since $cxx_name refuses them: $why" >&2
}
without_loops() {
    kept=$loops kept_shifts=$shifts loops='' shifts=''
    rewrite "$tmp/$n_made.cu.ii" 2>/dev/null
    loops=$kept shifts=$kept_shifts
}

compile_host() { # OBJECT COMPILER STANDARD
    as=''
    [ ! "$lang" ] || as=-x$separator$lang
    run_compiler $2 $as $3 $host_flags $made $cpp_flags -isystem "$simt/include" -c -o "$1" "$src"
    [ ! "$tool" ] || step "$objcopy" --redefine-syms="$simt/check/calls.syms" "$1"
}

# Runs a compiler. What it does not know of CUDA's names is told in a sentence each, behind its own words.
run_compiler() { # COMMAND...
    shown "$@" || return 0
    color=''
    [ ! -t 2 ] || color=-fdiagnostics-color=always
    LC_ALL=C "$@" $color 2>"$tmp/errors"
    status=$?
    if [ $status != 0 ] && [ $kind = cu ] && only_changes_meaning; then
        LC_ALL=C "$@" $color -fpermissive 2>"$tmp/errors"
        status=$?
    fi
    if [ $status = 0 ]; then
        cat "$tmp/errors" >&2
        [ $kind != c ] || tell_unknown_names # a function that C does not know is a warning, and linking fails
        return
    fi
    tell_errors
    tell_unknown_names
    exit $status
}

without_colors() { # FILE
    LC_ALL=C sed -E "s/$(printf '\033')\\[[0-9;]*[mK]//g" "$1"
}

# Is nothing wrong but a name that a class uses and then declares anew, as in `using t = t<int>;`? g++ stops there, and
# nvcc gives it such a name in full. The flag that is added then forgives other mistakes too, but there are none.
only_changes_meaning() {
    [ -s "$tmp/errors" ] && without_colors "$tmp/errors" | awk '
        /: (fatal )?error: / { n++ }
        /: error: declaration of .* changes meaning of .*\[-(fpermissive|Wchanges-meaning)\]/ { meanings++ }
        END { exit !(n && n == meanings) }'
}
