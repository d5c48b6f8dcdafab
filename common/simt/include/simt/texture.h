/**
 * @file
 * @brief Texture and surface functions of kernels: tex2D, surf2Dwrite and kin.
 *
 * The core does the work (run/texture.c, run/surface.c). Here its four registers become the type that the
 * kernel names. Source: CUDA C++ Programming Guide, "Texture functions" and "Surface functions".
 */
#ifndef SIMT_TEXTURE_H
#define SIMT_TEXTURE_H

#include <type_traits>
#include <utility>

#include "api.h"
#include "core.h"

namespace simt {

/** Of what an element consists: float4 of four floats. */
template <class T, class = void> struct component { typedef T type; };
template <class T> struct component<T, decltype((void)std::declval<T>().x)> {
    typedef std::decay_t<decltype(std::declval<T>().x)> type;
};

} // namespace simt

/** An element of this type. */
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    typedef typename simt::component<T>::type C;
    static_assert(sizeof(C) <= 4, "textures have components of at most 32 bits");
    constexpr int n = sizeof(T) / sizeof(C), bits = 8 * sizeof(C);
    constexpr bool is_float = std::is_floating_point<C>::value;
    return cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0,
                                 is_float                   ? cudaChannelFormatKindFloat
                                 : std::is_signed<C>::value ? cudaChannelFormatKindSigned
                                                            : cudaChannelFormatKindUnsigned);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
    return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
    return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#ifdef __CUDACC__

namespace simt {

template <class C> SIMT_INLINE C of_register(uint32_t r) {
    if constexpr (std::is_floating_point<C>::value)
        return __builtin_bit_cast(float, r);
    else
        return (C)r;
}

template <class T> SIMT_INLINE T of_texel(simt_texel t) {
    typedef typename component<T>::type C;
    if constexpr (std::is_same<T, C>::value) {
        return of_register<C>(t.r[0]);
    } else {
        T v;
        v.x = of_register<C>(t.r[0]);
        if constexpr (sizeof(T) > sizeof(C)) v.y = of_register<C>(t.r[1]);
        if constexpr (sizeof(T) > 2 * sizeof(C)) v.z = of_register<C>(t.r[2]);
        if constexpr (sizeof(T) > 3 * sizeof(C)) v.w = of_register<C>(t.r[3]);
        return v;
    }
}

/** The bits of an element that a surface holds. */
template <class T> SIMT_INLINE T surface_value(simt_texel t) {
    static_assert(sizeof(T) <= sizeof t, "a surface access is of at most 16 bytes");
    T v;
    __builtin_memcpy((void *)&v, &t, sizeof v);
    return v;
}
template <class T> SIMT_INLINE simt_texel surface_bits(const T &v) {
    static_assert(sizeof(T) <= sizeof(simt_texel), "a surface access is of at most 16 bytes");
    simt_texel t = {};
    __builtin_memcpy((void *)&t, (const void *)&v, sizeof v);
    return t;
}

/** The level of a read with gradients, of float, float2 or float4. */
SIMT_INLINE float level_of(cudaTextureObject_t t, float dx, float dy) {
    return simt_texture_level(t, SIMT_1D, &dx, &dy);
}
template <class V> SIMT_INLINE float level_of(cudaTextureObject_t t, V dx, V dy) {
    return simt_texture_level(t, sizeof(V) == 8 ? SIMT_2D : SIMT_3D, &dx.x, &dy.x);
}

} // namespace simt

/* Each reads as a value, or into *to. */
#define SIMT_TEXTURE(name, parameters, read)                                                       \
    template <class T> SIMT_INLINE T name parameters {                                             \
        return simt::of_texel<T>(read);                                                            \
    }
#define SIMT_INTO(name, parameters, read)                                                          \
    template <class T> SIMT_INLINE void name parameters {                                          \
        *to = simt::of_texel<T>(read);                                                             \
    }
#define SIMT_FETCHES(name, shape, coordinates, x, y, z, last)                                      \
    SIMT_TEXTURE(name, (cudaTextureObject_t t, SIMT_ALL coordinates),                              \
                 simt_texture_read(t, shape, x, y, z, 0, last))                                    \
    SIMT_INTO(name, (T * to, cudaTextureObject_t t, SIMT_ALL coordinates),                         \
              simt_texture_read(t, shape, x, y, z, 0, last))                                       \
    SIMT_TEXTURE(name##Lod, (cudaTextureObject_t t, SIMT_ALL coordinates, float level),            \
                 simt_texture_read(t, shape, x, y, z, level, last))                                \
    SIMT_INTO(name##Lod, (T * to, cudaTextureObject_t t, SIMT_ALL coordinates, float level),       \
              simt_texture_read(t, shape, x, y, z, level, last))
