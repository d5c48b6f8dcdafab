/**
 * @file
 * @brief cublasLt: descriptions of products, and the products.
 */
#include "cublasLt.h"

#include "product.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
    return cublasCreate(handle);
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
    return cublasDestroy(handle);
}
size_t cublasLtGetVersion(void) {
    return CUBLAS_VERSION;
}
const char *cublasLtGetStatusName(cublasStatus_t status) {
    return cublasGetStatusName(status);
}
const char *cublasLtGetStatusString(cublasStatus_t status) {
    return cublasGetStatusString(status);
}

/* A copy of what is described; CUBLAS_STATUS_ALLOC_FAILED without memory. */
static cublasStatus_t create(void *to, const void *from, size_t bytes) {
    void *copy = to ? malloc(bytes) : NULL;
    if (!to) return CUBLAS_STATUS_INVALID_VALUE;
    if (!copy) return CUBLAS_STATUS_ALLOC_FAILED;
    memcpy(copy, from, bytes);
    memcpy(to, &copy, sizeof(copy));
    return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t destroy(void *described) {
    free(described);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type,
                                          uint64_t rows, uint64_t cols, int64_t ld) {
    struct simt_lt_layout l;
    cublasLtMatrixLayoutInit(&l, type, rows, cols, ld);
    return create(layout, &l, sizeof(l));
}
cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type,
                                        uint64_t rows, uint64_t cols, int64_t ld) {
    if (!layout) return CUBLAS_STATUS_INVALID_VALUE;
    *layout =
        (struct simt_lt_layout){.type = type, .batches = 1, .rows = rows, .cols = cols, .ld = ld};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
    return destroy(layout);
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *matmul, cublasComputeType_t compute,
                                        cudaDataType scale) {
    struct simt_lt_matmul m;
    cublasLtMatmulDescInit(&m, compute, scale);
    return create(matmul, &m, sizeof(m));
}
cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t matmul, cublasComputeType_t compute,
                                      cudaDataType scale) {
    if (!matmul) return CUBLAS_STATUS_INVALID_VALUE;
    *matmul = (struct simt_lt_matmul){.compute = (int32_t)compute,
                                      .scale = (int32_t)scale,
                                      .epilogue = CUBLASLT_EPILOGUE_DEFAULT,
                                      .bias_type = -1};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t matmul) {
    return destroy(matmul);
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
    struct simt_lt_preference p = {0};
    return create(preference, &p, sizeof(p));
}
cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference) {
    if (!preference) return CUBLAS_STATUS_INVALID_VALUE;
    *preference = (struct simt_lt_preference){0};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
    return destroy(preference);
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void *value, size_t bytes) {
    (void)attribute, (void)bytes;
    return preference && value ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

/*
 * Attributes: where each lies.
 */
struct place {
    void *at;
    size_t bytes;
};

static struct place place_of_layout(struct simt_lt_layout *l,
                                    cublasLtMatrixLayoutAttribute_t attribute) {
    switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE:
        return (struct place){&l->type, sizeof(l->type)};
    case CUBLASLT_MATRIX_LAYOUT_ORDER:
        return (struct place){&l->order, sizeof(l->order)};
    case CUBLASLT_MATRIX_LAYOUT_ROWS:
        return (struct place){&l->rows, sizeof(l->rows)};
    case CUBLASLT_MATRIX_LAYOUT_COLS:
        return (struct place){&l->cols, sizeof(l->cols)};
    case CUBLASLT_MATRIX_LAYOUT_LD:
        return (struct place){&l->ld, sizeof(l->ld)};
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
        return (struct place){&l->batches, sizeof(l->batches)};
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
        return (struct place){&l->step, sizeof(l->step)};
    case CUBLASLT_MATRIX_LAYOUT_BATCH_MODE:
        return (struct place){&l->batch_mode, sizeof(l->batch_mode)};
    default:
        return (struct place){NULL, 0};
    }
}

