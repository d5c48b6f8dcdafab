/**
 * @file
 * @brief Damage (see damage.h).
 */
#include "grader/selftest/fuzz/damage.h"

#include <string.h>

#include "common/hash64.h"

uint64_t damage_below(struct damage *d, uint64_t most) {
    return mix64(d->state += MIX_STEP) % most;
}

/* Numbers at which sums overflow and signs turn. */
static void put_number(struct damage *d, unsigned char *bytes, size_t n, size_t at) {
    static const uint64_t numbers[] = {0,          1,          2,          UINT32_MAX, UINT64_MAX,
                                       1ull << 31, 1ull << 32, 1ull << 62, 1ull << 63, 0x7fffffff};
    uint64_t number = numbers[damage_below(d, sizeof(numbers) / sizeof(*numbers))];
    size_t size = damage_below(d, 2) ? 4 : 8;
    if (n - at >= size) memcpy(bytes + at, &number, size);
}

static size_t double_part(unsigned char *bytes, size_t n, size_t capacity, size_t at,
                          size_t length) {
    if (length > capacity - n) return n;
    memmove(bytes + at + length, bytes + at, n - at);
    return n + length;
}

size_t damage_bytes(struct damage *d, unsigned char *bytes, size_t n, size_t capacity,
                    size_t step) {
    size_t at = damage_below(d, n / step + 1) * step;
    size_t length = damage_below(d, (n - at) / step + 1) * step;
    if (length > 64 * step && damage_below(d, 4)) length = 64 * step;
    switch (damage_below(d, 6)) {
    case 0:
        if (n) bytes[damage_below(d, n)] ^= (unsigned char)(1u << damage_below(d, 8));
        return n;
    case 1:
        put_number(d, bytes, n, at);
        return n;
    case 2:
        memmove(bytes + at, bytes + at + length, n - at - length);
        return n - length;
    case 3:
        return double_part(bytes, n, capacity, at, length);
    case 4:
        return at; /* the end is lost */
    default:
        for (size_t i = at; i < at + length; i++) bytes[i] = (unsigned char)damage_below(d, 256);
        return n;
    }
}
