/**
 * @file
 * @brief Reinterpretation of bits.
 */
#ifndef SIMT_BITS_H
#define SIMT_BITS_H

namespace simt {

template <class To, class From> inline To bit_cast(From from) {
    static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

} // namespace simt

#endif
