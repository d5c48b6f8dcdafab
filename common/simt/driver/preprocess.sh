# From a source to the C++ that its compiler gets to see: the preprocessor, and for a .cu the rewriter.
# shellcheck shell=sh disable=SC2086,SC2154 # the other parts of simtcc set these variables

# Runs the preprocessor. Where a header of a CUDA library is missing, says that it is not meant to be here.
preprocess() { # COMMAND...
    shown "$@" || return 0
    "$@" 2>"$tmp/errors"
    status=$?
    cat "$tmp/errors" >&2
    [ $status = 0 ] && return
    tell_missing_header
    exit $status
}

# Says of a header that is not there what it belongs to, and ends.
tell_missing_header() {
    header=$(sed -n "s/.*fatal error: '*\([^:']*\)[:'].*/\1/p" "$tmp/errors")
    case $header in
    thrust/*) die_of_thrust "$header" ;;
    cub/* | cuda/* | cuda*.h | cublas*.h | cufft*.h | curand*.h | cusparse*.h | cusolver*.h | cudnn*.h | \
        nccl*.h | npp*.h | nvml*.h | nvjpeg*.h | nvtx*/* | nvToolsExt*.h)
        die "<$header> is not part of the CPU runtime. Build this program with nvcc" ;;
    GL/* | GLES*/* | EGL/* | GLFW/* | glad/* | vulkan/* | X11/* | glm/* | freeglut* | SDL*)
        die "<$header>: graphics are not part of the CPU runtime. Build this program with nvcc" ;;
    esac
}

# Thrust is a package of Debian, which only programs need that include it.
die_of_thrust() { # HEADER
    echo '#include <thrust/version.h>' | $cxx -E -x c++ $cpp_flags - >/dev/null 2>&1 ||
        die "<$1> is a header of Thrust, which is not installed. Install its package: libthrust-dev"
    die "<$1> is not part of the Thrust that is installed. Build this program with nvcc"
}

# What a .cu is preprocessed with.
as_cuda=''
for word in -x c++ -D__CUDACC__ -D__NVCC__ -include cuda_runtime.h; do as_cuda=$as_cuda$word$separator; done

# Preprocesses $src. The folder is not written there: g++ would read its name back with the backslashes that -E sets
# before quotes.
preprocess_cuda() { # OUTPUT FLAG...
    unit=$1
    shift
    no_folder=-fno-working-directory
    case $cxx_name in *clang++*) no_folder='' ;; esac
    preprocess $cxx -E $no_folder $as_cuda $std $host_flags $tool_flags "$@" -isystem "$simt/include" -o "$unit" "$src"
}

# Writes $src, preprocessed and rewritten.
rewrite() { # OUTPUT
    preprocess_cuda "$tmp/$n_made.ii" $made $cpp_flags
    set -- "$SIMT_BUILD/rewrite" $static_device ${tool:+--red-zones} $relaxed $default_device \
        ${suffix:+--module} $loops ${verbose:+--tell} -o "$1" "$tmp/$n_made.ii"
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
    [ "$kind" != cu ] || language=$as_cuda
    step $cxx $what $deps_flags $language $std $host_flags $cpp_flags -isystem "$simt/include" "$@"
}
