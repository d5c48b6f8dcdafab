# From a source to the C++ that its compiler gets to see: the preprocessor, and for a .cu the rewriter.
# shellcheck shell=sh disable=SC2086,SC2154 # the other parts of simtcc set these variables

# Runs the preprocessor. Where a header of a CUDA library is missing, says that it is not meant to be here.
preprocess() { # COMMAND...
    shown "$@" || return 0
    LC_ALL=C "$@" 2>"$tmp/errors"
    status=$?
    [ $status != 0 ] || {
        cat "$tmp/errors" >&2
        return
    }
    tell_errors
    exit $status
}

# What a .cu is preprocessed with.
as_cuda=''
for word in -x c++ -D__CUDACC__ -D__NVCC__ -include cuda_runtime.h; do as_cuda=$as_cuda$word$separator; done
# The rewriter reads these words. They are macros besides, as in nvcc: programs ask whether they are defined. In a
# header of the system they would split the lines that use them.
for word in global device host constant shared managed grid_constant forceinline; do
    as_cuda=${as_cuda}-D__${word}__=__${word}__$separator
done
for word in launch_bounds cluster_dims; do
    as_cuda="${as_cuda}-D__${word}__(...)=__${word}__(__VA_ARGS__)$separator"
done

# What nvcc says of itself and of its options, for programs that ask. Its release is that of simtcc --version.
nvcc_macros() {
    macros=''
    for word in CUDACC_VER_MAJOR=13 CUDACC_VER_MINOR=0 CUDACC_VER_BUILD=88 CUDA_API_VER_MAJOR=13 \
        CUDA_API_VER_MINOR=0 NVCC_DIAG_PRAGMA_SUPPORT=1 "CUDA_ARCH_LIST=$arch" "CUDACC_RDC=${static_device:+no}" \
        "CUDACC_EXTENDED_LAMBDA=${extended:-no}" "CUDACC_RELAXED_CONSTEXPR=${relaxed:-no}"; do
        value=${word#*=}
        case $value in no) continue ;; '' | -*) value=1 ;; esac
        macros="${macros}-D__${word%%=*}__=$value$separator"
    done
}

# Preprocesses $src. The folder is not written there: g++ would read its name back with the backslashes that -E sets
# before quotes.
preprocess_cuda() { # OUTPUT FLAG...
    unit=$1
    shift
    no_folder=-fno-working-directory
    case $cxx_name in *clang++*) no_folder='' ;; esac
    nvcc_macros
    preprocess $cxx -E $no_folder $as_cuda $macros $std $host_flags $tool_flags "$@" -isystem "$simt/include" \
        -o "$unit" "$src"
}

# Writes $src, preprocessed and rewritten.
rewrite() { # OUTPUT
    preprocess_cuda "$tmp/$n_made.ii" $made $cpp_flags
    case $std in *++2[0-9a-z]) newer=--c++20 ;; *) newer='' ;; esac
    set -- "$SIMT_BUILD/rewrite" --mark-kernels $static_device ${tool:+--red-zones} $relaxed $extended $newer \
        $default_device ${suffix:+--module} $loops $shifts ${verbose:+--tell} ${no_warnings:+--no-warnings} \
        -o "$1" "$tmp/$n_made.ii"
    shown "$@" || return 0
    "$@" && return
    status=$?
    [ $status = 3 ] || exit $status
    # A file names __CUDA_ARCH__, which device code alone sees; but who sets it by -D sets it for all.
    case $cpp_flags in *-D__CUDA_ARCH__=*) step "$@" --device "$tmp/$n_made.ii" && return ;; esac
    preprocess_cuda "$tmp/$n_made.device.ii" $cpp_flags -D__CUDA_ARCH__="$arch"
    step "$@" --device "$tmp/$n_made.device.ii"
}

# For -E and -M: what the preprocessor makes of $src.
show() {
    made=''
    if [ "$mode-$kind" = preprocess-cu ]; then
        rewrite "${out:-/dev/stdout}"
        return
    fi
    set -- "$src"
    [ ! "$out" ] || set -- -o "$out" "$src"
    what=-E
    [ "$mode" != depend ] || what=$deps
    language=''
    nvcc_macros
    [ "$kind" != cu ] || language=$as_cuda$macros
    step $cxx $what $deps_flags $language $std $host_flags $cpp_flags -isystem "$simt/include" "$@"
}
