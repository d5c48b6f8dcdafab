#!/bin/sh
# Inline PTX: what the rewriter makes of it, and what it refuses, with the line and the instruction.
set -u
. "$(dirname "$0")/rewrite.sh"

# translates PROMISE ASM BODY: the instructions of a statement without operands
translates() { becomes "$1" "__global__ void k() { asm volatile(\"$2\"); }" "void k() { {  $3 } }"; }

value='simt::ptx::as<uint32_t>'
becomes 'an asm becomes a block, and its operands stay where they are' '__global__ void k(int *p) {
  int x;
  asm volatile ("mov.u32 %0, %1;"
      : "=r" (x)
      : "r"(p [0]) : "memory"); }' "void k(int *p) {
  int x;
  { auto &simt_q0 = simt::ptx::out_r(x); uint32_t simt_p0 = 0;
  auto simt_p1 __attribute__((unused)) = simt::ptx::in_r(p [0]);
  { simt::ptx::put(simt_p0, $value(simt_p1)); } simt::ptx::set(simt_q0, simt_p0); } }"
becomes 'strings in a row are one constraint' '__global__ void k(int x) {
  asm("mov.u32 %0, %1;" : "=" "r"(x) : "" "r" (x)); }' "void k(int x) {
  { auto &simt_q0 = simt::ptx::out_r(x); uint32_t simt_p0 = 0;
  auto simt_p1 __attribute__((unused)) = simt::ptx::in_r(x);
  { simt::ptx::put(simt_p0, $value(simt_p1)); } simt::ptx::set(simt_q0, simt_p0); } }"
translates 'a predicate guards an instruction' \
    '{ .reg .pred p; setp.eq.u32 p, 1, 2; @!p trap; }' \
    "{ bool simt_r_p __attribute__((unused));
    { bool simt_c = simt::ptx::compare_eq<0>($value((long long)0x1ull), $value((long long)0x2ull));
    simt::ptx::put(simt_r_p, simt_c); } if (!simt::ptx::as<bool>(simt_r_p)) { __trap(); } }"
translates 'comments are skipped, and hints of caches are none' \
    '// a word\n{.reg .b64 a; /* here */ prefetch.global.L2 [a]; createpolicy.fractional.L2::evict_first.b64 a, 1.0;}' \
    "{ uint64_t simt_r_a __attribute__((unused)); { } { simt::ptx::put(simt_r_a, (uint64_t)0); } }"
unchanged 'a compiler barrier in a kernel' 'struct A { void f(); }; void k() { asm volatile("" ::: "memory"); }
'

# refused PROMISE ASM WHAT
refused() {
    refuses "$1" "__global__ void k(int x) {
  asm volatile($2); }" "<stdin>:2: inline PTX with '$3' is not part of the CPU runtime. Use the intrinsic or plain C"
}
refused 'products of a shape that has no translation' \
    '"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%0}, {%0}, {%0};" : "+r"(x)' \
    'mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32'
refused 'products of warp groups' '"wgmma.fence.sync.aligned;"' 'wgmma.fence.sync.aligned'
refused 'copies of the tensor memory accelerator' \
    '"cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%1, {%0}], [%0];" :: "r"(x), "l"(x)' \
    'cp.async.bulk.tensor.1d.global.shared::cta.bulk_group'
refused 'modifiers that mean something else' '"add.rn.relu.f32 %0, %0, %0;" : "+f"(x)' 'add.rn.relu.f32'
refused 'a register that is none' '"mov.u32 %0, %%envreg3;" : "=r"(x)' '%%envreg3'
refused 'an operand that is none' '"mov.u32 %0, %1;" : "=r"(x)' '%1'
refused 'memory of its own' '"{ .shared .b32 s; }"' '.shared .b32 s'
refused 'the wrong number of operands' '"add.u32 %0, %0;" : "+r"(x)' 'add.u32'
refuses 'other constraints' '__global__ void k(int x) { asm("mov.b32 %0, %0;" : "+q"(x)); }' \
    '<stdin>:1: inline PTX has no constraint "+q" on a CPU. Use h, r, l, f, d or n'
refuses 'a block that is not closed' '__global__ void k() { asm("{ trap;"); }' \
    '<stdin>:1: inline PTX has a { without a }. Close it in the same asm'
refuses 'asm that jumps to labels of C' '__global__ void k() { asm goto("bra %l0;" : : : : out); out: ; }' \
    '<stdin>:1: this asm is no PTX that the CPU runtime knows. Use the intrinsic or plain C'

name=simt_12_inline_PTX_with_wgmma_fence_is_not_part_of_the_CPU_runtime
becomes 'what a header has and no CPU becomes a call that the compiler refuses' '# 1 "gpus.h"
struct A { __device__ void f(int x) { asm volatile("wgmma.fence %0;"
    : "+r"(x)); } };
# 1 "prog.cu"
int i;' "struct A { void f(int x) {
    { void $name() __attribute__((error(\"inline PTX with 'wgmma.fence'
    is not part of the CPU runtime. Use the intrinsic or plain C\"))); $name(); } } };
int i;"

exit $failed
