/**
 * @file
 * @brief Seeds of hidden cases: the hash is SipHash, and every argument counts.
 */
#include "grader/grade/judge/secret.h"

#include <string.h>

#include "common/tests/unit.h"

/* Outputs that SipHash's authors publish for the key 00 01 .. 0f and the bytes 00 01 .. n-1. */
static void the_hash_is_siphash(void) {
    static const struct {
        size_t n;
        uint64_t hash;
    } published[] = {{0, 0x726fdb47dd0e0e31u},  {1, 0x74f839c593dc67fdu}, {2, 0x0d6c8009d9a94f5au},
                     {3, 0x85676696d7fb7e2du},  {7, 0xab0200f58b01d137u}, {8, 0x93f5f5799a932462u},
                     {15, 0xa129ca6149be45e5u}, {63, 0x958a324ceb064572u}};
    const struct secret_key key = {{0x0706050403020100u, 0x0f0e0d0c0b0a0908u}};
    unsigned char bytes[64];
    for (int i = 0; i < 64; i++) bytes[i] = (unsigned char)i;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
        CU_ASSERT_EQUAL(secret_hash(&key, bytes, published[i].n), published[i].hash);
}

static void every_argument_counts(void) {
    const struct secret_key a = secret_key_of("a secret of sixteen"),
                            b = secret_key_of("another one");
    const uint64_t seeds[] = {
        secret_seed(&a, 1, "03_lab", 1, 11), secret_seed(&b, 1, "03_lab", 1, 11),
        secret_seed(&a, 2, "03_lab", 1, 11), secret_seed(&a, 1, "04_lab", 1, 11),
        secret_seed(&a, 1, "03_lab", 11, 1), secret_seed(&a, 1, "03_lab", 1, 1)};
    const size_t n = sizeof seeds / sizeof *seeds;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) CU_ASSERT_NOT_EQUAL(seeds[i], seeds[k]);
    CU_ASSERT_EQUAL(seeds[0], secret_seed(&a, 1, "03_lab", 1, 11));
}

static void seeds_can_be_typed(void) {
    const struct secret_key key = secret_key_of("a secret of sixteen");
    for (int i = 0; i < 10000; i++) {
        uint64_t seed = secret_seed(&key, 7, "03_lab", 2, i);
        CU_ASSERT_TRUE(seed > 0 && seed <= INT64_MAX);
    }
}

static const struct unit_test tests[] = {
    {"the hash is SipHash-2-4, by its authors' vectors", the_hash_is_siphash},
    {"secret, submission, lab, stage and case all change a seed", every_argument_counts},
    {"seeds are numbers that SEED= takes", seeds_can_be_typed},
};

UNIT_MAIN("secret", tests)