static struct place place_of_matmul(struct simt_lt_matmul *m,
                                    cublasLtMatmulDescAttributes_t attribute) {
    switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
        return (struct place){&m->compute, sizeof(m->compute)};
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
        return (struct place){&m->scale, sizeof(m->scale)};
    case CUBLASLT_MATMUL_DESC_POINTER_MODE:
        return (struct place){&m->pointer_mode, sizeof(m->pointer_mode)};
    case CUBLASLT_MATMUL_DESC_TRANSA:
        return (struct place){&m->op_a, sizeof(m->op_a)};
    case CUBLASLT_MATMUL_DESC_TRANSB:
        return (struct place){&m->op_b, sizeof(m->op_b)};
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
        return (struct place){&m->epilogue, sizeof(m->epilogue)};
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
        return (struct place){(void *)&m->bias, sizeof(m->bias)};
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
        return (struct place){&m->bias_type, sizeof(m->bias_type)};
    default:
        return (struct place){NULL, 0};
    }
}

static cublasStatus_t set(struct place place, const void *value, size_t bytes) {
    if (!place.at || !value || bytes != place.bytes) return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(place.at, value, bytes);
    return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t get(struct place place, void *value, size_t bytes, size_t *written) {
    if (written) *written = place.bytes;
    if (!place.at || (bytes && (!value || bytes < place.bytes))) return CUBLAS_STATUS_INVALID_VALUE;
    if (bytes) memcpy(value, place.at, place.bytes);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t bytes) {
    if (attribute == CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET) {
        fprintf(stderr, "simt: cublasLtMatrixLayoutSetAttribute: complex numbers in two planes are "
                        "not part of the CPU "
                        "runtime. Use cublasCgemm, or nvcc\n");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    return layout ? set(place_of_layout(layout, attribute), value, bytes)
                  : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                void *value, size_t bytes, size_t *written) {
    return layout ? get(place_of_layout(layout, attribute), value, bytes, written)
                  : CUBLAS_STATUS_INVALID_VALUE;
}

/* An attribute that is not here, but whose value asks for nothing. */
static bool is_nothing(cublasLtMatmulDescAttributes_t attribute, const void *value, size_t bytes) {
    static const char nothing[8];
    return attribute == CUBLASLT_MATMUL_DESC_FAST_ACCUM ||
           (bytes <= 8 && memcmp(value, nothing, bytes) == 0);
}

/* The name of one that is refused. */
static const char *name_of(cublasLtMatmulDescAttributes_t attribute, char *number, size_t bytes) {
#define NAMED(name)                                                                                \
    { CUBLASLT_MATMUL_DESC_##name, "CUBLASLT_MATMUL_DESC_" #name }
    static const struct {
        int number;
        const char *name;
    } names[] = {NAMED(POINTER_MODE),
                 NAMED(TRANSC),
                 NAMED(FILL_MODE),
                 NAMED(BIAS_BATCH_STRIDE),
                 NAMED(EPILOGUE_AUX_POINTER),
                 NAMED(EPILOGUE_AUX_LD),
                 NAMED(EPILOGUE_AUX_BATCH_STRIDE),
                 NAMED(ALPHA_VECTOR_BATCH_STRIDE),
                 NAMED(SM_COUNT_TARGET),
                 NAMED(A_SCALE_POINTER),
                 NAMED(B_SCALE_POINTER),
                 NAMED(C_SCALE_POINTER),
                 NAMED(D_SCALE_POINTER),
                 NAMED(AMAX_D_POINTER),
                 NAMED(EPILOGUE_AUX_DATA_TYPE),
                 NAMED(EPILOGUE_AUX_SCALE_POINTER),
                 NAMED(EPILOGUE_AUX_AMAX_POINTER),
                 NAMED(A_SCALE_MODE),
                 NAMED(B_SCALE_MODE),
                 NAMED(C_SCALE_MODE),
                 NAMED(D_SCALE_MODE),
                 NAMED(EPILOGUE_AUX_SCALE_MODE),
                 NAMED(D_OUT_SCALE_POINTER),
                 NAMED(D_OUT_SCALE_MODE)};
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (names[i].number == (int)attribute) return names[i].name;
    snprintf(number, bytes, "attribute %d", (int)attribute);
    return number;
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t matmul,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t bytes) {
    if (!matmul || !value) return CUBLAS_STATUS_INVALID_VALUE;
    struct place place = place_of_matmul(matmul, attribute);
    if (place.at) return set(place, value, bytes);
    if (is_nothing(attribute, value, bytes)) return CUBLAS_STATUS_SUCCESS;
    char number[24];
    fprintf(
        stderr,
        "simt: cublasLtMatmulDescSetAttribute does not know %s here. Leave it out, or use nvcc\n",
        name_of(attribute, number, sizeof(number)));
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t matmul,
                                              cublasLtMatmulDescAttributes_t attribute, void *value,
                                              size_t bytes, size_t *written) {
    return matmul ? get(place_of_matmul(matmul, attribute), value, bytes, written)
                  : CUBLAS_STATUS_INVALID_VALUE;
}

/*
 * Products.
 */
static struct layout layout_of(const struct simt_lt_layout *l, const void *start) {
    bool by_rows = l->order == CUBLASLT_ORDER_ROW;
    bool is_array = l->batch_mode == CUBLASLT_BATCH_MODE_POINTER_ARRAY;
    return (struct layout){.start = start,
                           .starts = is_array ? (const void *const *)start : NULL,
                           .type = l->type,
                           .row = by_rows ? l->ld : 1,
                           .col = by_rows ? 1 : l->ld,
                           .step = l->step,
                           .rows = (int)l->rows,
                           .cols = (int)l->cols};
}

static bool fits(const struct simt_lt_matmul *m, const struct simt_lt_layout *a,
                 const struct simt_lt_layout *b, const struct simt_lt_layout *c,
                 const struct simt_lt_layout *d) {
    if (!m || !a || !b || !c || !d) return false;
    const struct simt_lt_layout *all[] = {a, b, c, d};
    for (int i = 0; i < 4; i++) {
        uint64_t least = all[i]->order == CUBLASLT_ORDER_ROW ? all[i]->cols : all[i]->rows;
        if (all[i]->order > CUBLASLT_ORDER_ROW || all[i]->ld < (int64_t)least) return false;
        if (all[i]->rows > INT32_MAX || all[i]->cols > INT32_MAX || all[i]->batches != d->batches)
            return false;
    }
    uint64_t k = m->op_a ? a->rows : a->cols;
    return (m->op_a ? a->cols : a->rows) == d->rows && (m->op_b ? b->cols : b->rows) == k &&
           (m->op_b ? b->rows : b->cols) == d->cols && c->rows == d->rows && c->cols == d->cols;
}

/* A bias belongs to the columns as they lie in memory: there is none where the result lies by rows. */
static bool has_lost_bias(const struct simt_lt_matmul *m, const struct simt_lt_layout *d) {
    return d->order == CUBLASLT_ORDER_ROW && m->epilogue & CUBLASLT_EPILOGUE_BIAS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t matmul,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int requested,
                                              cublasLtMatmulHeuristicResult_t results[],
                                              int *found) {
    BEGIN(handle, !preference || requested < 1 || !results || !found)
    *found = fits(matmul, a, b, c, d) && !has_lost_bias(matmul, d);
    if (!*found) return CUBLAS_STATUS_NOT_SUPPORTED;
    results[0] = (cublasLtMatmulHeuristicResult_t){.state = CUBLAS_STATUS_SUCCESS, .wavesCount = 1};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t matmul,
                                       cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                       cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                       const cublasLtMatmulAlgo_t *algorithm,
                                       cublasLtMatmulHeuristicResult_t *result) {
    BEGIN(handle, !algorithm || !result)
    if (!fits(matmul, a, b, c, d)) return CUBLAS_STATUS_NOT_SUPPORTED;
    *result = (cublasLtMatmulHeuristicResult_t){
        .algo = *algorithm, .state = CUBLAS_STATUS_SUCCESS, .wavesCount = 1};
    return CUBLAS_STATUS_SUCCESS;
}

#define LT_TYPES                                                                                   \
    cublasLtHandle_t handle, cublasComputeType_t compute, cudaDataType scale, cudaDataType a,      \
        cudaDataType b, cudaDataType c, cudaDataType d
#define UNUSED_TYPES (void)compute, (void)scale, (void)a, (void)b, (void)c, (void)d

cublasStatus_t cublasLtMatmulAlgoGetIds(LT_TYPES, int requested, int numbers[], int *found) {
    UNUSED_TYPES;
    BEGIN(handle, requested < 1 || !numbers || !found)
    numbers[0] = 0;
    *found = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoInit(LT_TYPES, int number, cublasLtMatmulAlgo_t *algorithm) {
    UNUSED_TYPES;
    BEGIN(handle, number < 0 || !algorithm)
    *algorithm = (cublasLtMatmulAlgo_t){.data = {0}};
    memcpy(algorithm->data, &number, sizeof(number)); // the first setting
    return CUBLAS_STATUS_SUCCESS;
}

/* A setting of an algorithm: 16 bits for the last two, and 32 for the others. */
static struct place place_of_setting(const cublasLtMatmulAlgo_t *algorithm,
                                     cublasLtMatmulAlgoConfigAttributes_t attribute) {
    if (!algorithm || (unsigned)attribute > CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID)
        return (struct place){NULL, 0};
    uint32_t *settings = (uint32_t *)(uintptr_t)algorithm->data;
    return (struct place){settings + attribute, attribute < CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID
                                                    ? sizeof(uint32_t)
                                                    : sizeof(uint16_t)};
}

cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t attribute,
                                                    const void *value, size_t bytes) {
    return set(place_of_setting(algorithm, attribute), value, bytes);
}

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t attribute,
                                                    void *value, size_t bytes, size_t *written) {
    return get(place_of_setting(algorithm, attribute), value, bytes, written);
}

cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algorithm,
                                                 cublasLtMatmulAlgoCapAttributes_t attribute,
                                                 void *value, size_t bytes, size_t *written) {
    if (!algorithm) return CUBLAS_STATUS_INVALID_VALUE;
    bool is_list =
        attribute == CUBLASLT_ALGO_CAP_TILE_IDS || attribute == CUBLASLT_ALGO_CAP_STAGES_IDS;
    uint32_t can = attribute == CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT ||
                   attribute == CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT;
    if (attribute == CUBLASLT_ALGO_CAP_POINTER_MODE_MASK) can = 3;
    if (!is_list) return get((struct place){&can, sizeof(can)}, value, bytes, written);
    if (written) *written = 0;
    return CUBLAS_STATUS_SUCCESS;
}

/* The bits of the header's epilogues. */
static bool take_epilogue(struct product *p, const struct simt_lt_matmul *m, cudaDataType type) {
    enum {
        KNOWN = CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU | CUBLASLT_EPILOGUE_BIAS |
                CUBLASLT_EPILOGUE_GELU
    };
    if (m->epilogue & CUBLASLT_EPILOGUE_BIAS) p->epilogue |= EPILOGUE_BIAS;
    if (m->epilogue & CUBLASLT_EPILOGUE_RELU) p->epilogue |= EPILOGUE_RELU;
    if (m->epilogue & CUBLASLT_EPILOGUE_GELU) p->epilogue |= EPILOGUE_GELU;
    p->bias = m->bias;
    p->bias_type = m->bias_type < 0 ? type : (cudaDataType)m->bias_type;
    return !(m->epilogue & ~(uint32_t)KNOWN);
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t matmul,
                              const void *alpha, const void *a, cublasLtMatrixLayout_t layout_a,
                              const void *b, cublasLtMatrixLayout_t layout_b, const void *beta,
                              const void *c, cublasLtMatrixLayout_t layout_c, void *d,
                              cublasLtMatrixLayout_t layout_d,
                              const cublasLtMatmulAlgo_t *algorithm, void *workspace,
                              size_t workspace_bytes, cudaStream_t stream) {
    (void)algorithm, (void)workspace, (void)workspace_bytes;
    BEGIN(handle, !alpha || !beta || !fits(matmul, layout_a, layout_b, layout_c, layout_d))
    const struct simt_lt_matmul *m = matmul;
    if (m->bias && !(m->epilogue & CUBLASLT_EPILOGUE_BIAS)) return CUBLAS_STATUS_INVALID_VALUE;
    if (has_lost_bias(matmul, layout_d)) return CUBLAS_STATUS_NOT_SUPPORTED;
    struct product p = {.a = layout_of(layout_a, a),
                        .b = layout_of(layout_b, b),
                        .c = layout_of(layout_c, c),
                        .d = layout_of(layout_d, d),
                        .m = (int)layout_d->rows,
                        .n = (int)layout_d->cols,
                        .k = (int)(m->op_a ? layout_a->rows : layout_a->cols),
                        .count = layout_d->batches,
                        .swap_a = m->op_a,
                        .swap_b = m->op_b,
                        .scale_type = (cudaDataType)m->scale};
    if (!take_epilogue(&p, m, layout_d->type)) {
        fprintf(stderr, "simt: cublasLtMatmul has the epilogues BIAS, RELU and GELU here. Use "
                        "these, or nvcc\n");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    cublasPointerMode_t mode =
        m->pointer_mode ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST;
    return simt_product_put(&p, mode, alpha, beta, "cublasLtMatmul", LIBRARY_HERE, stream);
}
