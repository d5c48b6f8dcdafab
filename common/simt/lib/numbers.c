/**
 * @file
 * @brief Numbers whose type is an argument: read as double, and written with one rounding.
 */
#include "numbers.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

size_t simt_number_bytes(cudaDataType type) {
    switch (type) {
    case CUDA_R_64F:
        return 8;
    case CUDA_R_32F:
    case CUDA_R_32I:
        return 4;
    case CUDA_R_16F:
    case CUDA_R_16BF:
        return 2;
    case CUDA_R_8I:
        return 1;
    default:
        return 0;
    }
}

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static float of_half(uint16_t h) {
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, abs = h & 0x7fff;
    if (abs >= 0x7c00) return float_of(sign | 0x7f800000 | (abs & 0x3ff) << 13);
    float x = abs < 0x400 ? (float)abs * 0x1p-24f : float_of((abs << 13) + ((127 - 15) << 23));
    return sign ? -x : x;
}

/* To the nearest, and of two to the even one. Adding a large number drops the bits that are too many. */
static uint16_t to_half(float x) {
    uint32_t bits = bits_of(x), sign = bits >> 16 & 0x8000, abs = bits & 0x7fffffff;
    if (abs > 0x7f800000) return 0x7fff;
    if (abs >= 0x477ff000) return (uint16_t)(sign | 0x7c00);
    if (abs < 0x38800000) return (uint16_t)(sign | (bits_of(float_of(abs) + 0.5f) - bits_of(0.5f)));
    abs += 0xfff + (abs >> 13 & 1);
    return (uint16_t)(sign | (abs - ((127 - 15) << 23)) >> 13);
}

static uint16_t to_bfloat16(float x) {
    uint32_t bits = bits_of(x);
    if (x != x) return 0x7fff;
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

double simt_number_load(const void *from, cudaDataType type, long long i) {
    switch (type) {
    case CUDA_R_64F:
        return ((const double *)from)[i];
    case CUDA_R_32F:
        return ((const float *)from)[i];
    case CUDA_R_16F:
        return of_half(((const uint16_t *)from)[i]);
    case CUDA_R_16BF:
        return float_of((uint32_t)((const uint16_t *)from)[i] << 16);
    case CUDA_R_32I:
        return ((const int32_t *)from)[i];
    default:
        return ((const int8_t *)from)[i];
    }
}

static double limited(double x, double low, double high) {
    return x < low ? low : x > high ? high : nearbyint(x);
}

void simt_number_store(void *to, cudaDataType type, long long i, double x) {
    switch (type) {
    case CUDA_R_64F:
        ((double *)to)[i] = x;
        break;
    case CUDA_R_32F:
        ((float *)to)[i] = (float)x;
        break;
    case CUDA_R_16F:
        ((uint16_t *)to)[i] = to_half((float)x);
        break;
    case CUDA_R_16BF:
        ((uint16_t *)to)[i] = to_bfloat16((float)x);
        break;
    case CUDA_R_32I:
        ((int32_t *)to)[i] = (int32_t)limited(x, INT32_MIN, INT32_MAX);
        break;
    default:
        ((int8_t *)to)[i] = (int8_t)limited(x, INT8_MIN, INT8_MAX);
        break;
    }
}
