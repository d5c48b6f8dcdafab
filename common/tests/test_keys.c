/**
 * @file
 * @brief common/keys: unsigned order of the words is the order of the keys, and the way back.
 */
#include "common/keys.h"

#include <math.h>
#include <string.h>

#include "common/tests/unit.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/** A prime step that visits the whole range of words in some 200,000 places. */
enum { STEP = 21001 };

static void every_map_goes_back(void) {
    for (int type = 0; type < KEY_TYPES; type++) {
        uint32_t wrong = 0, bits = 0;
        do {
            enum key_type t = (enum key_type)type;
            wrong += key_decode(key_encode(bits, t), t) != bits;
            wrong += key_encode(key_decode(bits, t), t) != bits;
            bits += STEP;
        } while (bits >= STEP);
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

static void unsigned_keys_stay(void) {
    CU_ASSERT_EQUAL(key_encode(0, KEY_U32), 0);
    CU_ASSERT_EQUAL(key_encode(UINT32_MAX, KEY_U32), UINT32_MAX);
}

static void integers_are_in_order(void) {
    static const int32_t ascending[] = {INT32_MIN, INT32_MIN + 1, -2,       -1, 0, 1,
                                        2,         INT32_MAX - 1, INT32_MAX};
    for (size_t i = 1; i < COUNT(ascending); i++)
        CU_ASSERT(key_from_i32((uint32_t)ascending[i - 1]) < key_from_i32((uint32_t)ascending[i]));
    CU_ASSERT_EQUAL(key_from_i32((uint32_t)INT32_MIN), 0);
    CU_ASSERT_EQUAL(key_from_i32(INT32_MAX), UINT32_MAX);
}

static void floats_are_in_total_order(void) {
    static const uint32_t ascending[] = {
        0xffffffff, 0xffc00000, 0xff800001, // -NaN: the greater its bits, the lower
        0xff800000, 0xff7fffff, 0xbf800000, // -inf, -FLT_MAX, -1
        0x80800000, 0x807fffff, 0x80000001, // least normal, denormals
        0x80000000, 0x00000000,             // -0, +0
        0x00000001, 0x007fffff, 0x00800000, 0x3f800000, 0x7f7fffff,
        0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff};
    for (size_t i = 1; i < COUNT(ascending); i++)
        CU_ASSERT(key_from_f32(ascending[i - 1]) < key_from_f32(ascending[i]));
    CU_ASSERT_EQUAL(key_from_f32(0xffffffff), 0);
    CU_ASSERT_EQUAL(key_from_f32(0x7fffffff), UINT32_MAX);
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static void floats_agree_with_the_machine(void) {
    uint32_t wrong = 0, previous = 0;
    for (uint32_t key = STEP; key >= STEP; previous = key, key += STEP) {
        float a = float_of(key_to_f32(previous)), b = float_of(key_to_f32(key));
        wrong += !isnan(a) && !isnan(b) && !(a <= b);
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static const struct unit_test tests[] = {
    {"every map undoes its inverse", every_map_goes_back},
    {"unsigned keys stay as they are", unsigned_keys_stay},
    {"signed integers come into order", integers_are_in_order},
    {"floats come into totalOrder, NaNs and zeros too", floats_are_in_total_order},
    {"the order of floats is the machine's own", floats_agree_with_the_machine},
};

UNIT_MAIN("keys", tests)
