# A header that is not there: what it belongs to, and what to do, in one sentence in place of the compiler's.
# shellcheck shell=sh disable=SC2086,SC2154 # the other parts of simtcc set these variables

# Libraries that the CPU runtime has not: their name, and what their headers are called. support.sh reads this, too.
refused_libraries() {
    cat <<'LIST'
cuSolverSP:cusolverSp*.h
cuSolverRF:cusolverRf*.h
cuSolverMG:cusolverMg*.h
cuDNN:cudnn*.h cudnn_frontend*
NCCL:nccl*.h
NPP:npp*.h Npp*.h
nvJPEG:nvjpeg*.h
nvJitLink:nvJitLink*.h
nvPTXCompiler:nvPTXCompiler.h
NVVM:nvvm*.h
NVML:nvml*.h
CUPTI:cupti*.h
cuTENSOR:cutensor*.h
cuSPARSELt:cusparseLt.h
cuFFTDx:cufftdx*.hpp
cuBLASDx:cublasdx*.hpp
cuDLA:cudla*.h
cuFile:cufile*.h
NVSHMEM:nvshmem*.h
OptiX:optix*.h
NvSci:nvsci*.h
video:cuviddec.h nvcuvid.h nvEncodeAPI.h
TensorRT:NvInfer*.h
CUTLASS:cutlass/* cute/*
PyTorch:torch/* ATen/* c10/*
a part of CUDA:cub/* cuda/* cublas*.h cufft*.h curand*.h cusolver*.h cusparse*.h nvtx*/* nvToolsExt*.h crt/*
a part of CUDA:cudaEGL*.h cudaGL*.h cudaVDPAU*.h cudaD3D*.h cuda_awbarrier*.h
a part of CUDA:cuda_fp*.h* cuda_bf16.hpp cuda_occupancy.h cuda_pipeline_helpers.h cuda_stdint.h cuda_*_types.h
graphics:GL/* GLES*/* EGL/* GLFW/* glad/* vulkan/* X11/* glm/* freeglut* SDL* helper_gl.h
LIST
}

# Libraries of the system that programs use beside CUDA: name, package of Debian, options, headers.
system_libraries() {
    cat <<'LIST'
OpenCV:libopencv-dev:-I/usr/include/opencv4:opencv2/* opencv/* opencv.hpp cv.h highgui.h
MPI:libopenmpi-dev:the options of mpicc -showme:mpi.h
FreeImage:libfreeimage-dev:-lfreeimage:FreeImage.h
Eigen:libeigen3-dev:-I/usr/include/eigen3:Eigen/*
Boost:libboost-dev::boost/*
GSL:libgsl-dev:-lgsl:gsl/*
HDF5:libhdf5-dev:-I/usr/include/hdf5/serial:hdf5.h
pybind11:pybind11-dev:-I of Python's headers:pybind11/*
Python:python3-dev:-I of Python's headers:Python.h
LIST
}

is_like() { # NAME PATTERN...
    named=$1
    shift
    for pattern; do
        # shellcheck disable=SC2254 # it is a pattern
        case $named in $pattern) return 0 ;; esac
    done
    return 1
}

# The compiler's words, when no header is missing that has a sentence here.
tell_errors() {
    read_missing_header
    case $header in
    '') ;;
    thrust/*) die_of_thrust ;;
    helper_cuda*.h | helper_functions.h | helper_string.h | helper_timer.h | helper_image.h | helper_math.h | \
        nvrtc_helper.h)
        refuse_header ": NVIDIA's cuda-samples have it, in their folder Common. Name that folder with -I" ;;
    *) tell_refused && tell_system ;;
    esac
    cat "$tmp/errors" >&2
}

# Sets header, and place to the file and line that include it.
read_missing_header() {
    missing=$(LC_ALL=C sed -E "s/$(printf '\033')\\[[0-9;]*[mK]//g" "$tmp/errors" | LC_ALL=C sed -nE \
        "s/^(.*:[0-9]+):[0-9]+: fatal error: '?([^:']*)(: No such file.*|' file not found.*)/\1\t\2/p" | sed 1q)
    place=${missing%%	*} header=${missing#*	}
}

# Ends for a header of a list with a sentence about it. Each function goes on when its list has not the header.
tell_refused() {
    while IFS=: read -r library patterns; do
        IFS=' '
        is_like "$header" $patterns || continue
        case $library in 'a part of CUDA') library='' ;; graphics) library=': graphics are' ;;
        *) library=": $library is" ;; esac
        refuse_header "${library:- is} not part of the CPU runtime. Build this program with nvcc"
    done <<LIST
$(refused_libraries)
LIST
    IFS=$separator
}
tell_system() {
    while IFS=: read -r library package options patterns; do
        IFS=' '
        is_like "$header" $patterns || continue
        refuse_header ": $library is not installed, or its folder was not named. Install the package $package\
${options:+, and add $options}"
    done <<LIST
$(system_libraries)
LIST
    IFS=$separator
}
refuse_header() { # WORDS
    printf '%s: %s\n' "$place" "$(in_words "<$header>$1")" >&2
    exit 2
}

# Thrust is a package of Debian, which only programs need that include it.
die_of_thrust() {
    echo '#include <thrust/version.h>' | $cxx -E -x c++ $cpp_flags - >/dev/null 2>&1 ||
        refuse_header ' is a header of Thrust, which is not installed. Install its package: libthrust-dev'
    refuse_header ' is not part of the Thrust that is installed. Build this program with nvcc'
}