#define SIMT_GRADIENTS(name, shape, coordinates, V, x, y, z, last)                                 \
    SIMT_TEXTURE(name##Grad, (cudaTextureObject_t t, SIMT_ALL coordinates, V dx, V dy),            \
                 simt_texture_read(t, shape, x, y, z, simt::level_of(t, dx, dy), last))            \
    SIMT_INTO(name##Grad, (T * to, cudaTextureObject_t t, SIMT_ALL coordinates, V dx, V dy),       \
              simt_texture_read(t, shape, x, y, z, simt::level_of(t, dx, dy), last))
#define SIMT_ALL(...) __VA_ARGS__

SIMT_TEXTURE(tex1Dfetch, (cudaTextureObject_t t, int i), simt_texture_element(t, i))
SIMT_INTO(tex1Dfetch, (T * to, cudaTextureObject_t t, int i), simt_texture_element(t, i))
SIMT_FETCHES(tex1D, SIMT_1D, (float x), x, 0, 0, 0)
SIMT_FETCHES(tex2D, SIMT_2D, (float x, float y), x, y, 0, 0)
SIMT_FETCHES(tex3D, SIMT_3D, (float x, float y, float z), x, y, z, 0)
SIMT_FETCHES(tex1DLayered, SIMT_1D | SIMT_LAYERED, (float x, int layer), x, 0, 0, layer)
SIMT_FETCHES(tex2DLayered, SIMT_2D | SIMT_LAYERED, (float x, float y, int layer), x, y, 0, layer)
SIMT_FETCHES(texCubemap, SIMT_CUBE, (float x, float y, float z), x, y, z, 0)
SIMT_FETCHES(texCubemapLayered, SIMT_CUBE | SIMT_LAYERED, (float x, float y, float z, int layer), x,
             y, z, layer)
SIMT_GRADIENTS(tex1D, SIMT_1D, (float x), float, x, 0, 0, 0)
SIMT_GRADIENTS(tex2D, SIMT_2D, (float x, float y), float2, x, y, 0, 0)
SIMT_GRADIENTS(tex3D, SIMT_3D, (float x, float y, float z), float4, x, y, z, 0)
SIMT_GRADIENTS(tex1DLayered, SIMT_1D | SIMT_LAYERED, (float x, int layer), float, x, 0, 0, layer)
SIMT_GRADIENTS(tex2DLayered, SIMT_2D | SIMT_LAYERED, (float x, float y, int layer), float2, x, y, 0,
               layer)
SIMT_TEXTURE(tex2Dgather, (cudaTextureObject_t t, float x, float y, int component = 0),
             simt_texture_read(t, SIMT_2D | SIMT_GATHER, x, y, 0, 0, component))
SIMT_INTO(tex2Dgather, (T * to, cudaTextureObject_t t, float x, float y, int component = 0),
          simt_texture_read(t, SIMT_2D | SIMT_GATHER, x, y, 0, 0, component))

#define SIMT_SURFACE(name, shape, coordinates, x, y, z)                                            \
    template <class T>                                                                             \
    SIMT_INLINE T name##read(cudaSurfaceObject_t s, SIMT_ALL coordinates,                          \
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                \
        return simt::surface_value<T>(simt_surface_read(s, shape, sizeof(T), x, y, z, mode));      \
    }                                                                                              \
    template <class T>                                                                             \
    SIMT_INLINE void name##read(T *to, cudaSurfaceObject_t s, SIMT_ALL coordinates,                \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {             \
        *to = simt::surface_value<T>(simt_surface_read(s, shape, sizeof(T), x, y, z, mode));       \
    }                                                                                              \
    template <class T>                                                                             \
    SIMT_INLINE void name##write(T value, cudaSurfaceObject_t s, SIMT_ALL coordinates,             \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {            \
        simt_surface_write(s, shape, sizeof(T), simt::surface_bits(value), x, y, z, mode);         \
    }
SIMT_SURFACE(surf1D, SIMT_1D, (int x), x, 0, 0)
SIMT_SURFACE(surf2D, SIMT_2D, (int x, int y), x, y, 0)
SIMT_SURFACE(surf3D, SIMT_3D, (int x, int y, int z), x, y, z)
SIMT_SURFACE(surf1DLayered, SIMT_1D | SIMT_LAYERED, (int x, int layer), x, 0, layer)
SIMT_SURFACE(surf2DLayered, SIMT_2D | SIMT_LAYERED, (int x, int y, int layer), x, y, layer)
SIMT_SURFACE(surfCubemap, SIMT_CUBE, (int x, int y, int face), x, y, face)
SIMT_SURFACE(surfCubemapLayered, SIMT_CUBE | SIMT_LAYERED, (int x, int y, int layer_face), x, y,
             layer_face)
#undef SIMT_TEXTURE
#undef SIMT_INTO
#undef SIMT_FETCHES
#undef SIMT_GRADIENTS
#undef SIMT_ALL
#undef SIMT_SURFACE

#endif
#endif
