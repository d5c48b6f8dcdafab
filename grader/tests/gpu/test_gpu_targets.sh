#!/bin/sh
# DEV=gpu in a kit that has no CPU runtime: whatever it builds it builds with nvcc, and whatever it grades and
# sorts runs on the GPU. A stand-in of the toolkit compiles with the runtime of this kit.
# Takes turn 1 of 12.
. "$(dirname "$0")/../../../common/tests/promise.sh"
kit=$PWD
mkdir -p "$work/kit/build" "$work/cuda/bin" "$work/bin"
git ls-files -z -c -o --exclude-standard | xargs -0 cp --parents -t "$work/kit"
ln -s "$kit/common/simt/include" "$work/cuda/include"
cat >"$work/cuda/bin/nvcc" <<SH
#!/bin/sh
SIMTCC_READY=1 SIMTCC_QUIET=1 exec '$kit/common/simt/simtcc' "\$@"
SH
cat >"$work/cuda/bin/nvidia-smi" <<'SH'
#!/bin/sh
case "$*" in *compute_cap*) echo 9.0 ;; *) echo 'GPU 0: stand-in' ;; esac
SH
printf '#!/bin/sh\necho "%s $*" >>"%s"\nexit 1\n' simtcc "$work/called" >"$work/kit/common/simt/simtcc"
chmod 755 "$work/cuda/bin/nvcc" "$work/cuda/bin/nvidia-smi"
gpu() { # ARGUMENT...: make with a GPU
    rm -rf "$work/called" "$work/kit/build/simt"
    (cd "$work/kit" &&
        PATH="$work/cuda/bin:$PATH" CUDA_HOME="$work/cuda" GPU_ARCH=sm_90 make -j2 -s DEV=gpu "$@") >"$work/out" 2>&1
}
says() { grep -qF -- "$1" "$work/out"; }
by_nvcc() { # nothing of the CPU runtime was built or called
    [ ! -e "$work/called" ] && [ ! -e "$work/kit/build/simt" ] && return
    cat "$work/called" >>"$work/out" && return 1
}

gpu grade SUBMISSION=solutions LAB=03 SANDBOX=none && says '100 of 100 points' && ! says jobserver && by_nvcc
promise "make DEV=gpu grade gives the solution all points" $?
! gpu check LAB=03 STAGE=1 && says 'make DEV=gpu check LAB=03' && by_nvcc
promise "make DEV=gpu check says how to repeat it on the GPU" $?
gpu run N=3000 && says '3000 u32 keys sorted' && by_nvcc
promise "make DEV=gpu run sorts" $?

# The demo has every lab graded; that grading is a stand-in of its own here, since the rest is as above.
mkdir -p "$work/demo/build/gpu/solutions" && cp "$work/kit/build/gpu/solutions/run" "$work/demo/build/gpu/solutions/run"
printf '#!/bin/sh\necho "graded $*"\n' >"$work/demo/build/gpu/grade" && chmod 755 "$work/demo/build/gpu/grade"
(cd "$work/demo" && sh "$kit/common/build/demo.sh" gpu) >"$work/out" 2>&1 &&
    says 'graded --device gpu --folder build/gpu --submission solutions' && says 'on the GPU' && ! says 'CPU runtime' &&
        says 'no difference'
promise "make DEV=gpu demo grades on the GPU and sorts on it" $?
(cd "$work/kit" && make -n DEV=gpu demo) >"$work/out" 2>&1 && says 'demo.sh gpu'
promise "and gets there from make" $?

good=0
for target in skeletons rubric progress model bench check-many watch mutants handout run-mpi pictures; do
    [ $target != run-mpi ] || command -v mpicc >/dev/null || continue
    (cd "$work/kit" &&
        PATH="$work/cuda/bin:$PATH" CUDA_HOME="$work/cuda" GPU_ARCH=sm_90 make -n DEV=gpu $target LAB=03 \
            WHO=solutions) >"$work/out" 2>&1
    ! grep -E 'simtcc|build/(simt|cpu)' "$work/out" || { echo "make DEV=gpu $target" >>"$work/out" && good=1 && break; }
done
promise "no other target builds anything with the CPU runtime" $good
good=0
for target in trace profile costs alarms bench-simt hostile hostile-teeth test test-hard; do
    ! gpu $target LAB=03 STAGE=1 && says "make $target works on the CPU runtime alone" && says 'Leave DEV=gpu out' &&
        by_nvcc || { good=1 && break; }
done
promise "what only the CPU runtime can do says so" $good
exit $failed
