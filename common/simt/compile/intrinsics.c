/** @file
 *  @brief CUDA's functions that only device code may call: see intrinsics.h. */
#include "intrinsics.h"

#include <ctype.h>
#include <string.h>

static const char of_blocks_and_warps[] =
    "__syncthreads __syncthreads_count __syncthreads_or __syncthreads_and __syncwarp "
    "__barrier_sync __barrier_sync_count __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync __shfl __shfl_up "
    "__shfl_down __shfl_xor __ballot_sync __any_sync __all_sync __uni_sync __ballot "
    "__match_any_sync __match_all_sync __activemask __fns __reduce_add_sync __reduce_min_sync "
    "__reduce_max_sync __reduce_and_sync __reduce_or_sync __reduce_xor_sync __threadfence "
    "__threadfence_block __threadfence_cluster __threadfence_system __nanosleep __trap __brkpt clock64 "
    "cudaGraphSetConditional cudaGridDependencySynchronize "
    "cudaTriggerProgrammaticLaunchCompletion";

static const char of_memory[] =
    "__ldg __ldca __ldcg __ldcs __ldcv __ldlu __stcg __stcs __stwb __stwt __isGlobal __isShared "
    "__isCtaShared __isConstant __isLocal __isGridConstant __cvta_generic_to_shared __cvta_generic_to_global "
    "__cvta_generic_to_constant __cvta_generic_to_local __cvta_shared_to_generic "
    "__cvta_global_to_generic __cvta_constant_to_generic __cvta_local_to_generic";

static const char of_words[] =
    "__popc __popcll __clz __clzll __ffs __ffsll __brev __brevll __byte_perm __funnelshift_l "
    "__funnelshift_lc __funnelshift_r __funnelshift_rc __dp2a_hi __dp2a_lo __dp4a __mul24 "
    "__umul24 __mulhi __umulhi __mul64hi __umul64hi __sad __usad __uhadd __rhadd __urhadd "
    "__float_as_int __float_as_uint __int_as_float __uint_as_float __double_as_longlong "
    "__longlong_as_double __double2hiint __double2loint __hiloint2double";

static const char of_numbers[] =
    "__sinf __cosf __tanf __tanhf __sincosf __expf __exp10f __logf __log2f __log10f __powf "
    "__fdividef fdividef __saturatef __hfma __hfma2 __hfma_sat __hfma2_sat __hfma_relu "
    "__hfma2_relu __hcmadd hceil hcos hexp hexp10 hexp2 hfloor hlog hlog10 hlog2 hrcp hrint "
    "hrsqrt hsin hsqrt htanh htanh_approx htrunc h2ceil h2cos h2exp h2exp10 h2exp2 h2floor h2log "
    "h2log10 h2log2 h2rcp h2rint h2rsqrt h2sin h2sqrt h2tanh h2tanh_approx h2trunc norm3d norm3df "
    "norm4d norm4df rnorm3d rnorm3df rnorm4d rnorm4df rhypot rhypotf cyl_bessel_i0 cyl_bessel_i0f "
    "cyl_bessel_i1 cyl_bessel_i1f";

/* Of cooperative_groups and wmma. */
static const char of_libraries[] =
    "this_thread_block this_grid this_cluster coalesced_threads tiled_partition labeled_partition "
    "binary_partition mma_sync fill_fragment load_matrix_sync store_matrix_sync __float_to_tf32";

/** Does the token begin with one text, and end with another? */
static bool is_around(const struct source *s, size_t i, const char *begin, const char *end) {
    const char *name = s->text + s->t[i].at;
    size_t len = s->t[i].len, from = strlen(begin), to = strlen(end);
    return len > from + to && memcmp(name, begin, from) == 0 &&
           memcmp(name + len - to, end, to) == 0;
}

/** __vadd4 and its kind. */
static bool is_of_parts(const struct source *s, size_t i) {
    const char *third = s->text + s->t[i].at + 3;
    return (is_around(s, i, "__v", "2") || is_around(s, i, "__v", "4")) &&
           islower((unsigned char)*third) && !memchr(third, '_', s->t[i].len - 3);
}

static bool has_part(const struct source *s, size_t i, const char *part) {
    return memmem(s->text + s->t[i].at, s->t[i].len, part, strlen(part)) != NULL;
}

/** __fadd_rn and its kind. Arithmetic of halves host code has too, and their conversions by one way of rounding. */
static bool is_rounded(const struct source *s, size_t i) {
    bool nearest = is_around(s, i, "__", "_rn"), to_zero = is_around(s, i, "__", "_rz");
    if (!nearest && !to_zero && !is_around(s, i, "__", "_ru") && !is_around(s, i, "__", "_rd"))
        return false;
    if (is_around(s, i, "__half2", "") || is_around(s, i, "__bfloat162", "")) return !to_zero;
    if (has_part(s, i, "2bfloat16_")) return !nearest && !is_around(s, i, "__float2", "");
    return !is_around(s, i, "__h", "") && !has_part(s, i, "half") && !has_part(s, i, "bfloat16");
}

/** atomicAdd, atomicMax_block, __nv_atomic_load_n */
static bool is_atomic(const struct source *s, size_t i) {
    return is_around(s, i, "__nv_atomic_", "") ||
           (is_around(s, i, "atomic", "") && isupper((unsigned char)s->text[s->t[i].at + strlen("atomic")]));
}

/** tex2D, surfCubemapread */
static bool is_of_texture(const struct source *s, size_t i) {
    static const char *const kinds[] = {"1D", "2D", "3D", "Cubemap"};
    const char *name = s->text + s->t[i].at;
    size_t begin = is_around(s, i, "tex", "") ? 3 : is_around(s, i, "surf", "") ? 4 : 0;
    for (size_t k = 0; begin && k < sizeof(kinds) / sizeof(*kinds); k++)
        if (strncmp(name + begin, kinds[k], strlen(kinds[k])) == 0) return true;
    return false;
}

bool is_device_intrinsic(const struct source *s, size_t i) {
    return is_atomic(s, i) || is_of_texture(s, i) || is_of_parts(s, i) || is_rounded(s, i) ||
           is_one_of(s, i, of_blocks_and_warps) || is_one_of(s, i, of_memory) ||
           is_one_of(s, i, of_words) || is_one_of(s, i, of_numbers) ||
           is_one_of(s, i, of_libraries);
}
