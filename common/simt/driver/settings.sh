# What the command line has asked for: the variables, and the functions that options set them by (options.sh).
# shellcheck shell=sh disable=SC2034,SC2154 # the other parts of simtcc read and set these variables

page='' page_kernel='' page_launch='' page_block=''
mode=link shared='' out='' inputs='' n_sources=0 lang='' run='' verbose='' dry='' quiet=${SIMTCC_QUIET:-}
suffix='' default_device='' # of a module: .fatbin, .cubin or .ptx; functions without a word are the device's too
std=-std=c++17 c_std='' level='' debug='' arch=900
static_device=--static-device relaxed='' extended='' # for the rewriter
host_libraries=''                        # words NAME:LIBRARY:PACKAGE
tool='' profiled=0                       # of a check build; whether it counts, too
deps='' deps_file='' deps_flags=''
loops='' shifts='' # for the rewriter

# Lists of words for the preprocessor, for the compiler and the linker alike, and for the linker's end: libraries.
# Some systems' g++ sets _FORTIFY_SOURCE: the line of a copy that fails would be one of <string.h>.
cpp_flags=-U_FORTIFY_SOURCE$separator host_flags='' link_flags='' libs=''

add_cpp() { for word; do cpp_flags=$cpp_flags$word$separator; done; }
add_lib() { for word; do libs=$libs$word$separator; done; }
add_deps() { for word; do deps_flags=$deps_flags$word$separator; done; }
add_host() {
    for word; do
        host_flags=$host_flags$word$separator
        # The runtime has the hooks of -fsanitize=thread itself; libtsan must not come in.
        [ "$word" = -fsanitize=thread ] || link_flags=$link_flags$word$separator
    done
}

# An option of the host compiler, out of -Xcompiler or as it stands.
add_option() {
    case $1 in
    -I* | -D* | -U*) add_cpp "$1" ;;
    -l* | -L* | -Wl,*) add_lib "$1" ;;
    -O*) level=$1 && add_host "$1" ;;
    -std=*) set_std "${1#-std=}" ;;
    *) add_host "$1" ;;
    esac
}

meaningless() { note "$1 means nothing on a CPU and is ignored"; }

# The header needs C++14; older programs are compiled as that, or as GNU's. C's standards are kept apart.
set_std() {
    case $1 in
    *++98 | *++03 | *++0x | *++11)
        note "-std=$1 raised to ${1%%++*}++14, which the runtime's header needs"
        std=-std=${1%%++*}++14
        ;;
    *++*) std=-std=$1 ;;
    *) c_std=-std=$1 ;;
    esac
}

set_tool() {
    tool=${tool:+$tool,}$1 debug=${debug:--g1} # named again, it adds. A report names lines; a debugger needs -g
    split "$1" is_tool
}

is_tool() {
    case $1 in
    memcheck | racecheck | initcheck | synccheck | trace) ;;
    profile | all) profiled=1 ;;
    *) die "--tool=$1 is unknown. Write memcheck, racecheck, initcheck, synccheck, profile, trace or all, \
or some with commas between them" ;;
    esac
}

# Libraries of CUDA: the runtime's own is linked anyway. Two are made of Debian's libraries. Others do not exist here.
add_library() {
    case $1 in
    cudart | cudart_static | cudadevrt | culibos | nvToolsExt | curand | curand_static | cusparse | cusparse_static | \
        cuda | nvrtc* | cufilt | nvfatbin*) ;;
    cublas | cublas_static | cublasLt | cublasLt_static)
        host_libraries="$host_libraries cublas:openblas:libopenblas-dev" ;;
    cusolver | cusolver_static) host_libraries="$host_libraries cusolver:openblas:libopenblas-dev" ;;
    cufft | cufft_static) host_libraries="$host_libraries cufft:fftw3:libfftw3-dev cufft:fftw3f:libfftw3-dev" ;;
    cublas* | curand* | cufft* | cusparse* | cusolver* | cudnn* | cupti | nvml | \
        nvidia-ml | npp* | nccl* | nvjpeg* | cufile | cutensor* | nvJitLink* | cub | thrust)
        note "-l$1 is left out: that library is not part of the CPU runtime" ;;
    *) add_lib "-l$1" ;;
    esac
}

# NVIDIA's own headers would hide those of the runtime.
add_include() { # OPTION FOLDER
    if [ -f "$2/crt/host_config.h" ]; then
        note "$1 $2 holds NVIDIA's headers, which the CPU runtime replaces, so it is ignored"
    elif [ -f "$2/cooperative_groups.h" ]; then # a copy of NVIDIA's, perhaps beside headers of the program
        add_cpp -idirafter "$2"
    else
        add_cpp "$1" "$2"
    fi
}

# sm_75, compute_90a, arch=compute_80,code=sm_86: what __CUDA_ARCH__ is. Of several the last one counts.
set_arch() {
    digits=${1##*arch=} digits=${digits%%,*} digits=${digits##*_}
    case ${digits%[af]} in
    '' | *[!0-9]* | ?) ;; # all, native
    *) arch=${digits%[af]}0 ;;
    esac
}

# Where nothing else says so: as of the GPU that the program will be.
set_arch_of() {
    capability=$(awk -F '[(, ]+' -v gpu="$1" '$1 == "GPU" && $2 == gpu { print $3 }' "$simt/run/gpus.inc")
    [ "$capability" ] && set_arch "sm_$capability"
}

set_compiler() {
    CXX=$1 CC=''
    [ ! -d "$1" ] || CXX=$1/g++
}

set_language() {
    case $1 in
    cu | c++ | c) lang=$1 ;;
    none) lang='' ;;
    *) die "-x $1 is unknown. Write cu, c++ or c" ;;
    esac
}

# In a check build kernels may be tried, and be loops in a trial (check/trial.c). It takes these tools.
has_loops() {
    case ,$tool, in ,,) return 0 ;; *profile* | *trace* | *all* | *none*) return 1 ;; esac
    for word in memcheck racecheck initcheck; do
        case ,$tool, in *,$word,*) ;; *) return 1 ;; esac
    done
}

# When all options are read: level and debug information come first.
finish_settings() {
    level=${level:--O2}
    [ "$level" = -O0 ] || [ "${SIMT_LOOPS:-}" = 0 ] || ! has_loops || loops=--loops
    [ "$tool" ] || shifts=--shifts # as on a GPU. A tool reports the wrong ones
    # Vectors twice as wide where the processor has them: the operations are the same. clang++ 14 has no such lambdas.
    machine=$($cxx -dumpmachine)
    case $loops,$tool,$cxx_name,$machine in ?*,,*clang*) ;; ?*,,*,x86_64*) loops=$loops$separator--wide ;; esac
    # With 512 bits g++ 12 may keep a thread-local variable's offset in a vector register, as ld takes it from none.
    case $cxx_name,$machine,$host_flags in
    *clang*) ;;
    *,x86_64*,*-march=* | *,x86_64*,*-mavx512*) add_host -mtune-ctrl=^inter_unit_moves_to_vec ;;
    esac
    # g++ would multiply and add in one step where a processor can and the code around lets it. Then no float would be
    # the same in loops, or on another processor.
    case $cxx_name,$host_flags in *clang*,* | *-ffp-contract=*) ;; *) add_host -ffp-contract=off ;; esac
    case $host_flags in *-ffp-contract=off*) add_cpp -DSIMT_FUSES_NOTHING ;; esac # include/simt/loops.h asks
    host_flags=$level$separator${debug:+$debug$separator}$host_flags
    link_flags=$level$separator${debug:+$debug$separator}$link_flags
}
