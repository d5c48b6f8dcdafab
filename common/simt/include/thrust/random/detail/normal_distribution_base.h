/**
 * @file
 * @brief Normal distributed numbers as nvcc's programs draw them: one number of the engine gives one of these.
 */
#ifndef SIMT_THRUST_NORMAL_H
#define SIMT_THRUST_NORMAL_H

#include <cmath>

#include <thrust/detail/config.h>

THRUST_NAMESPACE_BEGIN
namespace random {
namespace detail {

/** The x whose erfc(x) is y, for 0 < y <= 1. A first guess within 0.01, which three Halley steps correct. */
inline double inverse_erfc(double y) {
    double t = std::sqrt(-2 * std::log(y / 2));
    double x = (t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) *
               0.70710678118654752440;
    for (int step = 0; step < 3; step++) {
        double error = std::erfc(x) - y;
        x += error / (1.12837916709551257390 * std::exp(-x * x) - x * error);
    }
    return x;
}
inline double erfcinv(double y) {
    if (!(y > 0) || !(y < 2)) return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : NAN;
    return y > 1 ? -inverse_erfc(2 - y) : inverse_erfc(y);
}
inline float erfcinv(float y) {
    return (float)erfcinv((double)y);
}

} // namespace detail
} // namespace random
THRUST_NAMESPACE_END

#pragma push_macro("THRUST_DEVICE_COMPILER")
#undef THRUST_DEVICE_COMPILER
#define THRUST_DEVICE_COMPILER THRUST_DEVICE_COMPILER_NVCC
#include_next <thrust/random/detail/normal_distribution_base.h>
#pragma pop_macro("THRUST_DEVICE_COMPILER")

#endif
