# What programs need that include the headers of CUDA's libraries; for test_programs.sh and test_check.sh.
# shellcheck shell=sh

# -lcublas and so on, for what the files include
libraries() { # FILES
    cat "$@" | sed -n -e 's/^#include <cublas.*/-lcublas/p' -e 's/^#include <cufft.*/-lcufft/p' \
        -e 's/^#include <curand.*/-lcurand/p' -e 's/^#include <cusparse.*/-lcusparse/p' \
        -e 's/^#include <cusolver.*/-lcusolver/p' \
        -e 's/^#include <cuda\.h>.*/-lcuda/p' -e 's/^#include <nvrtc.*/-lnvrtc/p'
}

# Whether simtcc asked for a package; then the promise is skipped by name.
lacks_package() { # LOG PROMISE
    grep -q 'Install the package' "$1" || return
    echo "skip - $2 ($(sed -n 's/.*the package //p' "$1") is not installed)"
}
