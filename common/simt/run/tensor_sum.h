/* One way to multiply the numbers of a warp's product, with vectors of LANES floats. tensor.c includes this file for each
 * width. It defines NAME(x), LANES, TARGET and MAX(a, b), the larger of two vectors of floats. */

typedef float NAME(floats) __attribute__((vector_size(LANES * 4)));
typedef int32_t NAME(ints) __attribute__((vector_size(LANES * 4)));

/* The sum of a pair of whole floats, cut towards zero. TwoSum finds out what rounding has added (Knuth, TAOCP 2). */
#define CUT_SUM(result, x, y)                                                                                           \
    do {                                                                                                                \
        const NAME(floats) near = (x) + (y), part = near - (x), error = ((x) - (near - part)) + ((y) - part);           \
        const NAME(ints) far = ((error < 0) & (near > 0)) | ((error > 0) & (near < 0));                                 \
        (result) = (NAME(floats))((NAME(ints))near + far);                                                              \
    } while (0)

/* sum + a block of products of a row of A and LANES columns of B: cut to multiples of 2^-25 of the largest. */
static inline __attribute__((always_inline)) TARGET void NAME(add_block)(const struct simt_tensor *t, int at_a, int at_b,
                                                                         int n, int block, NAME(floats) * sum) {
    const float *a = t->a + at_a, *power_a = t->power_a + at_a, *b = t->b + at_b, *power_b = t->power_b + at_b;
    NAME(floats) most = (NAME(floats))((NAME(ints))*sum & 0x7f800000);
    for (int i = 0; i < block; i++) {
        const NAME(floats) power = *(const NAME(floats) *)(power_b + i * n) * power_a[i];
        most = MAX(most, power);
    }
    const NAME(floats) scale = (NAME(floats))((int32_t)((127u + 127 + 25) << 23) - (NAME(ints))most);
    const NAME(ints) own = __builtin_convertvector(*sum * scale, NAME(ints));
    NAME(ints) even = own - own, odd = even;
    for (int i = 0; i < block; i += 2) {
        even += __builtin_convertvector(*(const NAME(floats) *)(b + i * n) * a[i] * scale, NAME(ints));
        odd += __builtin_convertvector(*(const NAME(floats) *)(b + i * n + n) * a[i + 1] * scale, NAME(ints));
    }
    const NAME(ints) low = (even & 255) + (odd & 255) + (own & 255);
    const NAME(ints) high = (even >> 8) + (odd >> 8) + (own >> 8) + (low >> 8);
    const NAME(floats) x = __builtin_convertvector(high, NAME(floats)) * 256;
    const NAME(floats) y = __builtin_convertvector(low & 255, NAME(floats));
    NAME(floats) total;
    CUT_SUM(total, x, y);
    total *= (NAME(floats))((NAME(ints))most - (25 << 23));
    const NAME(ints) none = (NAME(ints))(most == 0);
    *sum = (NAME(floats))(((NAME(ints))*sum & none) | ((NAME(ints))total & ~none));
}

/* Sums that are too large or too small for the short way, or not finite. */
static inline __attribute__((always_inline)) TARGET NAME(ints) NAME(is_far)(const NAME(floats) * sum) {
    const NAME(ints) bits = (NAME(ints))*sum & 0x7fffffff;
    return (NAME(ints))(bits != 0) & (NAME(ints))((bits < (27 << 23)) | (bits >= (227 << 23)));
}

static inline __attribute__((always_inline)) TARGET void NAME(note_slow)(struct simt_tensor *t, int at,
                                                                         const NAME(ints) * far) {
    int32_t any = 0;
    for (int i = 0; i < LANES; i++) any |= (*far)[i];
    if (!any && !t->any_slow) return;
    if (!t->any_slow) memset(t->slow, 0, sizeof(t->slow));
    t->any_slow = 1;
    for (int i = 0; i < LANES; i++) t->slow[at + i] = (*far)[i] & 1;
}

static TARGET void NAME(add_floats)(struct simt_tensor *t, int m, int n, int k, int block) {
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column += LANES) {
            NAME(floats) *place = (NAME(floats) *)(t->sums + row * n + column), sum = *place;
            NAME(ints) far = {0};
            for (int i = 0; i < k; i += block) {
                far |= NAME(is_far)(&sum);
                NAME(add_block)(t, row * k + i, i * n + column, n, block, &sum);
            }
            *place = (NAME(floats))(((NAME(ints))*place & far) | ((NAME(ints))sum & ~far));
            NAME(note_slow)(t, row * n + column, &far);
        }
}

/* Sums of 16 products below 2^16 are exact floats. */
static TARGET void NAME(add_integers)(struct simt_tensor *t, int m, int n, int k) {
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column += LANES) {
            NAME(ints) *place = (NAME(ints) *)(t->whole_sums + row * n + column);
            NAME(floats) sum = *(const NAME(floats) *)(t->b + column) * t->a[row * k];
            for (int i = 1; i < k; i++)
                sum += *(const NAME(floats) *)(t->b + i * n + column) * t->a[row * k + i];
            *place += __builtin_convertvector(sum, NAME(ints));
        }
}

/* 2^exponent of numbers, which is at least `least`, and 0 of zero. True: all are for the short way. */
static TARGET bool NAME(find_powers)(const float *numbers, float *powers, int n, float least) {
    NAME(ints) far = {0};
    for (int i = 0; i < n; i += LANES) {
        const NAME(ints) bits = *(const NAME(ints) *)(numbers + i) & 0x7fffffff, some = (NAME(ints))(bits != 0);
        const NAME(floats) lowest = (NAME(floats)){0} + least;
        const NAME(floats) power = MAX((NAME(floats))(bits & 0x7f800000), lowest);
        const NAME(ints) outside = (NAME(ints))((bits >= ((127 + 41) << 23)) | (power < 0x1p-40f));
        far |= some & outside;
        *(NAME(ints) *)(powers + i) = (NAME(ints))power & some;
    }
    bool any = false;
    for (int i = 0; i < LANES; i++) any |= far[i] != 0;
    return !any;
}

static TARGET void NAME(multiply)(struct simt_tensor *t, const struct simt_tensor_shape *s) {
    if (s->type == SIMT_TENSOR_CHAR || s->type == SIMT_TENSOR_UCHAR) {
        NAME(add_integers)(t, s->m, s->n, s->k);
        return;
    }
    const float least = s->type == SIMT_TENSOR_HALF ? 0x1p-14f : 0x1p-126f;
    const bool near_a = NAME(find_powers)(t->a, t->power_a, s->m * s->k, least);
    const bool near_b = NAME(find_powers)(t->b, t->power_b, s->n * s->k, least);
    if (near_a && near_b)
        NAME(add_floats)(t, s->m, s->n, s->k, s->block);
    else
        memset(t->slow, 1, sizeof(t->slow)), t->any_slow = 1;
}

#undef CUT_SUM
