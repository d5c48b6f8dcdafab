#!/bin/sh
# docs/cpu-support.md says what CUDA has and what runs: it is what the headers say, and what it names can be linked.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
sh common/simt/support.sh >"$work/page" 2>"$work/out"
cmp "$work/page" docs/cpu-support.md >>"$work/out" 2>&1
report "the page is made from the headers as they are: sh common/simt/support.sh >docs/cpu-support.md" $? "$work/out"

# What headers declare for C is in the library.
echo '__global__ void nothing() {} int main() { return 0; }' >"$work/nothing.cu"
common/simt/simtcc -v -o "$work/nothing" "$work/nothing.cu" >"$work/out" 2>&1
library=$(grep -o '[^ ]*/libsimt\.a' "$work/out")
nm -g --defined-only "$library" 2>/dev/null | sed -n 's/.* T //p' | sort -u >"$work/defined"
sed -n '/^### Runtime API/,/^### cuBLAS/p' docs/cpu-support.md | grep -oE '`(cuda|cu|nvrtc)[A-Z][A-Za-z0-9_]*`' |
    tr -d '`' | grep -vE '^cuC(abs|add|div|fma|imag|mul|onj|real|sub)f?$' | # inline, of cuComplex.h
    sed 's/^cuCtxCreate$/simt_context_create/' | sort -u >"$work/named"
comm -23 "$work/named" "$work/defined" | while read -r name; do
    grep -rhA9 -E "(^|[ *&])$name(\(|$)" common/simt/include | grep -q '{' ||
        echo "$name is declared, and defined nowhere"
done >"$work/out"
[ "$(wc -l <"$work/named")" -gt 350 ] && [ ! -s "$work/out" ]
report "all $(wc -l <"$work/named") functions of the runtime API, the driver API and NVRTC are defined" $? "$work/out"

# Refusals stand there as the compile driver says them.
refused() { # NAME SENTENCE PROGRAM
    printf '%s\n' "$3" >"$work/refused.cu"
    ! common/simt/simtcc -c -o "$work/refused.o" "$work/refused.cu" >"$work/out" 2>&1 && grep -qF "$2" "$work/out" &&
        grep -qF "$2" docs/cpu-support.md
    report "$1 is refused as the page says" $? "$work/out"
}
refused cudaBindTexture 'which CUDA 12 has removed, are not part of the CPU runtime. Use cudaCreateTextureObject' \
    'void f(); int main() { cudaBindTexture(0, 0, 0, 0); }'
refused cuda_gl_interop.h 'graphics interop is not part of this CPU runtime. Use nvcc.' '#include <cuda_gl_interop.h>'
exit $failed
